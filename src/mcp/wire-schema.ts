/**
 * Schemas of tools in the form that the protocol's server takes. Tools check their arguments themselves, in
 * words that help a model, so nothing is checked here; the JSON Schema is made once, however many
 * connections ask for it.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;
type Direction = 'input' | 'output';

const made = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

/** A schema that tells its JSON Schema and lets everything pass. */
export function wireSchema(schema: z.ZodType): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'madeleine',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => jsonSchema(schema, 'input'), output: () => jsonSchema(schema, 'output') },
    },
  };
}

/** JSON Schema 2020-12, which the protocol takes where no dialect is named. */
function jsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const known = made[io].get(schema);
  if (known !== undefined) return known;
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  made[io].set(schema, rest);
  return rest;
}

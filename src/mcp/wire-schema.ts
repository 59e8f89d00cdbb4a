/**
 * Schemas of tools in the form that the protocol's server takes. Tools check their arguments themselves, in
 * words that help a model, so nothing is checked here; the JSON Schema is made once, however many
 * connections ask for it.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

const made = new WeakMap<z.ZodType, Readonly<Record<'input' | 'output', Record<string, unknown>>>>();

/** A schema that tells its JSON Schema and lets everything pass. */
export function wireSchema(schema: z.ZodType): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'madeleine',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => jsonSchemas(schema).input, output: () => jsonSchemas(schema).output },
    },
  };
}

function jsonSchemas(schema: z.ZodType): Readonly<Record<'input' | 'output', Record<string, unknown>>> {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const schemas = { input: jsonSchema(schema, 'input'), output: jsonSchema(schema, 'output') };
  made.set(schema, schemas);
  return schemas;
}

/** JSON Schema 2020-12, which the protocol takes where no dialect is named. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentVerbs, callVerb, spaceVerbs, type Verb } from '../../../src/index.ts';

const all: readonly (readonly [string, Verb])[] = [agentVerbs, spaceVerbs].flatMap((table) =>
  Object.entries<Verb>(table),
);

describe('a row of the tables of verbs', () => {
  it.each(all)('%s has its name in kebab-case as its path and says what it does in a sentence', (name, verb) => {
    expect(verb.path).toBe(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    expect(verb.summary).toMatch(/^[A-Z].*\.$/);
  });

  it.each(all)('%s has options that are a strict object in JSON Schema and take no signal', (_name, { input }) => {
    const schema = z.toJSONSchema(input, { io: 'input' });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const atHome of ['signal', 'onProgress', 'languageModel', 'backup']) {
      expect(schema.properties).not.toHaveProperty(atHome);
      expect(input.safeParse({ [atHome]: undefined }).success).toBe(false);
    }
  });

  it.each(all)('%s has a result whose JSON Schema can be told', (_name, { result }) => {
    expect(() => z.toJSONSchema(result, { io: 'input' })).not.toThrow();
  });
});

describe('the options of a verb', () => {
  it('tell their bounds in JSON Schema, even those that are checked by a rule of our own', () => {
    const { properties } = z.toJSONSchema(agentVerbs.recall.input, { io: 'input' });
    expect(properties).toMatchObject({
      query: { type: 'string', minLength: 1, maxLength: 10_000 },
      limit: { type: 'integer', minimum: 1, maximum: 200 },
      from: { type: 'string', description: expect.stringContaining('ISO 8601') },
      types: { type: 'array', minItems: 1, items: { enum: expect.arrayContaining(['fact', 'thought']) } },
      domain: { pattern: expect.stringContaining('project:') },
    });
  });

  it('keep the rules that concern several of them', () => {
    expect(agentVerbs.recall.input.safeParse({ query: 'tea', from: '2024-01-02', to: '2024-01-01' }).success).toBe(
      false,
    );
    expect(agentVerbs.forget.input.safeParse({ id: 'fact:1', query: 'tea' }).success).toBe(false);
  });

  it.each(['../store', 'a/b', 'a\\b', '..', '', 'a\u0000b'])('name a file by its name alone, not %j', (file) => {
    expect(spaceVerbs.import.input.safeParse({ file }).success).toBe(false);
    expect(spaceVerbs.import.input.safeParse({ file: 'memory.jsonl' }).success).toBe(true);
  });
});

describe('a verb that is called by its name', () => {
  const memory = { undo: (...given: unknown[]) => given, recall: (...given: unknown[]) => given };

  it('gets its subject as an argument of its own, where it has one', () => {
    expect(callVerb(memory, 'undo', spaceVerbs.undo, { id: 'undo:1', dryRun: true })).toEqual([
      'undo:1',
      { dryRun: true },
    ]);
    expect(callVerb(memory, 'recall', agentVerbs.recall, { query: 'tea' })).toEqual([{ query: 'tea' }]);
  });

  it('must be there', () => {
    expect(() => callVerb(memory, 'dream', agentVerbs.recall, {})).toThrow(TypeError);
  });
});

/** Relations that callers give with a memory: whose edges they are, and what becomes of them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../../src/index.ts';
import { openSpace } from '../../../support/open-space.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { toldRelations } from '../../../support/told-relations.ts';

let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;

beforeEach(async () => {
  memory = await openSpace();
  lisa = memory.agent('lisa');
  electra = memory.agent('electra');
});

const content = 'the grey one sleeps all day';
const fed = { from: 'Ines', predicate: 'fed_by', to: { name: 'Tom', type: 'person' } } as const;

describe('a relation', () => {
  test('is an edge of the memory that tells it, between entities that the memory mentions', async () => {
    const { id, linked, refused } = await lisa.observe({ content, relations: [fed, fed] });
    expect(await toldRelations(memory, id)).toEqual(['Ines fed by Tom']);
    expect(linked.map(({ name, type }) => [name, type])).toEqual([
      ['Ines', 'person'],
      ['Tom', 'person'],
    ]);
    expect(refused).toEqual([]);
  });

  test('is told by each memory for itself', async () => {
    await lisa.observe({ content, relations: [fed] });
    await lisa.believe({ content: 'there was milk', relations: [fed, { ...fed, predicate: 'likes' }] });
    expect(await toldRelations(memory)).toEqual(['Ines fed by Tom', 'Ines fed by Tom', 'Ines likes Tom']);
  });

  test('is refused of an entity with itself, and where its ends or its words say nothing', async () => {
    const relations = [
      { ...fed, to: 'ines' },
      { ...fed, from: '!!!' },
      { ...fed, predicate: '_-_' },
    ];
    const { refused } = await lisa.observe({ content, relations });
    expect(refused.map(({ what }) => what)).toEqual(['!!!', 'Ines fed by ines', '!!! fed by Tom', 'Ines  Tom']);
    expect(await toldRelations(memory)).toEqual([]);
  });

  test('has a bound, and words', async () => {
    const many = Array.from({ length: 21 }, () => fed);
    await expect(lisa.observe({ content, relations: many })).rejects.toThrow(
      'observe: "relations" must be at most 20 relations, got 21.',
    );
    await expect(lisa.believe({ content, relations: [{ ...fed, predicate: ' ' }] })).rejects.toThrow(
      'believe: "relations[0].predicate" must not be blank',
    );
  });
});

describe('a fact that is there already', () => {
  test('keeps the relations that it tells, and says so', async () => {
    const { id } = await lisa.believe({ content, relations: [fed] });
    const again = await lisa.believe({ content, relations: [{ ...fed, predicate: 'bites' }] });
    expect(again).toMatchObject({ id, outcome: 'merged', refused: [{ what: '"relations"' }] });
    expect((await lisa.believe({ content, relations: [fed] })).refused).toEqual([]);
    expect(await toldRelations(memory)).toEqual(['Ines fed by Tom']);
  });

  test('is another one for an agent that does not know it and tells other relations', async () => {
    const { id } = await lisa.believe({ content, relations: [fed] });
    const other = await electra.believe({ content, entities: ['Ines', { name: 'Tom', type: 'person' }] });
    expect(other).toMatchObject({ outcome: 'stored', refused: [] });
    expect(other.id).not.toBe(id);
    const tove = await memory.agent('tove').believe({ content, relations: [fed] });
    expect(tove).toMatchObject({ id, outcome: 'stored', refused: [] });
  });
});

describe('forgetting', () => {
  test('takes the relations of a memory with it, and leaves what another one tells', async () => {
    const { id } = await lisa.observe({ content, relations: [fed] });
    const other = await lisa.observe({ content: 'there was milk', relations: [fed] });
    await memory.forget({ id });
    expect(await toldRelations(memory)).toEqual(['Ines fed by Tom']);
    await memory.forget({ id: other.id });
    expect(await toldRelations(memory)).toEqual([]);
  });

  test('takes a relation that says it from a memory that stays, for good', async () => {
    const { id } = await lisa.observe({ content, relations: [fed, { ...fed, predicate: 'loves zorbix of' }] });
    let lines = '';
    for await (const line of memory.export()) lines += line;
    await memory.forget({ query: 'zorbix' });
    expect(await toldRelations(memory, id)).toEqual(['Ines fed by Tom']);
    const file = join(await temporaryFolder(), 'old.ndjson');
    await writeFile(file, lines);
    expect(await memory.import({ file })).toMatchObject({ stored: 0, forgotten: 1 });
    expect(await toldRelations(memory, id)).toEqual(['Ines fed by Tom']);
  });
});

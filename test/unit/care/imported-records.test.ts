import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportOptions, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

async function exported(memory: Madeleine): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines;
}

async function fileOf(lines: readonly (string | object)[]): Promise<string> {
  const file = join(await temporaryFolder(), 'file.ndjson');
  const texts = lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`));
  await writeFile(file, texts.join(''));
  return file;
}

async function imported(memory: Madeleine, lines: readonly (string | object)[], options: Partial<ImportOptions> = {}) {
  return memory.import({ file: await fileOf(lines), ...options });
}

/** A space in which everything has happened that an export can hold, the largest values among it. */
async function fullSpace(): Promise<Madeleine> {
  let now = Date.UTC(2024, 0, 1);
  const clock = (): Date => {
    now += 1000;
    return new Date(now);
  };
  const memory = await openSpace({ clock });
  const [lisa, electra] = [memory.agent('lisa'), memory.agent('electra')];
  await lisa.session({ id: 'monday', goal: 'Tea with Luna', planStatus: 'blocked' });
  const { id } = await lisa.observe({
    content: 'Luna slept on \u0000 the mat in src/cat.ts \u202e 🐈',
    session: 'monday',
    speaker: 'Mark',
    mood: { valence: 0.5, arousal: -1 },
    importance: 9.5,
    domain: 'project:tea',
    topic: 'cats',
    ring: 'core',
    knowledgeType: 'insight',
    branchId: 'b',
    thoughtNumber: 3,
    entities: [
      { name: 'n'.repeat(512), aliases: Array.from({ length: 32 }, (_, at) => `${at} ${'a'.repeat(400)}`), path: '/x' },
    ],
  });
  await electra.observe({
    id: 'x',
    content: 'x'.repeat(100_000),
    session: 'tuesday',
    type: 'document',
    shared: true,
    entities: ['tab\there'],
  });
  const fact = await lisa.believe({
    content: 'Luna is a cat',
    about: ['Luna', 'agent:electra'],
    derivedFrom: [id],
    validFrom: '2020-01-01',
    validTo: '2030-01-01',
    permanent: true,
  });
  await electra.believe({ content: 'Luna is a cat', about: ['Luna', 'agent:electra'] });
  await lisa.believe({ memory: fact.id, shared: true, confidence: 0.25, channel: 'tool', source: 's'.repeat(256) });
  await lisa.judge({ one: fact.id, other: id, kind: 'supports', state: 'exception' });
  await memory.agent('system').judge({ one: fact.id, other: 'observation:x', kind: 'contradicts', state: 'dismissed' });
  await lisa.withdraw({ id: fact.id });
  await lisa.observeMany({
    observations: Array.from({ length: 600 }, (_, at) => ({ content: `Turn ${at}`, session: 'long' })),
  });
  return memory;
}

it('asks whose the memories of another system are, and never makes them universal by itself', async () => {
  const memory = await openSpace();
  const file = join(await temporaryFolder(), 'memory.jsonl');
  await writeFile(file, '{"type":"entity","name":"Luna","entityType":"cat","observations":["likes tuna"]}\n');
  await expect(memory.import({ file })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining(
      '"agent" must say who remembers it, or "universal" that every agent may recall it',
    ),
  });
  await expect(memory.import({ file, agent: 'lisa', universal: true })).rejects.toThrow('"universal" must be left out');
  expect((await memory.stats()).agents).toEqual([]);
  await memory.import({ file, agent: 'lisa' });
  expect((await memory.stats()).agents.map(({ name }) => name)).toEqual(['lisa']);
  await memory.import({ file, universal: true });
  expect((await memory.stats()).agents.map(({ name }) => name)).toEqual(['lisa', 'system']);
});

describe('an export', () => {
  let memory: Madeleine;
  let lines: readonly string[];
  beforeAll(async () => {
    memory = await fullSpace();
    lines = await exported(memory);
  });

  it('is the same again after it was imported into a fresh space, line by line', async () => {
    const copy = await openSpace();
    const report = await imported(copy, lines);
    expect(report).toEqual({
      format: 'ndjson',
      unit: 'line',
      lines: lines.length,
      stored: lines.length - 1,
      updated: 0,
      merged: 0,
      forgotten: 0,
      skipped: 0,
      refused: [],
    });
    const again = await exported(copy);
    expect(again.slice(1)).toEqual(lines.slice(1));
    for (const agent of ['lisa', 'electra', 'system']) {
      const ask = async (space: Madeleine): Promise<readonly string[]> =>
        (
          await space.agent(agent).search({ query: 'Luna turn 7', limit: 50, asOf: '2024-01-01T00:00:06Z' })
        ).memories.map(({ id }) => id);
      expect(await ask(copy)).toEqual(await ask(memory));
    }
    expect((await copy.doctor()).ok).toBe(true);
  });

  it('changes nothing when it is imported again, into its own space or the copy', async () => {
    const { seq } = await memory.stats();
    expect(await imported(memory, lines)).toMatchObject({ stored: 0, merged: lines.length - 1 });
    expect((await memory.stats()).seq).toBe(seq);
    expect((await exported(memory)).slice(1)).toEqual(lines.slice(1));
  });

  it('can be imported where there is a model, and makes the vectors', async () => {
    const copy = await openSpace({ embedder: createWordEmbedder() });
    await imported(copy, lines);
    expect((await copy.stats()).embedder.missing).toBe(0);
  });
});

describe('a file that was written by hand', () => {
  const said = {
    record: 'observation',
    id: 'observation:1',
    agent: 'lisa',
    content: 'Luna purrs at Mark.',
    occurredAt: '2023-05-08',
  };

  it('gets what it leaves out as the write path would give it', async () => {
    const memory = await openSpace({ clock: () => new Date('2024-01-01T00:00:00Z') });
    const report = await imported(memory, [
      { ...said, session: 'session:s', believedBy: ['lisa', 'system'] },
      { record: 'fact', id: 'fact:1', content: 'Mark prefers tea.', believedBy: ['electra'] },
    ]);
    expect(report).toMatchObject({ stored: 5, merged: 0 });
    const [luna] = (await memory.agent('electra').search({ query: 'Luna' })).memories;
    expect(luna).toMatchObject({
      type: 'user_input',
      importance: 5,
      session: 'session:s',
      recordedBy: 'lisa',
      believers: [{ agent: 'system', strength: 1, confidence: 0.6, provenance: { channel: 'import', source: 'lisa' } }],
    });
    expect(luna?.entities.map(({ name }) => name)).toEqual(expect.arrayContaining(['Luna', 'Mark']));
    const [tea] = (await memory.agent('electra').search({ query: 'tea' })).memories;
    expect(tea).toMatchObject({ kind: 'self.preference', title: 'self.preference: Mark prefers tea.' });
    expect(await imported(memory, [said])).toMatchObject({ stored: 0, merged: 1 });
  });

  it('means its own entities by their names and aliases, however far down', async () => {
    const memory = await openSpace();
    const many = Array.from({ length: 300 }, (_, at) => ({ ...said, id: `observation:${at}`, content: `Nap ${at}.` }));
    await imported(memory, [
      { record: 'entity', id: 'entity:cat', name: 'Luna', type: 'other', aliases: ['Lulu'] },
      ...many,
      { ...said, id: 'observation:luna', believedBy: ['lisa'] },
      { ...said, id: 'observation:lulu', content: 'In the evening Lulu purrs.', believedBy: ['lisa'] },
    ]);
    const { memories } = await memory.agent('lisa').search({ query: 'purrs', about: ['entity:cat'] });
    expect(memories.map(({ id }) => id).sort()).toEqual(['observation:lulu', 'observation:luna']);
  });

  it('is known by what later lines say of a memory, however many lie between them', async () => {
    const memory = await openSpace();
    const many = Array.from({ length: 300 }, (_, at) => ({ ...said, id: `observation:${at}`, content: `Nap ${at}.` }));
    const lines = [
      { record: 'entity', id: 'entity:1', name: 'Quillon' },
      ...many,
      { record: 'believes', agent: 'lisa', memory: 'observation:0' },
      { record: 'mentions', memory: 'observation:0', entity: 'entity:1' },
    ];
    await imported(memory, lines);
    const { memories } = await memory.agent('lisa').recall({ query: 'Quillon' });
    expect(memories.map(({ id }) => id)).toEqual(['observation:0']);
  });

  it('opens each session for who was first in it, at the earliest time', async () => {
    const memory = await openSpace();
    await imported(memory, [
      { ...said, session: 'session:s', occurredAt: '2023-05-09' },
      { ...said, id: 'observation:2', session: 'session:s', occurredAt: '2023-05-08' },
      { ...said, id: 'observation:3', agent: 'electra', session: 'session:t', occurredAt: '2023-05-10' },
    ]);
    expect(await memory.agent('lisa').session({ id: 's' })).toMatchObject({ startedAt: new Date('2023-05-08') });
    expect(await memory.agent('electra').session({ id: 't' })).toMatchObject({ startedAt: new Date('2023-05-10') });
  });

  it.each([
    [{ record: 'believes', agent: 'lisa', memory: 'fact:none' }, 'fact:none'],
    [{ record: 'about', fact: 'fact:1', target: 'entity:none' }, 'entity:none'],
    [{ record: 'mentions', memory: 'observation:none', entity: 'entity:1' }, 'observation:none'],
    [{ record: 'derived_from', fact: 'fact:1', observation: 'observation:none' }, 'observation:none'],
    [{ record: 'follows', from: 'observation:1', to: 'observation:none' }, 'observation:none'],
    [{ record: 'supersedes', from: 'fact:1', to: 'fact:none', believer: 'lisa' }, 'fact:none'],
    [{ record: 'relates', from: 'entity:1', to: 'entity:none', predicate: 'owns' }, 'entity:none'],
  ])('is refused at a line that points nowhere: %o', async (line, id) => {
    const memory = await openSpace();
    const before = [
      said,
      { record: 'fact', id: 'fact:1', content: 'Tea.' },
      { record: 'entity', id: 'entity:1', name: 'Luna' },
    ];
    await expect(imported(memory, [...before, line])).rejects.toMatchObject({
      code: 'IMPORT_LINE',
      message: expect.stringContaining(
        `line 4 of "file.ndjson" is refused: import: a "${line.record}" line points at "${id}"`,
      ),
      details: { line: 4, stored: 3 },
      cause: { code: 'NOT_FOUND', details: { id } },
    });
    const skipped = await imported(memory, [...before, line], { onError: 'skip' });
    expect(skipped).toMatchObject({ merged: 3, skipped: 1, refused: [{ line: 4 }] });
  });

  it('is refused where an id holds another content, and the rest of the batch is stored', async () => {
    const memory = await openSpace();
    await imported(memory, [said]);
    const lines = [
      { ...said, id: 'observation:0' },
      { ...said, content: 'Luna bites.' },
      { ...said, id: 'observation:2' },
    ];
    const report = await imported(memory, lines, { onError: 'skip' });
    expect(report).toMatchObject({ stored: 2, merged: 0, skipped: 1 });
    expect(report.refused).toEqual([
      {
        line: 2,
        reason: 'import: "observation:1" is stored already with another content; give it another id',
        source: 'file.ndjson',
      },
    ]);
  });

  it('is foretold line by line, where a line of a batch is refused too', async () => {
    const memory = await openSpace();
    const many = Array.from({ length: 20 }, (_, at) => ({ ...said, id: `observation:${at}`, content: `Nap ${at}.` }));
    const lines = [
      ...many,
      { record: 'mentions', memory: 'observation:1', entity: 'entity:late' },
      { record: 'entity', id: 'entity:late', name: 'Luna' },
    ];
    const { found, ...foretold } = await imported(memory, lines, { dryRun: true, onError: 'skip' });
    expect(found).toContainEqual(expect.objectContaining({ kind: 'observation', stored: 20 }));
    expect(await imported(memory, lines, { onError: 'skip' })).toEqual(foretold);
    expect(foretold).toMatchObject({ stored: 21, merged: 0, skipped: 1 });
  });

  it('means the agent that is known by other capitals, unless it has a line of the agent itself', async () => {
    const memory = await openSpace();
    await memory.agent('lisa').observe({ content: 'Luna sleeps.' });
    const tea = { record: 'fact', id: 'fact:1', content: 'Tea is hot.', believedBy: ['Lisa'] };
    const lines = [{ ...said, agent: 'LISA' }, tea, { record: 'about', fact: 'fact:1', target: 'agent:Lisa' }];
    const { found: _found, ...foretold } = await imported(memory, lines, { dryRun: true });
    expect(await imported(memory, lines)).toEqual(foretold);
    expect(await imported(memory, lines)).toMatchObject({ stored: 0, merged: foretold.stored });
    expect((await memory.agent('LISA').search({ query: 'tea' })).memories).toHaveLength(1);
    expect((await memory.stats()).names).toEqual(['lisa']);
    await imported(memory, [
      { record: 'agent', name: 'Lisa' },
      { ...tea, id: 'fact:2', content: 'Tea is cold.' },
    ]);
    expect((await memory.stats()).names).toEqual(['Lisa', 'lisa']);
  });

  it('may hold every kind of record in one batch', async () => {
    const memory = await openSpace();
    const lines = [
      { record: 'agent', name: 'marvin' },
      { record: 'session', id: 'session:s', agent: 'marvin' },
      { record: 'entity', id: 'entity:1', name: 'Luna' },
      { record: 'entity', id: 'entity:2', name: 'Mark' },
      said,
      { ...said, id: 'observation:2' },
      { record: 'fact', id: 'fact:1', content: 'Tea.' },
      { record: 'fact', id: 'fact:2', content: 'Coffee.' },
      { record: 'believes', agent: 'marvin', memory: 'fact:1' },
      { record: 'about', fact: 'fact:1', target: 'agent:zaphod' },
      { record: 'mentions', memory: 'fact:1', entity: 'entity:1' },
      { record: 'follows', from: 'observation:2', to: 'observation:1' },
      { record: 'derived_from', fact: 'fact:1', observation: 'observation:1' },
      { record: 'supersedes', from: 'fact:2', to: 'fact:1', believer: 'marvin' },
      { record: 'supports', from: 'fact:1', to: 'fact:2', by: 'rule' },
      { record: 'contradicts', from: 'fact:1', to: 'fact:2', by: 'rule' },
      { record: 'relates', from: 'entity:2', to: 'entity:1', predicate: 'owns', memory: 'observation:1' },
      { record: 'relates', from: 'entity:2', to: 'entity:1', predicate: 'owns', mentions: 2, trust: 0.5 },
      { record: 'co_activated', from: 'fact:1', to: 'fact:2', count: 2, lastAt: '2024-01-01' },
    ];
    expect(await imported(memory, lines)).toMatchObject({ stored: lines.length, merged: 0 });
    expect((await memory.stats()).seq).toBe(1);
    expect(await imported(memory, lines)).toMatchObject({ stored: 0, merged: lines.length });
    const [tea] = (await memory.agent('marvin').search({ query: 'tea', about: ['agent:zaphod'] })).memories;
    expect(tea).toMatchObject({ id: 'fact:1', entities: [{ id: 'entity:1', name: 'Luna' }] });
  });
});

import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { Perspective } from '../../../src/domain/belief.ts';
import { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { believe } from '../../../src/remember/believe.ts';
import { judge } from '../../../src/remember/judge.ts';
import { observe } from '../../../src/remember/observe.ts';
import { Writer } from '../../../src/remember/writer.ts';
import { Database } from '../../../src/store/database.ts';
import { Ledger } from '../../../src/store/ledger.ts';
import { examine, type Finding } from '../../../src/care/doctor.ts';
import { storeFolder, storeOfItsOwn } from '../../support/open-space.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';
import { linkEdges } from '../recall-index/index-fixture.ts';

storeOfItsOwn();

const settings = {
  decay: true,
  factHalfLifeDays: 180,
  observationHalfLifeDays: 60,
  inferMood: false,
  technicalTerms: [],
  sharing: {},
};
const clock = (): Date => new Date('2024-01-01T00:00:00Z');
let spaces = 0;
let space: string;
let database: Database;
let ledger: Ledger;
let index: RecallIndex;
let writer: Writer;

beforeEach(async () => {
  spaces += 1;
  space = `doctor-${spaces}`;
  database = await Database.open(await storeFolder(), {}, process.pid);
  ledger = await Ledger.open({ database, space, clock, newId: uuidv7 });
  index = new RecallIndex({ dimension: 16 });
  const embedder = createWordEmbedder();
  writer = new Writer({ ledger, index, embedder, settings, clock, newId: uuidv7 }, () => undefined);
  await observe(writer, 'lisa', { id: 'a', content: 'quokka' });
  await believe(writer, new Perspective('lisa'), { id: 'b', content: 'wombat', shared: true });
});

async function finding(check: Finding['check']): Promise<Finding | undefined> {
  return (await examine(database, writer)).findings.find((one) => one.check === check);
}

/** What somebody might do to the ledger behind our back. */
async function tamper(statement: string): Promise<void> {
  const session = await database.space(space);
  await session.run(statement);
  await session.close();
}

const change = { memories: [], beliefs: [], vectors: [], removed: [] };
const belief = {
  agent: 'electra',
  memory: 'observation:a',
  strength: 1,
  reinforcedAt: clock().getTime(),
  halfLifeDays: 60,
  permanent: false,
  since: clock().getTime(),
  trust: 0.9,
  accesses: 0,
};
const pair = { agent: 'lisa', from: 'observation:a', to: 'fact:b', count: 1, lastAt: clock() };
const follow = { from: 'observation:a', to: 'fact:b', type: 'next' } as const;

const link = {
  believer: 'lisa',
  kind: 'supports',
  one: 'observation:a',
  other: 'fact:b',
  similarity: 1,
  state: 'potential',
  rule: 'agreement',
} as const;

describe('the doctor', () => {
  it('finds nothing wrong with a store that is as it should be, and says what it looked at', async () => {
    const { ok, findings } = await examine(database, writer);
    expect(ok).toBe(true);
    expect(findings.map(({ check, level }) => `${check}: ${level}`)).toEqual([
      'engine: ok',
      'schema: ok',
      'sequence: ok',
      'records: ok',
      'change log: ok',
      'index: ok',
      'vectors: ok',
      'permissions: ok',
      'disk: ok',
    ]);
    expect(findings.map(({ message }) => message)).toContain('The index holds exactly the 2 memories of the ledger.');
    expect(ledger.head.seq).toBe(2);
  });

  it.each<[string, () => void, string]>([
    [
      'lacks a memory',
      () => index.apply({ ...change, seq: 2, removed: ['observation:a'] }),
      'lacks 1 memories, has 0 too many, 1 stale beliefs, 0 stale co-activations and 0 stale links',
    ],
    [
      'has a belief that nobody holds',
      () => index.apply({ ...change, seq: 2, beliefs: [belief] }),
      'lacks 0 memories, has 0 too many, 1 stale beliefs, 0 stale co-activations and 0 stale links',
    ],
    [
      'has a belief of another strength',
      () => index.apply({ ...change, seq: 2, beliefs: [{ ...belief, agent: 'lisa', strength: 0.9 }] }),
      'lacks 0 memories, has 0 too many, 1 stale beliefs, 0 stale co-activations and 0 stale links',
    ],
    [
      'has a link that the ledger lacks',
      () => index.apply({ ...change, seq: 2, edges: linkEdges(link) }),
      'lacks 0 memories, has 0 too many, 0 stale beliefs, 0 stale co-activations and 1 stale links',
    ],
    [
      'has one memory follow another that it does not follow',
      () => index.apply({ ...change, seq: 2, edges: [{ table: 'follows', record: follow }] }),
      'lacks 0 memories, has 0 too many, 0 stale beliefs, 0 stale co-activations and 1 stale links',
    ],
    [
      'has a belief that lasts longer',
      () => index.apply({ ...change, seq: 2, beliefs: [{ ...belief, agent: 'lisa', permanent: true }] }),
      'lacks 0 memories, has 0 too many, 1 stale beliefs, 0 stale co-activations and 0 stale links',
    ],
    [
      'pairs what nobody recalled together',
      () => index.apply({ ...change, seq: 2, edges: [{ table: 'co_activated', record: pair }] }),
      'lacks 0 memories, has 0 too many, 0 stale beliefs, 1 stale co-activations and 0 stale links',
    ],
  ])('sees that the index %s', async (_what, spoil, message) => {
    spoil();
    expect(await finding('index')).toMatchObject({
      level: 'error',
      message: `The index ${message}.`,
      remedy: expect.stringContaining('rebuilt at the next opening'),
    });
    expect((await examine(database, writer)).ok).toBe(false);
  });

  it('sees that the index has a link differently, or not at all', async () => {
    await judge(writer, new Perspective('lisa'), {
      one: 'observation:a',
      other: 'fact:b',
      kind: 'supports',
      state: 'confirmed',
    });
    expect(await finding('index')).toMatchObject({ level: 'ok' });
    index.apply({ ...change, seq: 3, edges: linkEdges(link) });
    expect(await finding('index')).toMatchObject({ level: 'error', message: expect.stringContaining('2 stale links') });
    index.apply({ ...change, seq: 3, dropped: linkEdges(link) });
    expect(await finding('index')).toMatchObject({ level: 'error', message: expect.stringContaining('1 stale links') });
  });

  it('sees that the index knows a memory that the ledger has lost', async () => {
    await tamper('DELETE observation:a');
    const lost = {
      level: 'error',
      message: '0 of 1 records of "observation" can be read; a file of the store is damaged.',
      remedy: expect.stringContaining('restore a backup'),
    };
    expect(await finding('records')).toMatchObject(lost);
    expect(await finding('index')).toMatchObject(lost);
  });

  it('finds every record by every key when it looks deeply, and says which table lacks one', async () => {
    const deep = async (): Promise<Finding | undefined> =>
      (await examine(database, writer, true)).findings.find(({ check }) => check === 'records');
    expect(await deep()).toMatchObject({ level: 'ok', message: expect.stringContaining('every key') });
    await tamper('DELETE about');
    expect(await deep()).toMatchObject({ level: 'ok' });
    await tamper('DELETE believes');
    expect(await deep()).toMatchObject({ level: 'error', message: expect.stringContaining('"believes"') });
  });

  it.each([
    ['loses an entry', 'DELETE change:1'],
    ['loses its last entry', 'DELETE change:2'],
    ['has an entry rewritten', "UPDATE change:1 SET touched = ['fact:other']"],
  ])('sees that the change log %s', async (_what, statement) => {
    await tamper(statement);
    expect(await finding('change log')).toMatchObject({
      level: 'error',
      message: expect.stringMatching(/^The change log/),
    });
  });

  it('warns of memories without a vector, and of folders that others can look into', async () => {
    index.dropVectors(16);
    expect(await finding('vectors')).toEqual({
      check: 'vectors',
      level: 'warning',
      message: '2 of 2 memories have no vector of words-16.',
      remedy: 'Run reindex.',
    });
    const folder = join(await storeFolder(), 'marks');
    await chmod(folder, 0o755);
    expect(await finding('permissions')).toMatchObject({ level: 'warning', message: expect.stringContaining(folder) });
    expect((await examine(database, writer)).ok).toBe(true);
    await chmod(folder, 0o700);
  });
});

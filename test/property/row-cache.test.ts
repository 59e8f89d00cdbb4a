/** What results show comes from memory where it can, and is what the engine says, whatever was written by whom. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecallIndex } from '../../src/recall-index/recall-index.ts';
import { catchUp } from '../../src/remember/fill-index.ts';
import type { LedgerEdge, LedgerPatch, LedgerWrite } from '../../src/store/codec.ts';
import type { WholeMemories } from '../../src/store/ledger-reader.ts';
import type { Ledger } from '../../src/store/ledger.ts';
import { RowCache } from '../../src/store/row-cache.ts';
import { beliefIn, entityOf, factOf, observationOf, recordedAt, sessionOf } from '../support/ledger-records.ts';
import { openLedger } from '../support/open-ledger.ts';

const agents = ['Lisa', 'Mark'];
const keys = ['a', 'b', 'c', 'd'];
const observations = keys.map((key) => `observation:${key}`);
const facts = keys.map((key) => `fact:${key}`);
const memories = [...observations, ...facts];
const entities = ['entity:x', 'entity:y'];
const sessions = ['session:one', 'session:two'];
const pairs = agents.flatMap((agent) => memories.map((memory) => ({ agent, memory })));

const one = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...values]);
const day = fc.integer({ min: 1, max: 28 }).map((at) => new Date(Date.UTC(2026, 1, at)));

const newObservation = fc.record({
  key: one(...keys),
  held: some(agents),
  named: some(entities),
  after: some(observations),
});
const newFact = fc.record({
  key: one(...keys),
  held: some(agents),
  sources: fc.shuffledSubarray(observations),
  over: some(memories),
});

const writes: fc.Arbitrary<LedgerWrite> = fc.oneof(
  newObservation.map(({ key, held, named, after }): LedgerWrite => {
    const id = `observation:${key}`;
    const follows = after
      .filter((to) => to !== id)
      .map((to) => ({ from: id, to, type: 'next' as const, reason: 'so' }));
    return {
      insert: {
        observation: [observationOf(key, { mood: { valence: 0.25, arousal: -0.5 }, speaker: 'Zoë 蔡' })],
        believes: held.map((agent) => beliefIn(agent, id, { tags: ['first'], metadata: { deep: [1, { is: null }] } })),
        mentions: named.map((entity) => ({ memory: id, entity, surfaces: [entity] })),
        follows,
      },
    };
  }),
  newFact.map(({ key, held, sources, over }): LedgerWrite => {
    const id = `fact:${key}`;
    const supersedes = over.filter((to) => to !== id).map((to) => ({ from: id, to, believer: 'Lisa', at: recordedAt }));
    return {
      insert: {
        fact: [factOf(key, { validFrom: recordedAt })],
        believes: held.map((agent) => beliefIn(agent, id)),
        derived_from: sources.map((observation) => ({ fact: id, observation, believer: 'Lisa' })),
        supersedes,
      },
    };
  }),
  fc
    .record({ agent: one(...agents), memory: one(...memories) })
    .map(({ agent, memory }): LedgerWrite => ({ insert: { believes: [beliefIn(agent, memory)] } })),
  fc.record({ memory: one(...memories), at: day }).map(({ memory, at }) => {
    const table = memory.startsWith('fact:') ? 'fact' : 'observation';
    return patching({ table, record: { id: memory }, set: { accesses: 3, lastAccessedAt: at, mood: undefined } });
  }),
  fc.record({ agent: one(...agents), memory: one(...memories), at: day }).map(({ agent, memory, at }) =>
    patching({
      table: 'believes',
      record: { agent, memory },
      set: {
        strength: 0.5,
        withdrawnAt: at,
        tags: undefined,
        past: [{ since: at, until: at, strength: 1, reinforcedAt: at }],
      },
    }),
  ),
  fc
    .record({ fact: one(...facts), to: one(...memories), at: day })
    .map(({ fact, to, at }) =>
      patching({ table: 'supersedes', record: { believer: 'Lisa', from: fact, to }, set: { withdrawnAt: at } }),
    ),
  fc
    .record({ id: one(...entities), type: one('place' as const, 'animal' as const) })
    .map(({ id, type }) => patching({ table: 'entity', record: { id }, set: { type } })),
  fc
    .record({ id: one(...sessions), at: day })
    .map(({ id, at }) => patching({ table: 'session', record: { id }, set: { status: 'closed', endedAt: at } })),
  one(...sessions).map((id): LedgerWrite => ({ deletes: [id] })),
  one<LedgerEdge>(
    ...[0, 1, 0, 1, 0, 1].map((at) => ({
      table: 'derived_from' as const,
      record: { fact: facts[at] ?? '', observation: observations[at] ?? '', believer: 'Lisa' },
    })),
    ...observations.map((memory) => ({ table: 'mentions' as const, record: { memory, entity: 'entity:x' } })),
    ...memories.map((memory) => ({ table: 'believes' as const, record: { agent: 'Mark', memory } })),
  ).map((edge): LedgerWrite => ({ edgeDeletes: [edge] })),
  one(...memories).map((id): LedgerWrite => ({ deletes: [id] })),
);

function patching(patch: LedgerPatch): LedgerWrite {
  return { patches: [patch] };
}

const steps = fc.array(fc.record({ write: writes, elsewhere: fc.boolean(), asked: some(memories), by: some(agents) }), {
  minLength: 1,
  maxLength: 25,
});

/** What is there before anything happens: of each key but the last an observation, and two facts. */
const beginning: LedgerWrite = {
  insert: {
    agent: ['system', ...agents].map((name) => ({ name })),
    entity: [entityOf('x'), entityOf('y')],
    session: [sessionOf('one'), sessionOf('two')],
    observation: ['a', 'b', 'c'].map((key) => observationOf(key)),
    fact: ['a', 'b'].map((key) => factOf(key)),
    believes: [...observations.slice(0, 3), ...facts.slice(0, 2)].map((memory) => beliefIn('Lisa', memory)),
    mentions: observations.slice(0, 3).map((memory) => ({ memory, entity: 'entity:x', surfaces: ['x'] })),
    follows: [{ from: 'observation:b', to: 'observation:a', type: 'next' }],
    derived_from: [
      { fact: 'fact:a', observation: 'observation:a', believer: 'Lisa' },
      { fact: 'fact:b', observation: 'observation:b', believer: 'Lisa' },
    ],
    supersedes: [{ from: 'fact:b', to: 'observation:c', believer: 'Lisa', at: recordedAt }],
  },
};

/** Without what no result shows, and in an order only where that shows: of the sources of one fact. */
function comparable({ entities: named, derived, memories: found, ...edges }: WholeMemories): object {
  const sorted = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
  return {
    memories: found,
    derived: derived.toSorted((first, second) => (first.fact === second.fact ? 0 : first.fact < second.fact ? -1 : 1)),
    names: [...new Set(sorted(named))],
    ...Object.fromEntries(Object.entries(edges).map(([name, rows]) => [name, sorted(rows)])),
  };
}

async function isAsTheEngineSays(ledger: Ledger, ids: readonly string[], by: readonly string[]): Promise<void> {
  const snapshot = await ledger.snapshot();
  const asked = pairs.filter(({ agent, memory }) => by.includes(agent) && ids.includes(memory));
  const there = (await snapshot.list('follows')).filter(({ from }) => ids.includes(from));
  expect(comparable(await ledger.wholeMemories(ids, asked, there))).toEqual(
    comparable(await snapshot.wholeMemories(ids, asked, there)),
  );
  expect(await ledger.entities(entities)).toEqual(await snapshot.entities(entities));
  expect(await ledger.sessions(sessions)).toEqual(await snapshot.sessions(sessions));
  await snapshot.close();
}

/** Whether what a write needs is there, and what it makes is not. */
async function mayWrite(ledger: Ledger, { insert = {}, patches = [] }: LedgerWrite): Promise<boolean> {
  const made = [...(insert.observation ?? []), ...(insert.fact ?? [])].map(({ id }) => id);
  const ends = [
    ...(insert.believes ?? []).map(({ memory }) => memory),
    ...(insert.follows ?? []).map(({ to }) => to),
    ...(insert.supersedes ?? []).map(({ to }) => to),
    ...(insert.derived_from ?? []).map(({ observation }) => observation),
  ].filter((id) => !made.includes(id));
  const there = new Set((await ledger.memories([...made, ...ends])).map(({ id }) => id));
  if (made.some((id) => there.has(id)) || ends.some((id) => !there.has(id))) return false;
  for (const { table, record } of patches) {
    const [found] = await ledger.named(table, [record as never]);
    if (found === undefined) return false;
  }
  return true;
}

test('what is kept in memory is what the engine says, after writes here and elsewhere', async () => {
  let spaces = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      spaces += 1;
      const [here, elsewhere] = [await openLedger(`kept-${spaces}`), await openLedger(`kept-${spaces}`)];
      const index = new RecallIndex();
      const options = { model: 'none', knowsMerges: true };
      await here.exclusive(() => here.commit(beginning));
      await isAsTheEngineSays(here, memories, agents);
      for (const { write, elsewhere: isElsewhere, asked, by } of taken) {
        const writer = isElsewhere ? elsewhere : here;
        await elsewhere.refresh();
        if (await mayWrite(writer, write)) await writer.exclusive(() => writer.commit(write));
        if (isElsewhere) {
          await here.refresh();
          await catchUp(here, index, options);
        }
        await isAsTheEngineSays(here, asked, by);
      }
      await isAsTheEngineSays(here, memories, agents);
      await Promise.all([here.close(), elsewhere.close()]);
    }),
    { numRuns: 40 },
  );
});

const nothingFound: WholeMemories = {
  memories: [],
  believes: [],
  mentions: [],
  entities: [],
  derived: [],
  supersedes: [],
  follows: [],
};

test('what is kept has a size, and what was not asked for goes while what is asked for stays', async () => {
  const rows = new RowCache(4_000);
  const keptOf = async (id: string): Promise<number> =>
    (await rows.whole([[id], [], []], async () => nothingFound)).memories.length;
  rows.take({ insert: { observation: [observationOf('asked'), observationOf('left')] } });
  for (let at = 0; at < 100; at += 1) {
    rows.take({ insert: { observation: [observationOf(`${at}`)] } });
    expect(rows.size.bytes).toBeLessThanOrEqual(4_000);
    expect(await keptOf('observation:asked')).toBe(1);
  }
  expect(await keptOf('observation:left')).toBe(0);
  expect(rows.size.kept).toBeGreaterThan(5);
  expect(rows.size.kept).toBeLessThan(40);
  const before = rows.size;
  rows.take({ insert: { observation: [observationOf('long', { content: 'é'.repeat(5_000) })] } });
  expect(rows.size).toEqual(before);
  expect(await keptOf('observation:long')).toBe(0);
});

test('a read that began before a write keeps nothing of what that wrote', async () => {
  const rows = new RowCache();
  const [before, other] = [observationOf('a'), observationOf('b')];
  const reads: (readonly string[])[] = [];
  const read = async (ids: readonly string[]): Promise<WholeMemories> => {
    reads.push(ids);
    const found = [before, other].filter(({ id }) => ids.includes(id));
    if (reads.length === 1)
      rows.take({ patches: [{ table: 'observation', record: { id: before.id }, set: { accesses: 9 } }] });
    return { ...nothingFound, memories: found };
  };
  const ids = [before.id, other.id];
  await rows.whole([ids, [], []], read);
  await rows.whole([ids, [], []], read);
  expect(reads).toEqual([ids, [before.id]]);
  await rows.whole([ids, [], []], async (asked) => {
    throw new Error(`asked for ${asked.length}`);
  });
});

test('nothing of what is forgotten stays, and what one got nobody else can change', async () => {
  const rows = new RowCache();
  rows.take({ insert: { observation: [observationOf('a', { concepts: ['heron'] }), observationOf('b')] } });
  const nothing = async (): Promise<WholeMemories> => nothingFound;
  const [mine] = (await rows.whole([['observation:a'], [], []], nothing)).memories;
  if (mine !== undefined) Object.assign(mine.concepts, ['mine']);
  expect((await rows.whole([['observation:a'], [], []], nothing)).memories[0]?.concepts).toEqual(['heron']);
  rows.take({ deletes: ['observation:a'] });
  expect(rows.size).toMatchObject({ kept: 0, bytes: 0 });
  expect((await rows.whole([['observation:a'], [], []], nothing)).memories).toEqual([]);
});

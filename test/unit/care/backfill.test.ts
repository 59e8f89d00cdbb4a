/** Migrating spaces that were written without the cognitive fields, through the public surface. */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine, MigrationReport } from '../../../src/index.ts';
import { momentOf } from '../../../src/store/codec.ts';
import { Database } from '../../../src/store/database.ts';
import { Ledger } from '../../../src/store/ledger.ts';
import { migrate } from '../../../src/store/migrate.ts';
import * as statements from '../../../src/store/statement.ts';
import { madeUpHistory, oldSchema } from '../../support/made-up-history.ts';
import { beliefIn, factOf, observationOf, recordedAt } from '../../support/ledger-records.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

storeOfItsOwn();

const content = 'Always use absolute paths in Elefante to avoid errors';
const observations = 250;
/** The day after, a second later each time: backups are named after the time. */
const clock = (): Date => {
  seconds += 1;
  return new Date(recordedAt.getTime() + 86_400_000 + seconds * 1000);
};
let seconds = 0;
let spaces = 0;
let space: string;

beforeEach(() => {
  spaces += 1;
  space = `old-${spaces}`;
});

/** Backups that nobody has placed lie beside the store. */
afterAll(async () => {
  const store = await storeFolder();
  const left = (await readdir(dirname(store))).filter((name) => name.startsWith(`${basename(store)}-`));
  await Promise.all(left.map((name) => rm(join(dirname(store), name))));
});

/** A space of lisa's that nobody has given cognitive fields: observations, and facts of several sorts. */
async function oldSpace(): Promise<void> {
  const database = await Database.open(await storeFolder(), {}, process.pid);
  const ledger = await Ledger.open({ database, space, clock, newId: uuidv7 });
  const told = Array.from({ length: observations }, (_, at) =>
    observationOf(`o${at}`, { content: `Quokka number${at} must eat.`, position: at }),
  );
  const facts = [
    factOf('bare', { content, title: '', contentKey: 'a'.repeat(64) }),
    factOf('own', { content, kind: 'world.method', title: 'Paths', contentKey: 'b'.repeat(64) }),
    factOf('odd', { content: '!!!', title: 'world.fact: !!!', contentKey: 'c'.repeat(64) }),
  ].map((fact, at) => ({ ...fact, position: observations + at }));
  const believes = [...told, ...facts].map(({ id }) => beliefIn('lisa', id));
  const insert = { agent: [{ name: 'lisa' }, { name: 'system' }], observation: told, fact: facts, believes };
  await ledger.exclusive(() => ledger.commit({ insert }));
  await ledger.close();
}

async function exported(memory: Madeleine): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines.slice(1);
}

const countOf = ({ counts }: MigrationReport, what: string): object | undefined =>
  counts.find((count) => count.what === what);

const total = observations + 3;

describe('migrating an older space', () => {
  it('gives every memory what the rules make of it, keeps what was chosen, and reports both', async () => {
    await oldSpace();
    const memory = await openSpace({ space, clock });
    const report = await memory.migrate();
    expect(report).toMatchObject({ dryRun: false, memories: total, changed: total, unchanged: 0 });
    expect(countOf(report, 'concepts')).toEqual({
      what: 'concepts',
      of: total,
      before: 0,
      changed: total - 1,
      after: total - 1,
    });
    expect(countOf(report, 'kind')).toEqual({ what: 'kind', of: 3, before: 3, changed: 1, after: 3 });
    expect(countOf(report, 'title')).toEqual({ what: 'title', of: 3, before: 2, changed: 1, after: 3 });
    expect(countOf(report, 'knowledgeType')).toMatchObject({ of: 3, before: 0, changed: 3, after: 3 });
    expect(countOf(report, 'ring')).toMatchObject({ of: 3, before: 0, changed: 3, after: 3 });
    const { memories } = await memory.agent('lisa').search({ query: 'Elefante', types: ['fact'] });
    const [bare, own] = ['fact:bare', 'fact:own'].map((id) => memories.find((found) => found.id === id));
    expect(bare).toMatchObject({ kind: 'intent.rule', concepts: expect.arrayContaining(['elefante', 'paths']) });
    expect(own).toMatchObject({ kind: 'world.method', title: 'Paths' });
  });

  it('changes nothing the second time, and writes no backup then', async () => {
    await oldSpace();
    const memory = await openSpace({ space, clock });
    await memory.migrate();
    const [lines, { seq }] = [await exported(memory), await memory.stats()];
    const again = await memory.migrate();
    expect(again).toMatchObject({ memories: total, changed: 0, unchanged: total });
    expect(again.counts.map(({ changed }) => changed)).toEqual(again.counts.map(() => 0));
    expect(again).not.toHaveProperty('backup');
    expect([await exported(memory), (await memory.stats()).seq]).toEqual([lines, seq]);
  });

  it('counts the same in a dry run, and changes and writes nothing then', async () => {
    await oldSpace();
    const memory = await openSpace({ space, clock });
    const lines = await exported(memory);
    const folder = await storeFolder();
    const beside = async (): Promise<readonly string[]> =>
      (await readdir(dirname(folder))).filter((name) => name.startsWith(basename(folder)));
    const before = await beside();
    const dry = await memory.migrate({ dryRun: true });
    expect(await beside()).toEqual(before);
    expect([await exported(memory), (await memory.stats()).seq]).toEqual([lines, 1]);
    const { backup, ...report } = await memory.migrate();
    expect(backup?.file).toBeDefined();
    expect({ ...report, dryRun: true }).toEqual(dry);
  });

  it('backs the space up first, beside the store, for its owner only, so that importing it brings all back', async () => {
    await oldSpace();
    const memory = await openSpace({ space, clock: () => new Date('2026-02-03T04:05:06.789Z') });
    const before = await exported(memory);
    const { backup } = await memory.migrate();
    const folder = await storeFolder();
    expect(backup?.file).toBe(join(dirname(folder), `${basename(folder)}-${space}-2026-02-03T04-05-06-789Z.ndjson`));
    expect((await stat(backup?.file ?? '')).mode & 0o777).toBe(0o600);
    const lines = (await readFile(backup?.file ?? '', 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(backup?.lines ?? 0);
    expect(lines.slice(1, -1).map((line) => `${line}\n`)).toEqual(before);
  });

  it('backs up where it is told, and never over a file', async () => {
    await oldSpace();
    const memory = await openSpace({ space, clock });
    const file = join(await temporaryFolder(), 'backup.ndjson');
    await writeFile(file, 'mine');
    await expect(memory.migrate({ backup: file })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `migrate: "backup" must be a new file, got "${file}", which is there already; name another or move it away.`,
    });
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect((await memory.stats()).seq).toBe(1);
    await expect(memory.migrate({ backup: join(file, 'inside') })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('"backup" must be a file that can be written'),
    });
    expect((await memory.stats()).seq).toBe(1);
    const other = join(dirname(file), 'other.ndjson');
    expect((await memory.migrate({ backup: other })).backup?.file).toBe(other);
    expect((await readdir(dirname(file))).sort()).toEqual(['backup.ndjson', 'other.ndjson']);
  });

  it('can be stopped between batches and goes on with the rest', async () => {
    await oldSpace();
    const memory = await openSpace({ space, clock });
    const stop = new AbortController();
    const seen: string[] = [];
    const stopped = memory.migrate({
      signal: stop.signal,
      onProgress: ({ task, done, total: all, unit }) => {
        if (task !== 'migrate') return;
        seen.push(`${done} of ${all} ${unit}`);
        stop.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(seen).toEqual([`200 of ${2 * total} memories`]);
    const rest = await memory.migrate();
    expect(rest).toMatchObject({ changed: total - 200, unchanged: 200 });
    expect(countOf(rest, 'concepts')).toMatchObject({ before: 200, changed: total - 201, after: total - 1 });
    expect(await memory.migrate()).toMatchObject({ changed: 0 });
  });

  it('is followed by the index: what is recalled by new triggers and concepts is the same after a rebuild', async () => {
    await oldSpace();
    const at = clock();
    const memory = await openSpace({ space, clock: () => at });
    await memory.migrate();
    const ask = (of: Madeleine) => of.agent('lisa').search({ query: 'how to paths best practice', limit: 5 });
    const found = await ask(memory);
    const copy = await openSpace({ clock: () => at });
    const file = join(await temporaryFolder(), 'copy.ndjson');
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(line);
    await writeFile(file, lines.join(''));
    await copy.import({ file });
    const scores = ({ memories }: Awaited<ReturnType<typeof ask>>) => memories.map(({ id, score }) => [id, score]);
    expect(scores(await ask(copy))).toEqual(scores(found));
    expect((await memory.doctor()).ok).toBe(true);
  });

  it('takes in the technical terms that the memory is opened with', async () => {
    await oldSpace();
    await (await openSpace({ space, clock })).migrate();
    const memory = await openSpace({ space, clock, technicalTerms: ['number7'] });
    const report = await memory.migrate({ dryRun: true });
    expect(report.changed).toBeLessThan(observations);
    expect(report).toMatchObject({ changed: 0 });
    const other = await openSpace({ space, clock, technicalTerms: ['elefante'] });
    expect(await other.migrate()).toMatchObject({ changed: 2 });
  });
});

it('a space of an old schema is brought up to date step by step, and its memories by migrating', async () => {
  const database = await Database.open(await storeFolder(), {}, process.pid);
  const session = await database.space(space);
  await session.run(statements.defineMeta);
  await session.run(oldSchema);
  await session.run(statements.writeMeta, { version: 11, space_key: 'key', at: momentOf(recordedAt) });
  await session.run(
    `CREATE agent:lisa SET name = 'lisa';
    CREATE fact:bare SET content = $content, kind = 'world.fact', title = '', content_key = 'a', importance = 5, concepts = [],
      surfaces_when = [], accesses = 3, recorded_at = $at, position = 1, provenance = { channel: 'user', source: 'lisa', trust: 0.9 };
    INSERT RELATION INTO believes { id: ['lisa', 'fact:bare'], in: agent:lisa, out: fact:bare, strength: 1, confidence: 0.9,
      since: $at, reinforced_at: $at, permanent: true, half_life_days: 180, provenance: { channel: 'user', source: 'lisa', trust: 0.9 } };`,
    { at: momentOf(recordedAt), content },
  );
  await migrate(session, 'key', recordedAt, madeUpHistory);
  await session.close();
  const memory = await openSpace({ space, clock });
  expect(await memory.migrate()).toMatchObject({ memories: 1, changed: 1 });
  const [fact] = (await memory.agent('lisa').search({ query: 'Elefante' })).memories;
  expect(fact).toMatchObject({ id: 'fact:bare', kind: 'intent.rule', concepts: expect.arrayContaining(['elefante']) });
  const records = (await exported(memory)).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.find(({ record }) => record === 'fact')).toMatchObject({ ring: 'core', knowledgeType: 'law' });
  expect(records.find(({ record }) => record === 'believes')).toMatchObject({ accesses: 0 });
});

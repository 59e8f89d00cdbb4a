/** Rolling back what came from a source, by an agent or since a time, and undoing that, through the public surface. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine, RecalledMemory } from '../../../src/index.ts';
import { Database } from '../../../src/store/database.ts';
import { Ledger } from '../../../src/store/ledger.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginStory, type Story } from '../scenarios/story.ts';

storeOfItsOwn();

/** Where the doubtful texts of these stories come from. */
const source = 'rumours.md';
let story: Story;

beforeEach(async () => {
  story = await beginStory('Marlow');
});

const ids = (found: readonly RecalledMemory[]): readonly string[] => found.map(({ id }) => id).sort();

async function idsOf(agent: string): Promise<readonly string[]> {
  return ids(await story.found(agent));
}

/** Everything that the space holds but for what can be undone. */
async function records(memory: Madeleine): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines.slice(1).filter((line) => !line.startsWith('{"record":"undo"'));
}

/** What an agent is told of the story's subject, with scores, marks and links. */
function told(agent: string): Promise<readonly RecalledMemory[]> {
  return story.found(agent);
}

/** What some agents recall and what the space holds, to be compared with later. */
async function everything(): Promise<object> {
  return { system: await told('system'), lisa: await told('lisa'), records: await records(story.memory) };
}

async function observed(agent: string, content: string, more: object = {}): Promise<string> {
  const id = await story.observe(agent, content, more);
  story.wait(1);
  return id;
}

async function believed(agent: string, content: string, more: object = {}): Promise<string> {
  const id = await story.believe(agent, content, more);
  story.wait(1);
  return id;
}

describe('a rollback of a source', () => {
  it('withdraws what came from it and nothing else, for every believer', async () => {
    const own = await believed('lisa', 'Marlow plays the cello.');
    const rumour = await believed('lisa', 'Marlow was in prison.', { source });
    const shared = await observed('electra', 'Marlow was seen in Oslo.', { shared: true, source });
    expect(await idsOf('lisa')).toEqual([own, rumour, shared].sort());
    const report = await story.memory.rollback({ source });
    expect(report.beliefs.map(({ agent, memory, how }) => [agent, memory, how]).sort()).toEqual([
      ['lisa', rumour, 'asserted'],
      ['system', shared, 'asserted'],
    ]);
    expect(report).toMatchObject({ dryRun: false, corrections: [], links: 0, others: [] });
    expect(await idsOf('lisa')).toEqual([own]);
    expect(await idsOf('electra')).toEqual([]);
  });

  it('leaves to other believers what they hold by themselves, and names them', async () => {
    const fact = await believed('lisa', 'Marlow keeps bees.', { shared: true, source });
    await story.believeAgain('electra', fact);
    const report = await story.memory.rollback({ source });
    expect(report.others).toEqual([{ agent: 'electra', memory: fact }]);
    expect(await idsOf('electra')).toEqual([fact]);
    expect(await idsOf('lisa')).toEqual([]);
  });

  it('keeps what was believed before it in a recall of that time', async () => {
    const rumour = await believed('lisa', 'Marlow was in prison.', { source });
    const asOf = story.now();
    story.wait(1);
    await story.memory.rollback({ source });
    expect(ids(await story.found('lisa', { asOf }))).toEqual([rumour]);
    const why = await story.memory.agent('lisa').why({ id: rumour });
    expect(why.believers).toMatchObject([{ state: 'withdrawn', withdrawnAt: story.now() }]);
  });

  it('takes with it what was derived from it alone', async () => {
    const bad = await observed('lisa', 'Somebody says that Marlow sails.', { source });
    const good = await observed('lisa', 'Marlow says that he swims.');
    const sails = await believed('lisa', 'Marlow sails.', { derivedFrom: [bad] });
    const universal = await believed('lisa', 'Marlow owns a boat.', { derivedFrom: [bad], shared: true });
    const both = await believed('lisa', 'Marlow likes water.', { derivedFrom: [bad, good] });
    const report = await story.memory.rollback({ source });
    expect(report.beliefs.map(({ memory, agent, how }) => [memory, agent, how])).toEqual([
      [bad, 'lisa', 'asserted'],
      ...[
        [sails, 'lisa', 'derived'],
        [universal, 'system', 'derived'],
      ].sort(),
    ]);
    expect(await idsOf('lisa')).toEqual([both, good].sort());
  });

  it('takes what was derived from observations of which none is left in the view of whoever derived it', async () => {
    const bad = await observed('lisa', 'Somebody says that Marlow sails.', { source, shared: true });
    await story.believeAgain('electra', bad);
    const withdrawn = await observed('lisa', 'I saw Marlow sail.');
    const sails = await believed('lisa', 'Marlow sails.', { derivedFrom: [bad, withdrawn] });
    const seaman = await believed('electra', 'Marlow is a seaman.', { derivedFrom: [bad] });
    await story.withdraw('lisa', withdrawn);
    const { beliefs, others } = await story.memory.rollback({ source });
    expect(beliefs.map(({ agent, memory }) => [agent, memory])).toEqual([
      ['system', bad],
      ['lisa', sails],
    ]);
    expect(others).toEqual([{ agent: 'electra', memory: bad }]);
    expect(await idsOf('electra')).toEqual([bad, seaman].sort());
  });

  it('leaves a derived fact to whoever held it before, and to whoever asserted it again', async () => {
    const before = await believed('lisa', 'Marlow sails.');
    const bad = await observed('lisa', 'Somebody says that Marlow sails and swims.', { source });
    await story.believeAgain('lisa', before);
    await believed('lisa', 'Marlow sails.', { derivedFrom: [bad] });
    const swims = await believed('lisa', 'Marlow swims.', { derivedFrom: [bad] });
    await story.withdraw('lisa', swims);
    story.wait(1);
    await story.believeAgain('lisa', swims);
    const report = await story.memory.rollback({ source });
    expect(report.beliefs.map(({ memory }) => memory)).toEqual([bad]);
    expect(await idsOf('lisa')).toEqual([before, swims].sort());
  });

  it('gives back their place to facts that it had corrected, with no end of validity', async () => {
    const old = await believed('lisa', 'Marlow lives in Bergen.');
    const now = await believed('lisa', 'Marlow lives in Oslo.', { supersedes: [old], source, reason: 'I read so' });
    expect((await story.seen('lisa', old))?.superseded).toMatchObject({ by: now });
    const during = story.now();
    story.wait(1);
    const report = await story.memory.rollback({ source });
    expect(report.corrections).toMatchObject([{ believer: 'lisa', from: now, to: old }]);
    const held = await story.seen('lisa', old);
    expect(held).not.toHaveProperty('superseded');
    expect(held).not.toHaveProperty('links');
    expect(ids(await story.found('lisa', { validAt: story.now() }))).toEqual([old]);
    expect((await story.seen('lisa', old, { asOf: during }))?.superseded).toMatchObject({ by: now });
    const { supersededBy, text } = await story.memory.agent('lisa').why({ id: old });
    expect(supersededBy).toMatchObject([{ withdrawnAt: story.now() }]);
    expect(text).toContain('(I read so) and taken back on 2026-01-04');
  });

  it('takes a correction back even where others hold the fact that was put in the place', async () => {
    const [old, now] = [
      await believed('system', 'Marlow lives in Bergen.'),
      await believed('system', 'Marlow lives in Oslo.'),
    ];
    await story.believeAgain('lisa', old);
    await story.believeAgain('lisa', now, { supersedes: [old], source });
    story.wait(1);
    expect((await story.seen('lisa', old))?.superseded).toMatchObject({ by: now });
    await story.memory.rollback({ source });
    expect(await idsOf('lisa')).toEqual([old, now].sort());
    expect(await story.seen('lisa', old)).not.toHaveProperty('superseded');
    expect((await story.memory.agent('lisa').why({ id: old })).believers[0]).not.toHaveProperty('validTo');
    story.wait(1);
    await story.believeAgain('lisa', now, { supersedes: [old] });
    expect((await story.seen('lisa', old))?.superseded).toMatchObject({ by: now, at: story.now() });
  });

  it('leaves the end of validity that another correction gave', async () => {
    const old = await believed('lisa', 'Marlow lives in Bergen.');
    const first = await believed('lisa', 'Marlow lives in Oslo.', { supersedes: [old] });
    const moved = story.now();
    await believed('lisa', 'Marlow lives in Narvik.', { supersedes: [old], source });
    await story.memory.rollback({ source });
    expect((await story.seen('lisa', old))?.superseded).toMatchObject({ by: first });
    expect(ids(await story.found('lisa', { validAt: moved }))).toEqual([first]);
  });

  it('finds nothing the second time, and writes nothing then', async () => {
    await believed('lisa', 'Marlow was in prison.', { source });
    const { seq } = await story.memory.rollback({ source });
    const again = await story.memory.rollback({ source });
    expect(again).toEqual({ dryRun: false, beliefs: [], corrections: [], links: 0, others: [], seq });
    expect((await story.memory.stats()).seq).toBe(seq);
  });

  it('tells the same in a dry run, and changes nothing then', async () => {
    const bad = await observed('lisa', 'Somebody says that Marlow sails.', { source });
    await believed('lisa', 'Marlow sails.', { derivedFrom: [bad] });
    const [before, { seq }] = [await everything(), await story.memory.stats()];
    const dry = await story.memory.rollback({ source, dryRun: true });
    expect(dry).not.toHaveProperty('id');
    expect([await everything(), await story.memory.stats()]).toEqual([before, expect.objectContaining({ seq })]);
    const { id, ...report } = await story.memory.rollback({ source });
    expect(id).toMatch(/^undo:/);
    expect({ ...report, dryRun: true, seq }).toEqual(dry);
  });
});

describe('a rollback of an agent', () => {
  it('withdraws what the agent believes and what it made universal, whatever source it named', async () => {
    const lives = await believed('electra', 'Marlow lives in Bergen.', { source: 'the radio' });
    await believed('electra', 'Marlow lives in Oslo.');
    expect((await story.seen('electra', lives))?.links).toHaveLength(1);
    await believed('electra', 'Marlow sings.', { shared: true });
    await observed('electra', 'Marlow sang on stage.', { shared: true, source: 'the radio' });
    const own = await believed('lisa', 'Marlow plays the cello.', { source: 'electra' });
    const { beliefs, links } = await story.memory.rollback({ agent: 'electra' });
    expect(beliefs.map(({ agent }) => agent).sort()).toEqual(['electra', 'electra', 'system', 'system']);
    expect(links).toBe(0);
    expect(await idsOf('electra')).toEqual([]);
    expect(await idsOf('lisa')).toEqual([own]);
  });

  it('takes back what it had judged between memories that stay in its view', async () => {
    const [one, other] = [
      await believed('system', 'Marlow lives in Bergen.'),
      await believed('system', 'Marlow lives in Oslo.'),
    ];
    const before = await told('electra');
    expect((await story.seen('electra', one))?.links).toMatchObject([{ memory: other, state: 'potential' }]);
    await story.memory.agent('electra').judge({ one, other, state: 'dismissed' });
    expect(await story.seen('electra', one)).not.toHaveProperty('links');
    const { id, links } = await story.memory.rollback({ agent: 'electra' });
    expect(links).toBe(1);
    expect(await told('electra')).toEqual(before);
    await story.memory.undo(id ?? '');
    expect(await story.seen('electra', one)).not.toHaveProperty('links');
  });

  it('takes back only what was learned since a day where one is given', async () => {
    const kept = await believed('electra', 'Marlow dances.');
    const since = story.now();
    const gone = await believed('electra', 'Marlow sings.');
    const others = await believed('lisa', 'Marlow plays the cello.');
    const { beliefs } = await story.memory.rollback({ agent: 'electra', since });
    expect(beliefs.map(({ memory }) => memory)).toEqual([gone]);
    expect([await idsOf('electra'), await idsOf('lisa')]).toEqual([[kept], [others]]);
  });
});

describe('a rollback of a time', () => {
  it('takes back corrections between facts that were believed before', async () => {
    const [old, now] = [
      await believed('lisa', 'Marlow lives in Bergen.'),
      await believed('lisa', 'Marlow lives in Oslo.'),
    ];
    const before = await told('lisa');
    await story.believeAgain('lisa', now, { supersedes: [old] });
    const { beliefs, corrections } = await story.memory.rollback({ since: story.now() });
    expect([beliefs, corrections.length]).toEqual([[], 1]);
    expect((await told('lisa')).map(({ id, superseded }) => [id, superseded])).toEqual(
      before.map(({ id }) => [id, undefined]),
    );
  });

  it('does not bring back what was withdrawn since', async () => {
    const gone = await believed('lisa', 'Marlow dances.');
    const since = story.now();
    await story.withdraw('lisa', gone);
    expect(await story.memory.rollback({ since: since.toISOString() })).toMatchObject({ beliefs: [], corrections: [] });
    expect(await idsOf('lisa')).toEqual([]);
  });
});

describe('undoing a rollback', () => {
  it('leaves the space and every answer as they were', async () => {
    const bad = await observed('lisa', 'Somebody says that Marlow sails.', { source });
    await believed('lisa', 'Marlow sails.', { derivedFrom: [bad], shared: true });
    const old = await believed('lisa', 'Marlow lives in Bergen.');
    await believed('lisa', 'Marlow lives in Oslo.', { supersedes: [old], source });
    const again = await believed('lisa', 'Marlow swims.', { source });
    await story.withdraw('lisa', again);
    story.wait(1);
    await story.believeAgain('lisa', again);
    const before = await everything();
    const { id = '' } = await story.memory.rollback({ source });
    expect(await everything()).not.toEqual(before);
    const report = await story.memory.undo(id);
    expect(report).toMatchObject({ id, kind: 'rollback', dryRun: false, kept: [] });
    expect(report.what).toBe('rollback of what was learned from "rumours.md"');
    expect(await everything()).toEqual(before);
    expect((await story.memory.doctor()).ok).toBe(true);
  });

  it('can be followed by the same rollback, which can be undone by its own id', async () => {
    await believed('lisa', 'Marlow was in prison.', { source });
    const before = await everything();
    const first = await story.memory.rollback({ source });
    await story.memory.undo(first.id ?? '');
    const second = await story.memory.rollback({ source });
    expect(second.id).not.toBe(first.id);
    expect(await idsOf('lisa')).toEqual([]);
    await story.memory.undo(second.id ?? '');
    expect(await everything()).toEqual(before);
  });

  it('is refused the second time, and of an id that there is not', async () => {
    await believed('lisa', 'Marlow was in prison.', { source });
    const { id = '' } = await story.memory.rollback({ source });
    await story.memory.undo(id.slice('undo:'.length));
    await expect(story.memory.undo(id)).rejects.toMatchObject({ code: 'CONFLICT', details: { id } });
    await expect(story.memory.undo('undo:none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await story.memory.undoable()).toMatchObject([{ id, kind: 'rollback', changes: 1, undoneAt: story.now() }]);
  });

  it('keeps what was changed since, names it, and undoes the rest', async () => {
    const [again, stays] = [
      await believed('lisa', 'Marlow sings.', { source }),
      await believed('lisa', 'Marlow dances.', { source }),
    ];
    const { id = '' } = await story.memory.rollback({ source });
    story.wait(1);
    await story.believeAgain('lisa', again);
    const since = story.now();
    const kept = [{ table: 'believes', record: { agent: 'lisa', memory: again }, because: 'changed' }];
    const dry = await story.memory.undo(id, { dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, undone: 1, kept });
    expect(await idsOf('lisa')).toEqual([again]);
    expect(await story.memory.undo(id)).toMatchObject({ dryRun: false, undone: 1, kept });
    expect(await idsOf('lisa')).toEqual([again, stays].sort());
    expect((await story.memory.agent('lisa').why({ id: again })).believers).toMatchObject([{ since }]);
  });

  it('gives no end of validity back without the correction that set it', async () => {
    const old = await believed('lisa', 'Marlow lives in Bergen.');
    const now = await believed('lisa', 'Marlow lives in Oslo.', { supersedes: [old], source });
    const { id = '' } = await story.memory.rollback({ source });
    await story.believeAgain('lisa', now, { supersedes: [old] });
    const corrected = story.now();
    story.wait(1);
    const { kept } = await story.memory.undo(id);
    expect(kept.map(({ table }) => table).sort()).toEqual(['believes', 'believes', 'supersedes']);
    expect((await story.memory.agent('lisa').why({ id: old })).believers).toMatchObject([{ validTo: corrected }]);
  });

  it('leaves what is gone since, and no end of validity that came with it', async () => {
    const old = await believed('lisa', 'Marlow lives in Bergen.');
    const now = await believed('lisa', 'Marlow lives in Oslo.', { supersedes: [old], source });
    const { id = '' } = await story.memory.rollback({ source });
    const database = await Database.open(await storeFolder(), {}, process.pid);
    const ledger = await Ledger.open({ database, space: story.memory.space, clock: story.now, newId: uuidv7 });
    await ledger.exclusive(() => ledger.commit({ deletes: [now] }));
    await ledger.close();
    const { kept, undone } = await story.memory.undo(id);
    expect([undone, kept.map(({ table, because }) => `${table} ${because}`).sort()]).toEqual([
      0,
      ['believes gone', 'believes gone', 'supersedes gone'],
    ]);
    expect(await idsOf('lisa')).toEqual([old]);
    expect((await story.memory.agent('lisa').why({ id: old })).believers[0]).not.toHaveProperty('validTo');
  });

  it('goes through export and import', async () => {
    await believed('lisa', 'Marlow was in prison.', { source });
    const before = await told('lisa');
    const { id = '' } = await story.memory.rollback({ source });
    const copy = await openSpace({ clock: story.now });
    const file = join(await temporaryFolder(), 'copy.ndjson');
    const lines: string[] = [];
    for await (const line of story.memory.export()) lines.push(line);
    await writeFile(file, lines.join(''));
    await copy.import({ file });
    await copy.undo(id);
    expect((await copy.agent('lisa').search({ query: 'Marlow' })).memories).toMatchObject(
      before.map((memory) => ({ id: memory.id })),
    );
  });
});

describe('the index', () => {
  it('agrees with the ledger after a rollback and after undoing it, also when it is built anew', async () => {
    const now = new Date('2026-02-01T00:00:00Z');
    const options = { space: 'reopened', clock: () => now };
    const memory = await openSpace(options);
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'Marlow was in prison.', source });
    await lisa.believe({ content: 'Marlow plays the cello.' });
    const found = async (of: Madeleine): Promise<readonly string[]> =>
      ids((await of.agent('lisa').search({ query: 'Marlow' })).memories);
    const before = await found(memory);
    const { id = '' } = await memory.rollback({ source });
    const after = await found(memory);
    expect([before.length, after.length]).toEqual([2, 1]);
    await memory.close();
    await rm(join(await storeFolder(), 'index', 'reopened'), { recursive: true });
    const rebuilt = await openSpace(options);
    expect(rebuilt.indexOrigin).not.toBe('snapshot');
    expect(await found(rebuilt)).toEqual(after);
    await rebuilt.undo(id);
    expect(await found(rebuilt)).toEqual(before);
    await rebuilt.close();
    const again = await openSpace(options);
    expect(await found(again)).toEqual(before);
    expect((await again.doctor()).findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  });
});

describe('options', () => {
  it('must say what is to be taken back', async () => {
    await expect(story.memory.rollback({ dryRun: true })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(story.memory.rollback({ source: '' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(story.memory.impact(' ')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(story.memory.rollback({ agents: ['lisa'] } as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});

describe('an impact', () => {
  it('tells all that came from a source, withdrawn ones too, and changes nothing', async () => {
    const bad = await observed('lisa', 'Somebody says that Marlow sails.', { source });
    const sails = await believed('lisa', 'Marlow sails.', { derivedFrom: [bad] });
    await story.believeAgain('electra', await believed('lisa', 'Marlow swims.', { shared: true, source }));
    await story.withdraw('lisa', bad);
    const before = await everything();
    const { beliefs, others, corrections } = await story.memory.impact(source);
    expect(beliefs).toMatchObject([
      { agent: 'lisa', memory: bad, how: 'asserted', withdrawnAt: story.now(), provenance: { source } },
      { agent: 'system', content: 'Marlow swims.', how: 'asserted' },
      { agent: 'lisa', memory: sails, content: 'Marlow sails.', how: 'derived' },
    ]);
    expect([others.map(({ agent }) => agent), corrections]).toEqual([['electra'], []]);
    expect(await everything()).toEqual(before);
    expect(await story.memory.impact('nowhere')).toEqual({
      source: 'nowhere',
      beliefs: [],
      corrections: [],
      others: [],
    });
  });
});

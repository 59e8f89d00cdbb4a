/** What `forget` takes with it, what it leaves, and whose it is. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AgentMemory, type ImportReport, Madeleine } from '../../../src/index.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

storeOfItsOwn();

let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;
let files = 0;

beforeEach(async () => {
  memory = await openSpace();
  lisa = memory.agent('lisa');
  electra = memory.agent('electra');
});

const mill = 'Zorbix works at the mill.';

async function found(agent: AgentMemory, query: string): Promise<readonly string[]> {
  const { memories } = await agent.search({ query, archived: true });
  return memories.map(({ content }) => content).sort();
}

/** What an export holds, but for its header, which has the time. */
async function exported(): Promise<string> {
  let lines = '';
  for await (const line of memory.export()) lines += line;
  return lines.slice(lines.indexOf('\n') + 1);
}

async function importOf(lines: string): Promise<ImportReport> {
  const file = join(await storeFolder(), `lines-${++files}.ndjson`);
  await writeFile(file, lines);
  return memory.import({ file });
}

describe('forget', () => {
  test('tells in a dry run what would go, and changes nothing', async () => {
    await lisa.observe({ content: 'Zorbix came by.' });
    await electra.believe({ content: mill });
    const before = await exported();
    const { memories, dryRun } = await memory.forget({ subject: 'zorbix', dryRun: true });
    expect(dryRun).toBe(true);
    expect(memories.map(({ content }) => content)).toEqual(['Zorbix came by.', mill]);
    expect(await exported()).toBe(before);
  });

  test('by several ids takes them in one transaction, and tells of what is universal as kept', async () => {
    const own = await lisa.believe({ content: mill });
    const both = await lisa.believe({ content: 'Zorbix bakes.', shared: true });
    const { seq } = await memory.stats();
    const { memories, kept } = await lisa.forget({ ids: [own.id, both.id, own.id] });
    expect([memories.map(({ id }) => id), kept]).toEqual([[own.id], [both.id]]);
    expect((await memory.stats()).seq).toBe(seq + 1);
    await expect(lisa.forget({ ids: [both.id, own.id] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('by id takes the memory and the facts that follow from it alone, and names what says it still', async () => {
    const one = await lisa.observe({ content: 'I saw Zorbix at the mill.' });
    const two = await lisa.observe({ content: 'The baker told me the same.' });
    const alone = await lisa.believe({ content: 'Somebody is at the mill.', derivedFrom: [one.id] });
    const backed = await lisa.believe({ content: 'The mill is open.', derivedFrom: [one.id, two.id] });
    const { memories } = await memory.forget({ id: one.id });
    expect(memories.map(({ id }) => id)).toEqual([one.id, alone.id]);
    expect(memories.every(({ content }) => content === undefined)).toBe(true);
    const { sources } = await memory.forget({ id: backed.id });
    expect(sources).toEqual([two.id]);
    expect(await found(lisa, 'mill baker')).toEqual(['The baker told me the same.']);
  });

  test('by query takes what has all of its words, and refuses words that are in every text', async () => {
    for (const content of ['The red kettle leaks.', 'Kettles that are red.', 'A red door.'])
      await lisa.observe({ content });
    expect((await memory.forget({ query: 'the red kettle' })).memories).toHaveLength(2);
    expect(await found(lisa, 'red kettle')).toEqual(['A red door.']);
    await expect(memory.forget({ query: 'who was it' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('by subject clears goals and reasons that name it, and leaves what they belong to', async () => {
    await lisa.session({ id: 's', goal: 'Call Zorbix' });
    await lisa.observe({ content: 'The line was busy.', session: 's' });
    const old = await lisa.believe({ content: 'The shop opens at nine.' });
    await lisa.believe({ content: 'The shop opens at ten.', supersedes: [old.id], reason: 'Zorbix said so' });
    await memory.forget({ subject: 'Zorbix' });
    expect((await exported()).toLowerCase()).not.toContain('zorbix');
    expect(await found(lisa, 'line shop')).toHaveLength(3);
    expect((await lisa.why({ id: old.id })).supersededBy).toHaveLength(1);
  });

  test('by subject takes those that are merged with it over others', async () => {
    const names = ['Luna', 'Moonpie', 'Fluffball', 'Biscuit', 'Pumpkin'];
    for (const name of names) await lisa.observe({ content: `${name} sleeps.`, entities: [name] });
    for (const [at, from] of names.slice(1).entries()) await memory.mergeEntities({ from, into: names[at] ?? '' });
    expect((await memory.forget({ subject: 'Luna' })).memories).toHaveLength(names.length);
  });

  test('takes exactly one of subject, id and query, and an id that is there', async () => {
    await expect(memory.forget({})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(memory.forget({ id: 'fact:x', query: 'x' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(memory.forget({ id: 'fact:x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an agent that forgets', () => {
  test('erases what it alone believes, and of what others believe its own part', async () => {
    await lisa.observe({ content: 'Zorbix came by.' });
    const shared = await lisa.believe({ content: mill });
    await electra.believe({ content: mill });
    await electra.believe({ content: 'Zorbix does not work at the mill.' });
    const asOf = new Date();
    const before = await electra.search({ query: 'Zorbix mill', asOf });
    const { memories, kept } = await lisa.forget({ subject: 'Zorbix' });
    expect([memories.length, kept]).toEqual([2, []]);
    expect(await found(lisa, 'Zorbix mill')).toEqual([]);
    await expect(lisa.why({ id: shared.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await electra.search({ query: 'Zorbix mill', asOf })).toEqual(before);
    expect(await exported()).not.toContain('"agent":"lisa","memory"');
  });

  test('leaves what is universal, says so, and may not forget it by id', async () => {
    const { id } = await electra.believe({ content: mill, shared: true });
    expect(await lisa.forget({ subject: 'Zorbix' })).toMatchObject({ memories: [], kept: [id] });
    await expect(lisa.forget({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await found(lisa, 'mill')).toEqual([mill]);
  });

  test('sees nothing of what only others believe', async () => {
    const { id } = await electra.believe({ content: mill });
    expect(await lisa.forget({ subject: 'Zorbix' })).toEqual({ dryRun: false, memories: [], kept: [], sources: [] });
    await expect(lisa.forget({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await found(electra, 'mill')).toEqual([mill]);
  });

  test('clears the reasons of its own thoughts, and of no others', async () => {
    await lisa.think({ thought: 'Try the side door.' });
    await lisa.think({ thought: 'Take the front door.', revisesThought: 1, reason: 'Sofia said that her PIN is 4411' });
    await electra.think({ thought: 'Ring the bell.' });
    await electra.think({ thought: 'Open it.', reason: 'the PIN is 4411' });
    await lisa.forget({ query: '4411' });
    expect(await exported()).not.toContain('Sofia said');
    expect(await exported()).toContain('the PIN is 4411');
  });

  test('leaves sessions of others and shared ones as they are, and its own while anything of it is there', async () => {
    await lisa.session({ id: 'release', planStatus: 'blocked' });
    await lisa.session({ id: 'move', planStatus: 'blocked', shared: true });
    await electra.session({ id: 'visit', planStatus: 'blocked' });
    const said: { readonly id: string }[] = [];
    for (const session of ['release', 'move', 'visit'])
      said.push(await electra.observe({ content: `Zorbix came by (${session}).`, session }));
    await lisa.observe({ content: 'The boxes are here.', session: 'move' });
    await electra.observe({ content: 'Tea is ready.', session: 'visit', shared: true });
    await electra.forget({ ids: said.map(({ id }) => id) });
    const plans = async (agent: AgentMemory): Promise<readonly string[]> =>
      (await agent.sessions()).map(({ id, planStatus }) => `${id} ${planStatus}`).sort();
    expect(await plans(lisa)).toEqual(['session:move blocked', 'session:release blocked', 'session:visit in_progress']);
    expect(await plans(electra)).toEqual(['session:move blocked', 'session:visit blocked']);
  });

  test('gets its part back from no old export', async () => {
    await lisa.believe({ content: mill });
    await electra.believe({ content: mill });
    const old = await exported();
    await lisa.forget({ query: 'mill' });
    const { stored, forgotten } = await importOf(old);
    expect([stored, forgotten]).toEqual([0, 1]);
    expect(await found(lisa, 'mill')).toEqual([]);
  });
});

describe('what was forgotten', () => {
  test('may be said again, is known again then, and its old lines stay out', async () => {
    const { id } = await lisa.believe({ content: mill });
    const old = await exported();
    await memory.forget({ id });
    const again = await lisa.believe({ content: mill });
    expect(again).toMatchObject({ outcome: 'stored' });
    await importOf(old);
    expect(await found(lisa, 'mill')).toEqual([mill]);
    expect((await importOf(await exported())).forgotten).toBe(0);
  });

  test('stays out under another id too, with all that a file says of it, and new lines come in', async () => {
    await lisa.believe({ content: mill });
    await memory.forget({ subject: 'Zorbix' });
    const lines = [
      { record: 'fact', id: 'fact:copy', content: mill, believedBy: ['lisa'] },
      { record: 'fact', id: 'fact:new', content: 'The mill is shut.', believedBy: ['lisa'] },
    ];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    // The copy mentions what an old export would; by hand it is about nothing, as the forgotten one was.
    expect(await importOf(text)).toMatchObject({ stored: 2, forgotten: 2, refused: [] });
    const later = JSON.stringify({ record: 'believes', agent: 'electra', memory: 'fact:copy' });
    expect(await importOf(`${later}\n`)).toMatchObject({ stored: 0, forgotten: 1 });
    expect(await found(lisa, 'mill')).toEqual(['The mill is shut.']);
  });

  test('leaves hashes that differ from space to space', async () => {
    const other = await openSpace();
    const tombstones = async (space: Madeleine): Promise<number> => (await space.stats()).records['tombstone'] ?? 0;
    for (const space of [memory, other]) {
      await space.agent('lisa').observe({ id: 'same', content: 'Zorbix came by.' });
      await space.forget({ subject: 'Zorbix' });
      expect(await tombstones(space)).toBeGreaterThan(1);
    }
    expect(await exported()).not.toContain('tombstone');
  });
});

describe('the files of a space', () => {
  test('lose an old snapshot that a crash has left as soon as the space is opened', async () => {
    const [space, at] = ['crashed', await storeFolder()];
    const snapshot = join(at, 'index', space, 'recall-index.snapshot');
    const opened = (): Promise<Madeleine> => Madeleine.open({ at, space, embedder: 'none' });
    let crashed = await opened();
    await crashed.agent('lisa').observe({ content: 'Zorbix came by.' });
    await crashed.agent('lisa').observe({ content: 'The line was busy.' });
    await crashed.close();
    const before = await readFile(snapshot);
    expect(before.toString('latin1').toLowerCase()).toContain('zorbix');
    crashed = await opened();
    await crashed.forget({ subject: 'Zorbix' });
    await crashed.close();
    await writeFile(snapshot, before);
    crashed = await opened();
    expect(crashed.indexOrigin).toBe('snapshot');
    expect((await readFile(snapshot)).toString('latin1').toLowerCase()).not.toContain('zorbix');
    await crashed.close();
  });

  test('take no backup back in place of what is left after something was forgotten', async () => {
    const at = await temporaryFolder();
    const file = join(at, 'backup.ndjson');
    const alone = await Madeleine.open({ at: join(at, 'store'), embedder: 'none' });
    await alone.agent('lisa').observe({ content: 'Zorbix came by.' });
    await alone.backup({ file });
    await alone.forget({ subject: 'Zorbix' });
    await expect(alone.restore({ file })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('the space holds') as string,
    });
    expect((await alone.agent('lisa').search({ query: 'Zorbix' })).memories).toEqual([]);
    await alone.close();
  });
});

describe('what was rolled back', () => {
  test('is forgotten with what would undo it, and the rest can still be undone', async () => {
    const one = await lisa.believe({ content: mill, source: 'letter' });
    await lisa.believe({ content: 'The shop opens at nine.', source: 'letter' });
    const { id } = await memory.rollback({ source: 'letter' });
    await memory.forget({ id: one.id });
    expect(await exported()).not.toContain(one.id);
    await memory.undo(id as string);
    expect(await found(lisa, 'mill shop')).toEqual(['The shop opens at nine.']);
  });
});

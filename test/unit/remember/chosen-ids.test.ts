/** Ids that several agents have chosen: each uses its own, through every verb, and none notices the others. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../src/index.ts';
import { chosenId, taggedId } from '../../../src/domain/chosen-id.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;

beforeEach(async () => {
  memory = await openSpace();
  [lisa, electra] = [memory.agent('lisa'), memory.agent('electra')];
  await electra.observe({ id: 'a', content: 'A quokka of the other agent', source: 'diary' });
  await electra.believe({ id: 'f', content: 'The other agent owns a numbat' });
});

it('is told by the id that was chosen, and found by it', async () => {
  const receipt = await lisa.observe({ id: 'a', content: 'My own quokka sleeps' });
  expect(receipt).toMatchObject({ id: 'observation:a', outcome: 'stored' });
  expect((await lisa.search({ query: 'quokka' })).memories).toMatchObject([
    { id: 'observation:a', content: 'My own quokka sleeps' },
  ]);
  const { primary, synthesis } = await lisa.recall({ query: 'Does my quokka sleep?', profile: 'cognitive' });
  expect(primary).toMatchObject([{ id: 'observation:a', content: 'My own quokka sleeps' }]);
  expect(synthesis).toContain('My own quokka sleeps');
  expect(await lisa.explain({ id: 'observation:a', query: 'quokka' })).toMatchObject({
    memory: { id: 'observation:a' },
  });
  expect((await lisa.why({ id: 'observation:a' })).memory).toMatchObject({ content: 'My own quokka sleeps' });
  expect((await electra.why({ id: 'observation:a' })).memory).toMatchObject({ content: 'A quokka of the other agent' });
  expect(await lisa.latest()).toMatchObject([{ id: 'observation:a', content: 'My own quokka sleeps' }]);
});

it('is the same memory when it is given again, and another content is refused', async () => {
  await lisa.observe({ id: 'a', content: 'My own quokka sleeps' });
  expect(await lisa.observe({ id: 'a', content: 'My own quokka sleeps' })).toMatchObject({
    id: 'observation:a',
    outcome: 'merged',
  });
  await expect(lisa.observe({ id: 'observation:a', content: 'wombat' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('got "observation:a", which holds another'),
    details: { id: 'observation:a' },
  });
  expect((await memory.stats()).records.observation).toBe(2);
});

it('of a fact is corrected, judged, withdrawn and brought back by that id', async () => {
  await lisa.believe({ id: 'f', content: 'I own a wombat' });
  await lisa.observe({ id: 'a', content: 'The wombat was sold' });
  const later = await lisa.believe({ id: 'g', content: 'I own a bilby', supersedes: ['f'], derivedFrom: ['a'] });
  expect(later).toMatchObject({ superseded: ['fact:f'] });
  const why = await lisa.why({ id: 'fact:g' });
  expect(JSON.stringify(why)).not.toContain('~');
  expect(why).toMatchObject({ derivedFrom: [{ id: 'observation:a' }] });
  expect(
    await lisa.judge({ one: 'fact:g', other: 'observation:a', kind: 'supports', state: 'confirmed' }),
  ).toMatchObject({
    one: 'fact:g',
    other: 'observation:a',
  });
  await lisa.withdraw({ id: 'fact:g' });
  expect(await lisa.believe({ memory: 'fact:g' })).toMatchObject({ id: 'fact:g', outcome: 'merged' });
  expect(await electra.latest({ types: ['fact'] })).toMatchObject([
    { id: 'fact:f', content: 'The other agent owns a numbat' },
  ]);
});

it('is forgotten by that id alone, and told so', async () => {
  await lisa.observe({ id: 'a', content: 'My own quokka sleeps' });
  expect(await lisa.forget({ id: 'observation:a' })).toMatchObject({ memories: [{ id: 'observation:a' }] });
  expect(await lisa.latest()).toEqual([]);
  await expect(lisa.why({ id: 'observation:a' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await electra.latest()).toHaveLength(2);
});

it('that is shared is another than the agent’s own, which keeps the id', async () => {
  await lisa.observe({ id: 'a', content: 'My own quokka sleeps' });
  await electra.share({ id: 'observation:a' });
  const told = async (agent: AgentMemory): Promise<Map<string, string>> =>
    new Map((await agent.search({ query: 'quokka' })).memories.map(({ id, content }) => [content, id]));
  const own = await told(lisa);
  expect(own.get('My own quokka sleeps')).toBe('observation:a');
  const other = own.get('A quokka of the other agent')!;
  expect(other).toBe(taggedId('observation:a', 'electra'));
  expect((await lisa.why({ id: other })).memory.content).toBe('A quokka of the other agent');
  expect((await lisa.why({ id: 'observation:a' })).memory.content).toBe('My own quokka sleeps');
  expect(await told(electra)).toEqual(new Map([['A quokka of the other agent', 'observation:a']]));
  expect(await told(memory.agent('tove'))).toEqual(new Map([['A quokka of the other agent', 'observation:a']]));
});

it('is heard of in the feed as it was chosen', async () => {
  const changes = lisa.changes()[Symbol.asyncIterator]();
  const heard = changes.next();
  await lisa.observe({ id: 'a', content: 'My own quokka sleeps', session: 'monday' });
  expect((await heard).value.ids).toContain('observation:a');
  await changes.return?.();
});

it('is the same in a copy that was made from an export', async () => {
  await lisa.observe({ id: 'a', content: 'My own quokka sleeps' });
  const file = join(await temporaryFolder(), 'all.ndjson');
  for await (const line of memory.export()) await appendFile(file, `${line}\n`);
  const copy = await openSpace();
  await copy.import({ file });
  expect(await copy.agent('lisa').latest()).toMatchObject([{ id: 'observation:a', content: 'My own quokka sleeps' }]);
  expect((await copy.agent('electra').why({ id: 'observation:a' })).memory.content).toBe('A quokka of the other agent');
});

describe('an id with a tag', () => {
  it('is read back, also where it was taken once more, and a look-alike stays as it is', () => {
    const once = taggedId('observation:a', 'lisa');
    expect(once).toMatch(/^observation:a~[0-9a-f]{16}$/);
    expect([chosenId(once), chosenId(taggedId(once, 'electra'))]).toEqual(['observation:a', 'observation:a']);
    expect(chosenId('observation:a~0123456789abcdef')).toBe('observation:a~0123456789abcdef');
  });
});

describe('a session', () => {
  it('is each agent’s own, with its goal, though another has said something of one by that id', async () => {
    await electra.session({ id: 'monday', goal: 'The other agent’s plan' });
    await lisa.observe({ content: 'Tea is ready', session: 'monday', occurredAt: '2026-01-02' });
    expect(await lisa.sessions()).toMatchObject([{ id: 'session:monday', memories: 1 }]);
    const opened = await lisa.session({ id: 'monday', goal: 'Drink tea' });
    expect(opened).toMatchObject({ id: 'session:monday', agent: 'lisa', startedAt: new Date('2026-01-02') });
    expect(await lisa.session({ id: 'monday', planStatus: 'blocked' })).toMatchObject({ goal: 'Drink tea' });
    expect(await lisa.sessions()).toMatchObject([{ id: 'session:monday', goal: 'Drink tea', planStatus: 'blocked' }]);
    expect(await electra.sessions()).toMatchObject([{ goal: 'The other agent’s plan', planStatus: 'in_progress' }]);
    await lisa.session({ id: 'monday', shared: true });
    expect(await memory.agent('tove').sessions()).toMatchObject([{ id: 'session:monday', goal: 'Drink tea' }]);
    expect(await electra.sessions()).toMatchObject([{ goal: 'The other agent’s plan' }]);
  });

  it('of which nobody said anything is left to who says something first', async () => {
    await electra.observe({ content: 'Coffee is ready', session: 'monday', occurredAt: '2026-01-01' });
    await lisa.session({ id: 'monday', goal: 'Drink tea' });
    expect(await electra.sessions()).toMatchObject([{ id: 'session:monday', startedAt: new Date('2026-01-01') }]);
    expect((await electra.sessions())[0]).not.toHaveProperty('goal');
    expect(await lisa.sessions()).toMatchObject([{ goal: 'Drink tea', memories: 0 }]);
  });

  it('is gone with the agent’s own last memory in it, whatever others have there', async () => {
    const { id } = await lisa.observe({ content: 'Tea is ready', session: 'monday', occurredAt: '2026-01-01' });
    await electra.observe({ content: 'Coffee is ready', session: 'monday', occurredAt: '2026-01-02' });
    await lisa.forget({ id });
    expect(await lisa.sessions()).toEqual([]);
    expect(await electra.sessions()).toMatchObject([{ id: 'session:monday', startedAt: new Date('2026-01-02') }]);
    expect((await memory.doctor()).findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  });
});

it('may be as long as an id can be, twice, and is read back from a file', async () => {
  const id = 'é'.repeat(128);
  await electra.observe({ id, content: 'The longest id' });
  await lisa.observe({ id, content: 'The longest id, too' });
  const file = join(await temporaryFolder(), 'all.ndjson');
  for await (const line of memory.export()) await appendFile(file, `${line}\n`);
  const copy = await openSpace();
  await copy.import({ file });
  expect(await copy.agent('lisa').latest()).toMatchObject([
    { id: `observation:${id}`, content: 'The longest id, too' },
  ]);
});

it('a session that is shared under an id is the only shared one of that id', async () => {
  await lisa.session({ id: 'monday', goal: 'Drink tea' });
  await electra.session({ id: 'monday', goal: 'Drink coffee', shared: true });
  await expect(lisa.session({ id: 'monday', shared: true })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'session: another session "session:monday" is shared already; go on with that, or choose another id.',
  });
  expect(await lisa.session({ id: 'monday', planStatus: 'blocked' })).toMatchObject({ goal: 'Drink tea' });
  await expect(lisa.session({ id: 'monday', goal: 'Drink both', with: 'user:sofia' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('"session:monday" is not open to change in this talk'),
  });
});

/** The cognitive fields from their writers, through the ledger and the index, to what recall makes of them. */
import { expect, it } from 'vitest';
import type { OpenOptions, RecalledMemory } from '../../src/index.ts';
import { openSpace, storeOfItsOwn } from '../support/open-space.ts';

storeOfItsOwn();

const contents = (memories: readonly RecalledMemory[]): readonly string[] => memories.map(({ content }) => content);

function signal(memory: RecalledMemory | undefined, name: string): number | undefined {
  return memory?.signals.find((one) => one.name === name)?.value;
}

it('infers type of knowledge and ring of a fact, keeps what is given, and shows both', async () => {
  const lisa = (await openSpace()).agent('lisa');
  await lisa.believe({ content: 'Always use absolute paths in Elefante to avoid errors' });
  await lisa.believe({
    content: 'Elefante runs on port 8080',
    ring: 'core',
    knowledgeType: 'decision',
    topic: 'Ports',
  });
  await lisa.believe({ content: 'Elefante keeps its logs in /var/log', permanent: true });
  await lisa.observe({ content: 'Elefante was restarted' });
  const { memories } = await lisa.search({ query: 'elefante' });
  const shown = memories.map(({ content, ring, knowledgeType, topic }) => [
    content.split(' ')[1],
    ring,
    knowledgeType,
    topic,
  ]);
  expect(shown.sort()).toEqual([
    ['keeps', 'core', 'fact', undefined],
    ['runs', 'core', 'decision', 'Ports'],
    ['use', 'domain', 'law', undefined],
    ['was', undefined, undefined, undefined],
  ]);
  expect(memories.find(({ type }) => type !== 'fact')).not.toHaveProperty('ring');
});

it('counts technical terms of the settings among the concepts of memories and of queries', async () => {
  const lisa = (await openSpace({ technicalTerms: ['Elefante'] })).agent('lisa');
  await lisa.believe({ content: 'Always use absolute paths in Elefante to avoid errors' });
  const query = 'red green blue grey pink elefante absolute';
  const [memory] = (await lisa.search({ query })).memories;
  expect(memory?.concepts).toEqual(['elefante', 'always', 'absolute', 'paths', 'avoid']);
  expect(signal(memory, 'concept')).toBeCloseTo(1 / 9, 12);
});

it('matches concepts of scripts without spaces and of other alphabets', async () => {
  const lisa = (await openSpace()).agent('lisa');
  await lisa.observe({ content: '我的猫叫露娜，我们住在西雅图' });
  await lisa.observe({ content: 'Вчера Анна поехала в Москву' });
  const [cat] = (await lisa.search({ query: '露娜住在哪里' })).memories;
  expect(cat?.content).toContain('露娜');
  expect(signal(cat, 'concept')).toBeGreaterThan(0);
  const [trip] = (await lisa.search({ query: 'Анна Москву' })).memories;
  expect(signal(trip, 'concept')).toBeGreaterThan(0);
});

it('finds a fact by the title that it was given, and by no title that was made for it', async () => {
  const lisa = (await openSpace()).agent('lisa');
  await lisa.believe({ content: 'It opens at nine', title: 'Harbour office' });
  await lisa.believe({ content: 'Luna sleeps on the sofa' });
  expect(contents((await lisa.search({ query: 'harbour' })).memories)).toEqual(['It opens at nine']);
  expect((await lisa.search({ query: 'world' })).memories).toEqual([]);
});

it('puts what belongs to the focus first, and names what it was not asked for too', async () => {
  const lisa = (await openSpace()).agent('lisa');
  await lisa.observe({ content: 'The server is slow this morning', domain: 'project:Apollo', topic: 'cooling' });
  await lisa.observe({ content: 'The server is slow this evening', domain: 'project:Gemini', topic: 'heating' });
  const first = async (query: string, focus = {}) => contents((await lisa.search({ query, focus })).memories)[0];
  expect(await first('slow server', { domain: 'project:Apollo' })).toBe('The server is slow this morning');
  expect(await first('slow server', { domain: 'project:Gemini' })).toBe('The server is slow this evening');
  expect(await first('slow server', { topic: 'Heating' })).toBe('The server is slow this evening');
  expect(await first('is the server of Apollo slow')).toBe('The server is slow this morning');
  expect((await lisa.search({ query: 'slow server', focus: { domain: 'work' } })).memories).toHaveLength(2);
});

it('weighs signals as it is told, for the profile that it was opened with alone', async () => {
  const space = 'weights';
  const asked = async (
    options: Partial<OpenOptions>,
    profile?: 'lexical',
  ): Promise<Readonly<Record<string, number>>> => {
    const memory = await openSpace({ space, ...options });
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'The harbour is closed', id: 'one' });
    const { memories } = await lisa.search({ query: 'harbour', ...(profile === undefined ? {} : { profile }) });
    await memory.close();
    return Object.fromEntries(memories[0]?.signals.map(({ name, weight }) => [name, weight]) ?? []);
  };
  const weights = { session: 0, episode: 0, ring: 100, coActivation: 0 };
  const own = await asked({ weights });
  expect(own).not.toHaveProperty('session');
  expect(own['ring']).toBeGreaterThan(0.9);
  expect(Object.values(own).reduce((sum, weight) => sum + weight, 0)).toBe(1);
  expect(await asked({ weights }, 'lexical')).toEqual({ lexical: 1 });
  expect(await asked({ weights: { ring: 1, domain: 1 }, profile: 'lexical' })).toEqual({
    lexical: expect.closeTo(1 / 3, 9),
    domain: expect.closeTo(1 / 3, 9),
    ring: expect.closeTo(1 / 3, 9),
  });
});

it("does not let another agent's private recall move authority, recency or co-activation", async () => {
  const memory = await openSpace({ clock: () => new Date('2026-01-05T12:00:00Z') });
  const [lisa, electra] = [memory.agent('lisa'), memory.agent('electra')];
  for (const agent of [lisa, electra]) {
    await agent.observe({ content: 'The harbour is closed', id: 'one' });
    await agent.observe({ content: 'The harbour has lanterns', id: 'two' });
  }
  const shown = async () => (await lisa.search({ query: 'harbour' })).memories.map(({ id, score }) => ({ id, score }));
  const before = await shown();
  for (let times = 0; times < 3; times++) await electra.recall({ query: 'harbour lanterns' });
  expect(await shown()).toEqual(before);
});

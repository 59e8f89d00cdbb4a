import { describe, expect, test } from 'vitest';
import type { AgentMemory } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

test('a memory comes up by a name that its text does not use', async () => {
  const memory = await openSpace();
  const lisa = memory.agent('lisa');
  await lisa.observe({
    content: 'Luna slept on the heater all day.',
    entities: [{ name: 'Luna', aliases: ['Moonpie'] }],
  });
  await lisa.observe({ content: 'The bakery opens at seven.' });
  const { memories } = await lisa.search({ query: 'Where is Moonpie?' });
  expect(memories.map(({ content }) => content)).toEqual(['Luna slept on the heater all day.']);
  expect(memories[0]?.signals.find(({ name }) => name === 'entity')).toMatchObject({ value: 1 });
});

test('the longest name wins, and a name that only another agent uses means nothing', async () => {
  const memory = await openSpace();
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'A letter came.', entities: ['New York'] });
  await lisa.observe({ content: 'A parcel came.', entities: ['York'] });
  await memory
    .agent('electra')
    .observe({ content: 'A bill came.', entities: [{ name: 'York', aliases: ['Eboracum'] }] });
  const named = async (query: string): Promise<readonly string[]> =>
    (await lisa.search({ query })).memories.map(({ content }) => content);
  expect(await named('What is new from New York?')).toEqual(['A letter came.']);
  expect(await named('What is there from York?')).toEqual(['A parcel came.']);
  expect(await named('And Eboracum?')).toEqual([]);
});

describe('a title', () => {
  const knowing = async (...contents: readonly string[]): Promise<AgentMemory> => {
    const agent = (await openSpace()).agent('lisa');
    for (const content of contents) await agent.observe({ content });
    return agent;
  };
  const answerOf = async (agent: AgentMemory, query: string): Promise<string | undefined> =>
    (await agent.recall({ query, attention: false })).memories[0]?.content;

  test('makes no other person of a name, with a full stop or without, wherever it stands', async () => {
    const allergy = 'Mrs Adeyemi is allergic to latex.';
    const agent = await knowing(allergy, 'Dr Brandt wants Mrs Adeyemi to rest.', 'I told Mrs. Adeyemi so.');
    for (const whom of ['Mrs Adeyemi', 'mrs. adeyemi', 'Ms Adeyemi', 'Frau Adeyemi', 'Adeyemi'])
      expect(await answerOf(agent, `What is ${whom} allergic to?`)).toBe(allergy);
    expect((await agent.entities()).map(({ name }) => name)).toEqual(['Mrs Adeyemi', 'Dr Brandt']);
  });

  test('that only a question has takes nothing from what answers', async () => {
    const agent = await knowing('My name is Gerhard Thaler and I live in Emden.', 'My son lives in Turin.');
    for (const whom of ['Gerhard Thaler', 'Herr Thaler', 'herr thaler', 'Mr. Thaler', 'Herr Gerhard Thaler'])
      expect(await answerOf(agent, `Where does ${whom} live?`)).toContain('Emden');
  });

  test('tells two of one surname apart', async () => {
    const agent = await knowing('Mr Kemp is allergic to nuts.', 'I met Mrs Kemp at the bank.', 'Mrs. Kemp keeps bees.');
    expect(await answerOf(agent, 'What is Mr Kemp allergic to?')).toContain('nuts');
    expect(await answerOf(agent, 'What does Mrs Kemp keep?')).toContain('bees');
    expect(await answerOf(agent, 'What is Mrs Kemp allergic to?')).toBeUndefined();
  });

  test('is none where it is a word, and nobody is a Mr because there is a Mrs', async () => {
    const agent = await knowing('I miss Clara a lot.', 'Mrs Adeyemi drinks her tea black.');
    expect((await agent.entities()).map(({ name }) => name)).toContain('Clara');
    expect(await answerOf(agent, 'What does Mr Adeyemi drink?')).toBeUndefined();
  });
});

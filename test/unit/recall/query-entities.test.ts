import { expect, test } from 'vitest';
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

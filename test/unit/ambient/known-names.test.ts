import { beforeEach, expect, test } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace, storeOfItsOwn } from '../../support/open-space.ts';

storeOfItsOwn();

let memory: Madeleine;
beforeEach(async () => {
  memory = await openSpace();
});

const named = async (agent: string, message: string): Promise<readonly string[]> =>
  (await memory.agent(agent).namesIn({ message })).map(({ name }) => name);

test('an agent knows the names that it was told, as the message writes them, and where they stand', async () => {
  const { linked } = await memory.agent('lisa').observe({
    content: 'Luna slept.',
    entities: [{ name: 'Luna', aliases: ['Moonpie'] }],
  });
  const message = "How is LUNA? And moonpie's bowl?";
  const ids = linked.map(({ id }) => id);
  expect(await memory.agent('lisa').namesIn({ message })).toEqual([
    { name: 'LUNA', from: 7, to: 11, entities: ids },
    { name: 'moonpie', from: 17, to: 24, entities: ids },
  ]);
});

test('what only another agent knows is no name, and hides none', async () => {
  await memory.agent('lisa').observe({ content: 'A letter.', entities: ['Luna'] });
  await memory.agent('electra').observe({ content: 'A parcel.', entities: ['Luna Park', 'Quilliam'] });
  expect(await named('lisa', 'Quilliam is at Luna Park')).toEqual(['Luna']);
  expect(await named('electra', 'Quilliam is at Luna Park')).toEqual(['Quilliam', 'Luna Park']);
  await memory.agent('electra').observe({ content: 'A notice.', entities: ['Quilliam'], shared: true });
  expect(await named('lisa', 'Quilliam is at Luna Park')).toEqual(['Quilliam', 'Luna']);
});

test('names go with the belief and with the memory, and come back with a new one', async () => {
  const lisa = memory.agent('lisa');
  const luna = await lisa.observe({ content: 'A letter.', entities: ['Luna'] });
  const seattle = await lisa.observe({ content: 'A parcel.', entities: ['Seattle'] });
  await lisa.withdraw({ id: luna.id });
  expect(await named('lisa', 'Luna in Seattle')).toEqual(['Seattle']);
  await lisa.forget({ id: seattle.id });
  expect(await named('lisa', 'Luna in Seattle')).toEqual([]);
  await lisa.observe({ content: 'A card.', entities: ['Luna'] });
  expect(await named('lisa', 'Luna in Seattle')).toEqual(['Luna']);
});

test('names are known again when the space is opened again', async () => {
  const first = await openSpace({ space: 'again' });
  await first.agent('lisa').observe({ content: 'A letter.', entities: ['北京', 'src/auth.py'] });
  await first.close();
  memory = await openSpace({ space: 'again' });
  expect(await named('lisa', '我在北京, see src/auth.py.')).toEqual(['北京', 'src/auth.py']);
});

test('an option that is none is refused', async () => {
  await expect(memory.agent('lisa').namesIn({ message: '  ' })).rejects.toThrow('namesIn: "message" must not be blank');
});

/** Whom `forget` means by a name that several have. */
import { beforeEach, expect, it } from 'vitest';
import { type ForgetOptions, type Madeleine, MadeleineError, type MeantSubject } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
beforeEach(async () => {
  memory = await openSpace();
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'Anna Berg plays the cello.' });
  await lisa.observe({ content: 'Anna Koch lives in Oslo.' });
  await lisa.observe({ content: 'The cello is old.' });
});

const contents = async (): Promise<readonly string[]> =>
  (await memory.agent('lisa').latest()).map(({ content }) => content).sort();

async function refusal(
  forgets: (options: ForgetOptions) => Promise<unknown>,
  subject: string,
): Promise<MadeleineError> {
  const thrown = await forgets({ subject }).catch((error: unknown) => error);
  if (thrown instanceof MadeleineError) return thrown;
  throw new Error('nothing was refused');
}

const whichOf = ({ details }: MadeleineError): readonly MeantSubject[] => details['which'] as readonly MeantSubject[];

it('is asked, with the name, the id and a memory of each', async () => {
  for (const door of [memory, memory.agent('lisa')]) {
    const thrown = await refusal((options) => door.forget(options), 'Anna');
    expect(thrown.code).toBe('CONFLICT');
    expect(whichOf(thrown)).toEqual([
      { name: 'Anna Berg', id: expect.stringMatching(/^entity:/), says: 'Anna Berg plays the cello.' },
      { name: 'Anna Koch', id: expect.stringMatching(/^entity:/), says: 'Anna Koch lives in Oslo.' },
    ]);
    for (const { id = '' } of whichOf(thrown)) expect(thrown.message).toContain(id);
  }
  expect(await contents()).toHaveLength(3);
});

it('is told by the id, and forgets nobody else', async () => {
  const [berg] = whichOf(await refusal((options) => memory.forget(options), 'Anna'));
  await memory.agent('lisa').forget({ subject: berg?.id ?? '' });
  expect(await contents()).toEqual(['Anna Koch lives in Oslo.', 'The cello is old.']);
  expect(await memory.agent('lisa').entities({ startsWith: 'Anna' })).toMatchObject([{ name: 'Anna Koch' }]);
});

it('takes by the id also what says the whole name without a mention, where nobody else has it', async () => {
  await memory.agent('lisa').observe({ content: 'they say anna berg was late' });
  const [berg] = whichOf(await refusal((options) => memory.forget(options), 'Anna'));
  expect((await memory.forget({ subject: berg?.id ?? '' })).memories).toHaveLength(2);
  expect(await contents()).toEqual(['Anna Koch lives in Oslo.', 'The cello is old.']);
});

it('is told apart also where two have the very same name, and keeps the texts that may mean the other', async () => {
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'The mill closes at six.', entities: [{ name: 'Luna', type: 'person' }] });
  await lisa.believe({ content: 'The kettle is red.', entities: [{ name: 'Luna', type: 'place' }], about: ['Luna'] });
  const electra = memory.agent('electra');
  await electra.observe({ content: 'The ferry is late.', entities: [{ name: 'Luna', type: 'place' }] });
  const thrown = await refusal((options) => memory.forget(options), 'Luna');
  const which = whichOf(thrown);
  expect(which.map(({ name }) => name)).toEqual(['Luna', 'Luna']);
  const ferry = which.find(({ says }) => says === 'The ferry is late.');
  expect((await memory.forget({ subject: ferry?.id ?? '' })).memories).toHaveLength(1);
  expect(await contents()).toContain('The mill closes at six.');
  expect((await electra.latest()).map(({ content }) => content)).toEqual([]);
});

it('names to an agent nobody whom only others know, and finds no entity of theirs', async () => {
  const electra = memory.agent('electra');
  await electra.observe({ content: 'Anna Weber is a pilot.' });
  const thrown = await refusal((options) => electra.forget(options), 'Anna');
  expect(whichOf(thrown).map(({ name }) => name)).toEqual(['Anna Weber']);
  const [berg] = whichOf(await refusal((options) => memory.forget(options), 'Anna'));
  await expect(electra.forget({ subject: berg?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(memory.forget({ subject: 'entity:none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

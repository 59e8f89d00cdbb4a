/** Who is meant by a name, through every verb that takes or reads one. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
let lisa: AgentMemory;

beforeEach(async () => {
  memory = await openSpace();
  lisa = memory.agent('lisa');
});

/** The names that a message says, with how many entities each stands for. */
const namesIn = async (message: string): Promise<readonly string[]> =>
  (await lisa.namesIn({ message })).map(({ name }) => name);

describe('a first or last name alone', () => {
  beforeEach(async () => {
    await lisa.believe({ content: 'Omar Haddad repairs old clocks.', about: ['Omar Haddad'] });
  });

  test('is the one person who has it', async () => {
    const whole = (await lisa.namesIn({ message: 'Omar Haddad' }))[0]?.entities;
    expect((await lisa.namesIn({ message: 'what does omar do?' }))[0]?.entities).toEqual(whole);
    expect((await lisa.namesIn({ message: 'Is Haddad around?' }))[0]?.entities).toEqual(whole);
    expect((await lisa.facts({ about: ['Omar'] })).facts).toMatchObject([
      { content: 'Omar Haddad repairs old clocks.' },
    ]);
    expect((await lisa.explore({ from: 'Haddad' })).unknown).toEqual([]);
    expect((await lisa.ambient('How is Omar doing?')).text).toContain('clocks');
  });

  test('is the same person when it was said before the whole name', async () => {
    const other = memory.agent('electra');
    await other.observe({ content: 'Tariq likes figs.' });
    await other.observe({ content: 'Tariq Khan moved to Oslo.' });
    const ids = async (name: string) => (await other.namesIn({ message: name }))[0]?.entities;
    expect(await ids('Tariq')).toEqual(await ids('Tariq Khan'));
    await other.observe({ content: 'We met Tariq Smith.' });
    expect((await other.namesIn({ message: 'Tariq' }))[0]?.among).toHaveLength(3);
    expect((await other.namesIn({ message: 'Tariq Khan' }))[0]?.entities).toHaveLength(1);
  });

  test('of somebody else is nobody who is known', async () => {
    expect(await namesIn('Peter Haddad called, and so did Omar Stone.')).toEqual([]);
  });

  test('is nobody to an agent that does not know the whole name', async () => {
    expect(await memory.agent('electra').namesIn({ message: 'Omar' })).toEqual([]);
  });
});

describe('two of one first name', () => {
  beforeEach(async () => {
    await lisa.believe({ content: 'Anna Schmidt: birthday on 4 May', about: ['Anna Schmidt'] });
    await lisa.believe({ content: 'Anna Weber collects stamps.', about: ['Anna Weber'] });
  });

  test('are both told', async () => {
    const notice = '"Anna" may be Anna Schmidt or Anna Weber.';
    expect((await lisa.facts({ about: ['Anna'] })).notices).toEqual([notice]);
    expect((await lisa.explore({ from: 'Anna' })).notices).toEqual([notice]);
    expect((await lisa.search({ query: "When is Anna's birthday?" })).notices).toContain(notice);
    expect((await lisa.ambient("When is Anna's birthday?")).text).toMatch(
      /^"Anna" may be Anna Schmidt or Anna Weber\./,
    );
    expect((await lisa.facts({ about: ['Anna Schmidt'] })).notices).toBeUndefined();
  });

  test('are never forgotten by it', async () => {
    const failure = memory.forget({ subject: 'Anna' });
    await expect(failure).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(failure).rejects.toThrow('which may be Anna Schmidt or Anna Weber; give the whole name');
    await expect(lisa.forget({ subject: 'anna' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await memory.forget({ subject: 'Anna Weber' })).memories).toHaveLength(1);
    await expect(memory.forget({ subject: 'Anna' })).rejects.toThrow('which may be Anna Schmidt;');
  });
});

test('a common short form that is used is the one person whose name it may be', async () => {
  await lisa.observe({ content: 'Melanie paints the sea.' });
  await lisa.observe({ content: 'We met Mel at the fair.' });
  const ids = async (name: string) => (await lisa.namesIn({ message: `Is ${name} here?` }))[0]?.entities;
  expect(await ids('Mel')).toEqual(await ids('Melanie'));
  await lisa.observe({ content: 'We met Melissa there too.' });
  expect(await ids('Mel')).not.toEqual(await ids('Melanie'));
});

test('who is somebody’s animal has a name, however ordinary the word, and in lower case', async () => {
  await lisa.believe({ content: "Bo is Ida's dog." });
  await lisa.believe({ content: 'Momo was my cat.' });
  expect(await namesIn('Bo barked all night.')).toEqual(['Bo']);
  expect(await namesIn('bo is limping')).toEqual(['bo']);
  expect((await lisa.ambient('bo is limping')).text).toContain("Ida's dog");
  const types = (await lisa.entities()).map(({ name, type }) => [name, type]);
  expect(types).toContainEqual(['Bo', 'person']);
  expect(types).toContainEqual(['Momo', 'person']);
});

test('a part of a name is told with the whole of it, as one', async () => {
  await lisa.observe({ content: 'I called Omar yesterday.' });
  await lisa.observe({ content: 'We met Omar Haddad in Oslo.' });
  const names = (await lisa.entities()).filter(({ name }) => /Omar|Haddad/.test(name));
  expect(names).toMatchObject([{ name: 'Omar Haddad', memories: 2 }]);
  await lisa.observe({ content: 'We met Omar Aziz too.' });
  expect((await lisa.entities()).filter(({ name }) => /Omar/.test(name))).toHaveLength(3);
});

test('who speaks has a name', async () => {
  await lisa.observe({ content: 'I slept badly.', speaker: 'Nadia Rossi' });
  expect((await lisa.ambient('How is Nadia?')).silence).not.toBe('no-names');
});

test('a path is the file whose path ends so, while it is one', async () => {
  await lisa.believe({ content: 'src/auth.py checks tokens.', about: ['src/auth.py'] });
  for (const path of ['auth.py', './src/auth.py', '/repo/src/auth.py', 'src/auth.py']) {
    expect(await namesIn(`Please open ${path} now.`), path).toEqual([path]);
    expect((await lisa.facts({ about: [path] })).total, path).toBe(1);
  }
  expect(await namesIn('Please open lib/auth.py now.')).toEqual([]);
  await lisa.believe({ content: 'lib/auth.py is old.', about: ['lib/auth.py'] });
  expect((await lisa.facts({ about: ['auth.py'] })).notices).toEqual(['"auth.py" may be src/auth.py or lib/auth.py.']);
  expect((await lisa.facts({ about: ['/repo/lib/auth.py'] })).total).toBe(1);
});

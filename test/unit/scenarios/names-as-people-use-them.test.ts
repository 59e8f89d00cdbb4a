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

test('a title makes a name of what is written small, and given names of many countries are known', async () => {
  await lisa.observe({ content: 'mr halloran in bed 4 is allergic to penicillin' });
  await lisa.observe({ content: 'Tunde and Solveig came for dinner.' });
  expect(await namesIn('Mr Halloran needs an antibiotic')).toEqual(['Mr Halloran']);
  expect(await namesIn('what does tunde eat?')).toEqual(['tunde']);
  expect((await lisa.ambient('Mr Halloran needs an antibiotic')).text).toContain('penicillin');
});

test('what somebody asks to remember, or is in charge of, is a fact of whom it names', async () => {
  await lisa.observe({ content: 'Please remember that Emil is allergic to shellfish.', speaker: 'Nora' });
  await lisa.observe({ content: "Don't forget that Emil is vegan.", speaker: 'Nora' });
  await lisa.observe({ content: 'Yusuf is responsible for billing.' });
  await lisa.observe({ content: 'In the Harbor repo we always squash commits.', speaker: 'Ines' });
  await memory.sleep();
  const { facts } = await lisa.facts({ about: ['Emil', 'Yusuf', 'Ines'] });
  expect(facts.map(({ content }) => content).toSorted()).toEqual([
    'Emil is allergic to shellfish.',
    'Emil is vegan.',
    'Ines and others always squash commits in the Harbor repo.',
    'Yusuf is responsible for billing.',
  ]);
});

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

  test('are told in the notices alone where the budget has no room for both', async () => {
    let maxTokens = 1;
    const told = () => lisa.ambient({ message: "When is Anna's birthday?", maxTokens });
    const notices = ['"Anna" may be Anna Schmidt or Anna Weber.'];
    for (; (await told()).text === ''; maxTokens += 1)
      expect(await told()).toMatchObject({ silence: 'over-budget', notices });
    const { text, ...rest } = await told();
    expect(text).toMatch(/^Anna Schmidt/);
    expect(rest).toMatchObject({ tokens: maxTokens, notices });
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

test('a short form is somebody else once their merge was undone', async () => {
  await lisa.believe({ content: 'Liz plays the drums.', about: ['Liz'] });
  await lisa.believe({ content: 'Elizabeth Moreau works at the embassy.', about: ['Elizabeth Moreau'] });
  const toldOfLiz = async () => (await lisa.facts({ about: ['Liz'] })).facts.map(({ content }) => content);
  expect(await toldOfLiz()).toHaveLength(2);
  const { undo } = await memory.mergeEntities({ from: 'Liz', into: 'Elizabeth Moreau' });
  await memory.undo(undo ?? '');
  expect(await toldOfLiz()).toEqual(['Liz plays the drums.']);
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

describe('chat that is written small', () => {
  test.each([
    ['i met leif and oluchi at the market', 'oluchi is here', 'oluchi'],
    ['oluchi is vegan btw', 'what can oluchi eat?', 'oluchi'],
    ['my friend sanjay got a job at a bakery', 'how is sanjay?', 'sanjay'],
    ['our daughter freya starts school in august', 'freya is nervous', 'freya'],
    ['a guy called dusko fixed my bike', 'dusko called', 'dusko'],
    ["my girlfriend's name is ayumi", 'ayumi is late', 'ayumi'],
    ['my rabbit is called biscuit', 'biscuit is sick', 'biscuit'],
    ['erik got engaged to astrid!!', 'astrid and erik', 'astrid'],
    ['my aunt is visiting from lisbon', 'flights to lisbon', 'lisbon'],
  ])('%s', async (told, asked, name) => {
    await lisa.observe({ content: told });
    expect(await namesIn(asked)).toContain(name);
  });

  test('has no names in verbs and everyday things', async () => {
    await lisa.observe({ content: 'my dog limps and my roommate snores, my mom called yesterday' });
    await lisa.observe({ content: 'i planted rosemary and olive trees, then my brother works late' });
    expect(await lisa.entities()).toEqual([]);
  });
});

describe('a name that is written wrongly', () => {
  beforeEach(async () => {
    await lisa.observe({ content: 'I keep bees on the roof.', speaker: 'Veronika', session: 'roof' });
    await lisa.observe({ content: 'Melissa broke her arm.' });
  });

  test('is read as the one that is known and sounds alike', async () => {
    expect((await lisa.ambient('How is Verronica doing?')).text).toContain('bees');
    expect((await lisa.recall({ query: 'what does veronicka keep?' })).primary[0]?.content).toContain('bees');
    expect((await lisa.ambient('Mel is in pain')).text).toContain('arm');
  });

  test('is never taken for known where it is remembered, nor guessed among several', async () => {
    await lisa.observe({ content: 'We met Verronica in Ghent.' });
    expect((await lisa.entities()).map(({ name }) => name)).toEqual(expect.arrayContaining(['Verronica', 'Melissa']));
    await lisa.observe({ content: 'Melanie called.' });
    expect((await lisa.ambient('Mel is in pain')).silence).toBe('no-names');
  });
});

describe('ambient memory finds whom no rule has made an entity of', () => {
  test.each([
    ['Дмитрий любит шахматы.', 'Дмитрий придёт?', 'шахматы'],
    ['أحمد يعمل في البنك', 'كيف حال أحمد؟', 'البنك'],
    ['김민수는 서울에 산다.', '김민수가 왔어요', '서울'],
    ['张老师教我数学。', '张老师打电话来了', '数学'],
    ['佐藤健太はギターを弾きます。', '健太くんは元気？', 'ギター'],
    ['私の犬の名前はポチです。', 'ポチが病気です', '犬'],
    ['Die Katze von Greta hat Junge.', 'Wie geht es Greta?', 'Katze'],
    ['Øyvind bought a sailing boat.', 'Oyvind called', 'sailing'],
  ])('%s', async (told, message, said) => {
    await lisa.observe({ content: told });
    expect((await lisa.ambient(message)).text).toContain(said);
  });

  test('and whom its user calls a sister, a boss or a mother', async () => {
    await lisa.observe({ content: 'My mother is called Ruth and she loves roses.' });
    await lisa.observe({ content: 'My sister Zoe collects stamps.' });
    await lisa.observe({ content: 'My sister paints boats.', speaker: 'Nadia', session: 'other' });
    expect((await lisa.ambient('My mom is visiting, which flowers should I buy?')).text).toContain('roses');
    const { text } = await lisa.ambient("my sister's birthday is coming up");
    expect(text).toContain('stamps');
    expect(text).not.toContain('boats');
  });
});

test('a speaker who is called by the first name is told by the whole one', async () => {
  await lisa.observe({ content: 'I work from Lahore.', speaker: 'Fahim Khan', session: 'chat' });
  await lisa.observe({ content: 'Thanks, Fahim!', speaker: 'Akib', session: 'chat' });
  expect((await lisa.entities()).find(({ name }) => name.startsWith('Fahim'))).toMatchObject({
    name: 'Fahim Khan',
    type: 'person',
  });
});

describe('a nickname that was told', () => {
  test.each([
    [
      'We call my husband Bartholomew just Bart.',
      "Bart doesn't eat meat any more.",
      'What does Bartholomew eat?',
      'meat',
    ],
    ['We call our daughter Katharina Kati.', 'Kati collects fossils.', 'A present for Katharina?', 'fossils'],
    ['My friend Theodora goes by Dora.', 'Dora moved to Bergen.', 'Where is Theodora?', 'Bergen'],
  ])('%s', async (nickname, told, message, expected) => {
    await lisa.observe({ content: nickname, speaker: 'Ada' });
    await lisa.observe({ content: told, speaker: 'Ada' });
    expect((await lisa.ambient(message)).text).toContain(expected);
  });

  test.each(['My nickname at work is Ozzy.', 'Everyone calls me Ozzy.', "I'm called Ozzy by my friends."])(
    'is of who tells it: %s',
    async (nickname) => {
      await lisa.observe({ content: nickname, speaker: 'Oskar' });
      await lisa.observe({ content: "I'm working from home this week.", speaker: 'Oskar' });
      expect((await lisa.ambient("What's ozzy up to this week?")).text).toContain('from home');
    },
  );
});

test('a name alone is told by how somebody is, or by who that is and by what lasts', async () => {
  const told = [
    ['Bramble is our parrot, she is nine.', 200],
    ['Bramble is allergic to walnuts.', 90],
    ...[80, 70, 60, 50, 40, 30, 20, 10].map((ago): readonly [string, number] => [`Bramble sat on shelf ${ago}.`, ago]),
    ["Bramble's wing is swollen, the vet sees her on Monday.", 3],
  ] as const;
  for (const [content, ago] of told)
    await lisa.observe({ content, speaker: 'Petra', occurredAt: new Date(Date.now() - ago * 86_400_000) });
  const [parrot, wing] = [told[0][0], told.at(-1)?.[0]];
  const led = async (query: string): Promise<string | undefined> => (await lisa.recall({ query })).primary[0]?.content;
  expect(await led('How is Bramble doing?')).toBe(wing);
  expect(await led('Tell me about Bramble')).toBe(parrot);
  const [state, who] = await Promise.all(
    ['How is Bramble doing?', 'Tell me about Bramble.'].map((one) => lisa.ambient(one)),
  );
  expect(state?.text).toMatch(/^\S.*?swollen/u);
  expect(state?.items[0]?.sentence).toContain('swollen');
  expect(
    who?.items
      .map(({ sentence }) => sentence)
      .slice(0, 2)
      .join(' '),
  ).toMatch(/parrot.*walnuts/u);
});

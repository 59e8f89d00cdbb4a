import { expect, it } from 'vitest';
import type { Madeleine, ObserveOptions, OpenOptions } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

/** A record of the export. */
type Exported = Readonly<Record<string, unknown>>;

/** A space whose clock moves on by a minute with every look at it; of a household, unless the test says otherwise. */
async function tickingSpace(
  sharing: OpenOptions['sharing'] = 'household',
  options: Partial<OpenOptions> = {},
): Promise<Madeleine> {
  let now = Date.parse('2026-01-05T12:00:00Z');
  return openSpace({
    ...options,
    ...(sharing && { sharing }),
    clock: () => {
      now += 60_000;
      return new Date(now);
    },
  });
}

async function records(memory: Madeleine, kind: string): Promise<readonly Exported[]> {
  const found: Exported[] = [];
  for await (const line of memory.export()) {
    const record = JSON.parse(line) as Exported;
    if (record['record'] === kind) found.push(record);
  }
  return found;
}

/** Who believes which fact, as `believer: content`. */
async function believed(memory: Madeleine): Promise<readonly string[]> {
  const facts = new Map((await records(memory, 'fact')).map(({ id, content }) => [id, content]));
  const beliefs = (await records(memory, 'believes')).filter(({ memory: id }) => facts.has(id as string));
  return beliefs.map(({ agent, memory: id }) => `${agent}: ${facts.get(id)}`).sort();
}

async function asleep(
  observations: readonly (ObserveOptions & { by?: string })[],
  options: Partial<OpenOptions> = {},
): Promise<Madeleine> {
  const memory = await tickingSpace('household', options);
  for (const { by = 'lisa', ...observation } of observations) await memory.agent(by).observe(observation);
  await memory.sleep();
  return memory;
}

it('makes what the user says universal in a household, and what an agent says its own', async () => {
  const memory = await asleep([
    { content: 'I prefer oat milk in my coffee.', speaker: 'Mark' },
    { content: 'I live in Graz.' },
    { content: 'I think the retry logic is too complicated.', type: 'thought' },
    { content: 'I prefer small functions.', type: 'thought', by: 'electra' },
    { content: 'Public methods must have a docstring.', type: 'document', channel: 'import', by: 'electra' },
  ]);
  expect(await believed(memory)).toEqual([
    'electra: Public methods must have a docstring.',
    'electra: electra prefers small functions.',
    'lisa: lisa thinks the retry logic is too complicated.',
    'system: Mark prefers oat milk in his coffee.',
    'system: The user lives in Graz.',
  ]);
});

it('does not say that a relative is there where a fact of the same sleep or an earlier one says more', async () => {
  const memory = await asleep([
    { content: 'I have a brother.', speaker: 'Rosa' },
    { content: 'My brother Jan works at Volvo.', speaker: 'Rosa' },
    { content: 'I have a brother.', speaker: 'Ida' },
  ]);
  expect(await believed(memory)).toEqual(['system: Ida has a brother.', "system: Rosa's brother Jan works at Volvo."]);
  await memory.agent('lisa').observe({ content: 'Did I say that I have a brother?', speaker: 'Rosa' });
  await memory.agent('lisa').observe({ content: 'I have a brother.', speaker: 'Rosa' });
  await memory.sleep();
  expect(await believed(memory)).toHaveLength(2);
  const { facts } = await memory.agent('lisa').facts({ about: ['Jan'] });
  expect(facts.map(({ content }) => content)).toEqual(["Rosa's brother Jan works at Volvo."]);
});

it('shares nothing unless the policy says so', async () => {
  const memory = await tickingSpace('private');
  await memory.agent('lisa').observe({ content: 'I prefer oat milk in my coffee.', speaker: 'Mark' });
  await memory.agent('electra').observe({ content: 'I live in Graz.', speaker: 'Mark' });
  await memory.sleep();
  expect(await believed(memory)).toEqual([
    'electra: Mark lives in Graz.',
    'lisa: Mark prefers oat milk in his coffee.',
  ]);
});

it('is private where nothing is said of sharing', async () => {
  const memory = await openSpace();
  await memory.agent('lisa').observe({ content: 'I prefer tea.', speaker: 'Mark' });
  await memory.sleep();
  expect(await believed(memory)).toEqual(['lisa: Mark prefers tea.']);
});

it('takes a part of the policy for what its preset says', async () => {
  const memory = await tickingSpace({ preset: 'team', statements: 'hearer' });
  await memory.agent('lisa').observe({ content: 'I prefer tea.', speaker: 'Mark' });
  await memory.sleep();
  expect(await believed(memory)).toEqual(['lisa: Mark prefers tea.']);
});

it('tells in a dry run what it would share, and nothing of what it would not', async () => {
  const said: readonly ObserveOptions[] = [
    { content: 'I prefer tea.', speaker: 'Mark' },
    { content: "Between you and me, I don't like the new manager.", speaker: 'Mark' },
    { content: 'I prefer small functions.', type: 'thought' },
  ];
  const report = async (sharing: OpenOptions['sharing']) => {
    const memory = await tickingSpace(sharing);
    await memory.agent('lisa').observeMany({ observations: said });
    return memory.sleep({ dryRun: true });
  };
  expect((await report('household')).shares).toEqual([
    { content: 'Mark prefers tea.', from: 'lisa', believer: 'system' },
  ]);
  expect((await report('private')).shares).toEqual([]);
});

it('derives a fact from its observation, trusts it no further, and says where it came from', async () => {
  const memory = await asleep([{ content: 'I always use tabs.', speaker: 'Mark', channel: 'import', id: 'tabs' }]);
  const [fact] = await records(memory, 'fact');
  expect(fact).toMatchObject({ kind: 'intent.rule', provenance: { channel: 'import', trust: 0.6 } });
  const why = await memory.agent('lisa').why({ id: fact?.['id'] as string });
  expect(why.derivedFrom.map(({ id }) => id)).toEqual(['observation:tabs']);
  expect(why.believers).toMatchObject([{ agent: 'lisa', confidence: 0.6 }]);
});

it('reads every observation once, those that state nothing too', async () => {
  const memory = await tickingSpace();
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'Do you prefer tea?' });
  await lisa.observe({ content: 'I prefer tea.' });
  const [first] = (await memory.sleep()).steps;
  expect(first).toEqual({ step: 'promote', lookedAt: 2, changed: 2, counts: { facts: 1 } });
  const before = await believed(memory);
  const [second] = (await memory.sleep()).steps;
  expect(second).toMatchObject({ lookedAt: 0, changed: 0 });
  expect(await believed(memory)).toEqual(before);
});

it('changes nothing in a dry run', async () => {
  const memory = await tickingSpace();
  await memory.agent('lisa').observe({ content: 'I prefer tea.' });
  const [dry] = (await memory.sleep({ dryRun: true })).steps;
  expect(dry).toMatchObject({ lookedAt: 1, changed: 1, counts: { facts: 1 } });
  expect(await believed(memory)).toEqual([]);
  expect((await memory.sleep()).steps[0]).toMatchObject({ lookedAt: 1 });
});

it('makes one fact of what is said twice, of both observations, and no surer', async () => {
  const memory = await asleep([
    { content: 'I prefer tea.', speaker: 'Mark', id: 'one' },
    { content: 'I prefer tea!', speaker: 'Mark', id: 'two' },
  ]);
  await memory.agent('lisa').observe({ content: 'i prefer tea', speaker: 'Mark', id: 'three' });
  await memory.sleep();
  expect(await believed(memory)).toEqual(['system: Mark prefers tea.']);
  const beliefs = await records(memory, 'believes');
  expect(beliefs.find(({ agent }) => agent === 'system')).toMatchObject({ confidence: 0.7, strength: 1 });
  const derived = await records(memory, 'derived_from');
  expect(derived.map(({ observation }) => observation)).toEqual([
    'observation:one',
    'observation:three',
    'observation:two',
  ]);
});

it('does not lower what the user believes for sure when it is mentioned again', async () => {
  const memory = await tickingSpace();
  const lisa = memory.agent('lisa');
  await lisa.believe({ content: 'Mark prefers tea.', about: ['Mark'], shared: true });
  await lisa.observe({ content: 'I prefer tea.', speaker: 'Mark' });
  await memory.sleep();
  expect((await records(memory, 'believes')).filter(({ agent }) => agent === 'system')).toMatchObject([
    { confidence: 0.9, provenance: { channel: 'user' } },
  ]);
});

it('never takes what an agent has recalled for news', async () => {
  const memory = await asleep([{ content: 'I prefer tea.', speaker: 'Mark', id: 'said' }]);
  const lisa = memory.agent('lisa');
  const { memories } = await lisa.recall({ query: 'tea', attention: false });
  const recalled = memories.find(({ id }) => id.startsWith('fact:'))?.content ?? '';
  expect(recalled).toBe('Mark prefers tea.');
  await lisa.observe({ content: recalled, type: 'thought' });
  await lisa.observe({ content: `From memory: ${recalled}`, type: 'thought' });
  await lisa.observe({ content: 'Mark prefers coffee.', channel: 'agent', source: 'recall' });
  await lisa.observe({ content: (await lisa.recall({ query: 'tea' })).synthesis, type: 'thought' });
  await memory.sleep();
  expect(await believed(memory)).toEqual(['system: Mark prefers tea.']);
  expect(await records(memory, 'derived_from')).toMatchObject([{ observation: 'observation:said' }]);
});

it('leaves withdrawn what was withdrawn after it had been said, until it is said again', async () => {
  const memory = await tickingSpace();
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'I never use tabs.', type: 'thought' });
  const { id } = await lisa.believe({ content: 'lisa never uses tabs.', about: ['agent:lisa'] });
  await lisa.withdraw({ id });
  await memory.sleep();
  const isHeld = async (): Promise<boolean> =>
    (await records(memory, 'believes')).some(
      (belief) => belief['memory'] === id && belief['withdrawnAt'] === undefined,
    );
  expect(await isHeld()).toBe(false);
  await lisa.observe({ content: 'I never use tabs.', type: 'thought' });
  await memory.sleep();
  expect(await isHeld()).toBe(true);
});

it('believes nothing of an observation that its agent has withdrawn', async () => {
  const memory = await tickingSpace();
  const lisa = memory.agent('lisa');
  const { id } = await lisa.observe({ content: 'I live in Graz.', speaker: 'Mark' });
  await lisa.withdraw({ id });
  await memory.sleep();
  expect(await believed(memory)).toEqual([]);
});

it('keeps with one agent what was told in confidence, and what another agent is said to think', async () => {
  const memory = await asleep([
    { content: "Between you and me, I don't like the new manager.", speaker: 'Nadia' },
    { content: 'I love refactoring.', speaker: 'electra' },
    { content: 'I like tests.', type: 'thought', by: 'electra' },
  ]);
  expect(await believed(memory)).toEqual(
    [
      "lisa: Nadia doesn't like the new manager (told in confidence).",
      'lisa: electra loves refactoring.',
      'electra: electra likes tests.',
    ].sort(),
  );
});

it.each([
  ['just after', ['I dislike the new roster.', 'Keep that between us.']],
  ['just before', ['Can you keep a secret?', 'I dislike the new roster.']],
  ['after an answer', ['I dislike the new roster.', 'Oh no!', "Please don't tell anyone."]],
  ['in the same breath', ['I dislike the new roster. This stays here.']],
])('keeps with one agent what somebody asks to keep %s', async (_, said) => {
  for (const session of ['ward', undefined]) {
    const memory = await asleep(
      said.map((content) => ({
        content,
        speaker: content === 'Oh no!' ? 'Lisa' : 'Nadia',
        ...(session && { session }),
      })),
    );
    expect(await believed(memory)).toEqual(['lisa: Nadia dislikes the new roster (told in confidence).']);
  }
});

it('keeps no other talk for a request that has its own matter', async () => {
  const memory = await asleep([
    { content: 'I dislike the new roster.', speaker: 'Nadia', session: 'ward' },
    { content: "Don't tell Otto, but I prefer to work with Ines.", speaker: 'Nadia', session: 'ward' },
  ]);
  expect(await believed(memory)).toEqual([
    'lisa: Nadia prefers to work with Ines (told in confidence).',
    'system: Nadia dislikes the new roster.',
  ]);
});

it('takes over how important an observation was, and what it belongs to', async () => {
  const memory = await asleep([
    { content: 'Never deploy on a Friday.', importance: 9, domain: 'work', topic: 'releases' },
  ]);
  expect(await records(memory, 'fact')).toMatchObject([
    { kind: 'intent.anti-pattern', importance: 9, domain: 'work', topic: 'releases', knowledgeType: 'law' },
  ]);
});

it('reads a day of many observations in order, whichever agent recorded them', async () => {
  const memory = await tickingSpace();
  for (const by of ['lisa', 'electra']) {
    const observations = Array.from({ length: 60 }, (_, at) => ({
      content: `I prefer tea number ${at}.`,
      speaker: by,
    }));
    await memory.agent(by).observeMany({ observations });
  }
  expect((await memory.sleep()).steps[0]).toMatchObject({ lookedAt: 120, counts: { facts: 120 } });
  expect(await believed(memory)).toContain('electra: electra prefers tea number 59.');
});

it.each([['Sorry, I meant May.'], ['Oops, make that May!'], ['I mixed that up, the birth is in May.']])(
  'believes what was put right before the sleep, and not the mistake: %s',
  async (correction) => {
    const memory = await asleep([
      { content: 'My wife Julia is expecting our first child in April.', speaker: 'Tom', session: 'one' },
      { content: 'What a day.', speaker: 'Tom', session: 'one' },
      { content: correction, speaker: 'Tom', session: 'one' },
    ]);
    const facts = await believed(memory);
    expect(facts).toContain("system: Tom's wife Julia is expecting their first child in May 2026.");
    expect(facts.join()).not.toContain('April');
  },
);

it.each([
  ['My brother lives in Graz.', 'Oops, I meant Linz, not Graz.', 'Graz'],
  ['I live in Graz.', 'Correction: I live in Linz now.', 'Graz'],
  ['My sister is called Mia.', 'Sorry, not Mia but Pia.', 'Mia'],
])('believes no mistake that was put right in whole: %s', async (mistaken, correction, wrong) => {
  const memory = await asleep([
    { content: mistaken, speaker: 'Tom', session: 'one' },
    { content: correction, speaker: 'Tom', session: 'one' },
  ]);
  const facts = (await believed(memory)).join();
  expect(facts).not.toContain(wrong);
  expect(facts).toMatch(/Linz|Pia/);
});

it.each([
  ['Graz', 'I live in Graz.', 'I moved to Linz the other day.', 'one'],
  ['Graz', 'I live in Graz.', 'I moved to Linz the other day.', 'two'],
  ['vegetarian', "I'm a vegetarian.", 'I eat meat again, being a vegetarian was not for me.', 'two'],
  ['vegan', "I'm vegan.", 'Scratch that, I was never vegan.', 'one'],
])('believes nothing that news of the same speaker has ended: %s', async (over, before, news, session) => {
  const memory = await asleep([
    { content: before, speaker: 'Tom', session: 'one' },
    { content: news, speaker: 'Tom', session },
  ]);
  expect((await believed(memory)).join()).not.toContain(over);
});

it('reads by itself that a later message ends a claim, and keeps what was so before where a rule knows', async () => {
  const memory = await asleep(
    [
      { content: 'Emil takes 5 mg of the blood thinner each evening.', speaker: 'Tom', session: 'one' },
      { content: 'I live in Graz.', speaker: 'Tom', session: 'one' },
      { content: 'Ida sleeps in the attic.', speaker: 'Tom', session: 'one' },
      {
        content: "doctor's note: blood thinner for Emil reduced to 2.5 mg each evening",
        speaker: 'Tom',
        session: 'two',
      },
      { content: 'I moved to Linz last week.', speaker: 'Tom', session: 'two' },
      {
        content: 'Ida and the cot are in the small bedroom, the attic was too hot',
        speaker: 'Tom',
        session: 'two',
      },
    ],
    { embedder: 'minilm' },
  );
  const lisa = memory.agent('lisa');
  const contents = async (superseded: boolean): Promise<string> =>
    (await lisa.facts({ superseded, limit: 20 })).facts.map(({ content }) => content).join(' ');
  expect(await contents(true)).not.toContain(' 5 mg');
  expect(await contents(true)).not.toContain('attic');
  expect(await contents(true)).toContain('Tom lives in Graz.');
  expect(await contents(false)).not.toContain('Graz');
});

it('reads that a message ends what an earlier sleep wrote', async () => {
  const said = (content: string) => ({ content, speaker: 'Tom' });
  const memory = await asleep(
    [said('Emil is vegan.'), said('Our landlord is Ulf Hartmann.'), said('I borrowed the drill from Mr Petersen.')],
    { embedder: 'minilm' },
  );
  const lisa = memory.agent('lisa');
  for (const news of [
    'Emil eats fish again, so not vegan any more',
    'Ulf Hartmann sold the building, new landlord is Immo Nord',
    'I gave the drill back to Mr Petersen',
  ])
    await lisa.observe(said(news));
  await memory.sleep();
  const contents = async (superseded: boolean): Promise<string> =>
    (await lisa.facts({ superseded, limit: 20 })).facts.map(({ content }) => content).join(' ');
  expect(await contents(true)).toMatch(/vegan.*Ulf Hartmann.*drill|drill.*Ulf Hartmann.*vegan/);
  expect(await contents(false)).not.toMatch(/vegan|Ulf Hartmann|borrowed/);
});

it('writes names that it knows with capitals', async () => {
  const memory = await asleep([
    { content: 'my gf marit is a glassblower', speaker: 'Runa' },
    { content: "marit's dad jorn has parkinson's", speaker: 'Runa' },
  ]);
  expect(await believed(memory)).toEqual(
    expect.arrayContaining(["system: Runa's gf Marit is a glassblower.", "system: Marit's dad Jorn has parkinson's."]),
  );
});

it('knows names that are other words, too', async () => {
  const memory = await asleep([
    { content: 'Till is left-handed.', speaker: 'Ottilie' },
    { content: 'Henning lives in Stavanger, close to his grandkids.', speaker: 'Ottilie' },
    { content: "I'm Ottilie, 34, and I manage a garden centre.", speaker: 'Ottilie' },
  ]);
  const facts = await believed(memory);
  expect(facts).toEqual(
    expect.arrayContaining([
      'system: Till is left-handed.',
      'system: Henning lives in Stavanger, close to his grandkids.',
      'system: Ottilie manages a garden centre.',
    ]),
  );
  expect(facts.join()).not.toMatch(/Ottilie is Ottilie/);
});

it('ends what it believes where somebody has left', async () => {
  const memory = await tickingSpace();
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'I work at Siemens as an engineer.', speaker: 'Tom', session: 'one' });
  await memory.sleep();
  await lisa.observe({ content: 'I quit at Siemens, today was my last day.', speaker: 'Tom', session: 'two' });
  await memory.sleep();
  const { facts } = await lisa.facts({ superseded: true, limit: 10 });
  expect(facts.map(({ content, superseded }) => [content, superseded !== undefined])).toEqual([
    ['Tom works at Siemens as an engineer.', true],
    ['Tom quit at Siemens.', false],
  ]);
});

it('holds a dated plan until its day, and what begins on a day for good', async () => {
  const memory = await asleep([
    { content: 'I am going to visit Kyoto next month.', speaker: 'Tom', session: 'one' },
    { content: 'I am going to work from home from April.', speaker: 'Tom', session: 'one' },
  ]);
  const facts = (await memory.agent('lisa').search({ query: 'Tom', limit: 20 })).memories;
  const endOf = (words: string): Date | undefined => facts.find(({ content }) => content.includes(words))?.validTo;
  expect(facts.filter(({ id }) => id.startsWith('fact:'))).toHaveLength(2);
  expect(endOf('Tom is going to visit Kyoto')).toBeInstanceOf(Date);
  expect(endOf('Tom is going to work')).toBeUndefined();
});

it("takes nobody else's words for a correction", async () => {
  const memory = await asleep([
    { content: 'I plan to visit Kyoto in April.', speaker: 'Tom', session: 'one' },
    { content: 'Sorry, I meant May.', speaker: 'Ana', session: 'one' },
  ]);
  expect(await believed(memory)).toEqual(['system: Tom plans to visit Kyoto in April 2026.']);
});

it('counts as conflicts only what is in conflict', async () => {
  const memory = await tickingSpace();
  for (const content of ['I prefer tea.', 'I live in Graz.', 'I have a dog called Bo.']) {
    await memory.agent('lisa').observe({ content, speaker: 'Mark' });
  }
  const resolve = (await memory.sleep()).steps.find(({ step }) => step === 'resolve');
  expect(resolve).toMatchObject({ lookedAt: 0, changed: 0 });
});

it('records no contradiction between two ways to say the same', async () => {
  const memory = await asleep([
    { content: 'I like jazz.', speaker: 'Marc' },
    { content: 'I love jazz.', speaker: 'Marc' },
  ]);
  const links = await records(memory, 'contradicts');
  expect(links).toEqual([]);
});

it('reads what a note says of somebody with a rare name, of a wedding, and of how things are these days', async () => {
  const memory = await asleep([
    { content: 'Malachias is a thatcher.' },
    { content: 'Malachias is single.' },
    { content: 'His sister Ingrid is allergic to latex.' },
    { content: 'Malachias married Roswitha.' },
    { content: 'I prefer corner tables.', speaker: 'Rosa' },
    { content: 'These days I prefer window tables.', speaker: 'Rosa' },
    { content: 'Redis is a store for keys.' },
  ]);
  const { facts } = await memory.agent('lisa').facts();
  expect(facts.map(({ content }) => content).sort()).toEqual([
    'Ingrid is allergic to latex.',
    'Malachias is a thatcher.',
    'Malachias married Roswitha.',
    'Rosa prefers window tables.',
  ]);
});

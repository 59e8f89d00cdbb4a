/** Supports and contradictions as claims about meaning, and answers as a person would give them. */
import { describe, expect, it } from 'vitest';
import type { AgentMemory, Constellation, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

const day = 86_400_000;

/** Each role with the contents that play it. */
function told({ memories }: Constellation): Readonly<Record<string, readonly string[]>> {
  const roles: Record<string, string[]> = {};
  for (const { role = '', content } of memories) roles[role] = [...(roles[role] ?? []), content];
  return roles;
}

async function spaceAt(start: string): Promise<{ memory: Madeleine; wait: (days: number) => void }> {
  let now = new Date(start);
  const memory = await openSpace({ clock: () => now });
  return { memory, wait: (days) => (now = new Date(now.getTime() + days * day)) };
}

async function lisaWith(...contents: readonly string[]): Promise<AgentMemory> {
  const { memory, wait } = await spaceAt('2026-01-05T09:00:00Z');
  const lisa = memory.agent('lisa');
  for (const content of contents) {
    await lisa.observe({ content });
    wait(1);
  }
  return lisa;
}

describe('what cannot both hold is never said to support', () => {
  it.each([
    ['What does Jay prefer?', 'Jay prefers tabs.', 'Jay hates tabs.'],
    ['Where does Bob work?', 'Bob works at Google.', 'Bob quit Google.'],
    ['Where does Mark live?', 'Mark lives in Lisbon.', 'Mark lives in Evilville.'],
    ['How is the uncle of Tim?', "Tim's uncle is alive.", "Tim's uncle died."],
    ['Is Ruth married?', 'Ruth is married to Ole.', 'Ruth is single.'],
    ['How many processes may write?', 'Only one process may write.', 'Many processes may write.'],
    ['How does Marc drink coffee?', 'Marc likes his coffee without sugar.', 'Marc hates coffee now.'],
    ['Does Eve take the stairs?', 'Eve always takes the stairs.', 'Eve never takes the stairs.'],
    ['What does the pass cost?', 'The pass costs 40 euros.', 'The pass costs 55 euros.'],
    ['How many workers run on a host?', 'We run one worker on each host.', 'We run several workers on each host.'],
    ['Who is the treasurer?', 'Ruth is our treasurer.', 'Olav is the treasurer now.'],
    ['Do I have a Fiat?', 'My car is a Fiat.', 'I sold the Fiat.'],
    ['Where was Ole born?', 'Ole was born in Aarhus.', 'Ole was born in Odense.'],
    ['Do we use npm?', 'We use npm.', 'We moved from npm to pnpm.'],
    ['Where does Gwen work?', 'Gwen works at Fabrikam.', 'Fabrikam fired Gwen.'],
    ['Does Jana eat beef?', 'Jana is vegetarian.', 'Jana eats beef every week.'],
    ['Does Jana eat walnuts?', 'Jana is allergic to walnuts.', 'Jana eats walnuts every day.'],
    ['Is the shop open on Sundays?', 'The shop is closed on Sundays.', 'The shop is open on Sundays.'],
    ['Does Emil have a car?', "Emil doesn't have a car.", 'Emil drives a Volvo to his car park.'],
  ])('%s', async (query, one, other) => {
    const lisa = await lisaWith(one, other);
    const { primary, supporting, contradicting, synthesis } = await lisa.recall({ query });
    expect(primary).toHaveLength(1);
    expect(supporting).toEqual([]);
    expect(contradicting).toHaveLength(1);
    const { conflicts } = await lisa.conflicts();
    expect(conflicts.map((pair) => [pair.other.content, pair.one.content])).toEqual([[one, other]]);
    expect(synthesis).toMatch(
      /^You were told on \d January 2026: “.*\.” (?:But|Before that,) you were told on \d January 2026: “.*\.”$/,
    );
  });

  it('leaves alone what is of others, of other things and of other times', async () => {
    const lisa = await lisaWith(
      'Jay prefers tabs.',
      'Bob hates tabs.',
      'Jay hates tabloids.',
      'Jay used to hate tabs.',
      'Jay lived in Lisbon until 2020.',
      'Jay lives in Oslo.',
    );
    expect((await lisa.conflicts()).conflicts).toEqual([]);
  });
});

describe('independent agreement supports', () => {
  it('where three say the same in their own words', async () => {
    const lisa = await lisaWith(
      'Staging runs PostgreSQL 15.',
      'We use PostgreSQL 15 on staging.',
      'PostgreSQL 15 runs on staging.',
      'PostgreSQL is slow on staging at night.',
    );
    const { primary, supporting } = await lisa.recall({ query: 'Which PostgreSQL runs on staging?' });
    const agreeing = [...primary, ...supporting].map(({ content }) => content);
    expect(agreeing).toEqual(
      expect.arrayContaining([
        'Staging runs PostgreSQL 15.',
        'We use PostgreSQL 15 on staging.',
        'PostgreSQL 15 runs on staging.',
      ]),
    );
  });

  it('but a question does not, nor what is derived from the answer', async () => {
    const { memory, wait } = await spaceAt('2026-01-05T09:00:00Z');
    const lisa = memory.agent('lisa');
    const { id } = await lisa.observe({ content: 'Mark plays the cello in an orchestra.', speaker: 'Petra' });
    wait(10);
    await lisa.observe({ content: 'Does Mark play the cello in an orchestra?', speaker: 'Tom' });
    const fact = await lisa.believe({ content: 'Mark plays the cello in an orchestra', derivedFrom: [id] });
    const answer = await lisa.recall({ query: 'Does Mark play the cello in an orchestra?' });
    expect(answer.primary.map((memory) => memory.id)).toEqual([fact.id]);
    expect(answer.supporting).toEqual([]);
    const shown = answer.primary[0];
    expect(shown?.derivedFrom).toEqual([id]);
    expect(shown?.links).toBeUndefined();
    expect(shown?.signals.find(({ name }) => name === 'standing')?.value).toBe(0.5);
    // Its date is that of what was said, and its source stands under it, once.
    expect(shown?.occurredAt).toEqual(new Date('2026-01-05T09:00:00Z'));
    expect(answer.text()).toMatch(
      /^1\. 2026-01-05 lisa believes: Mark plays the cello in an orchestra\n {3}from: 2026-01-05 Petra: Mark plays/m,
    );
    expect(answer.text().match(/Petra/g)).toHaveLength(1);
    expect(answer.synthesis).toBe('Mark plays the cello in an orchestra (said on 5 January 2026).');
  });
});

describe('what was given up never leads', () => {
  it('where sleep has merged two copies, only the one that stays is shown', async () => {
    const { memory, wait } = await spaceAt('2026-01-05T09:00:00Z');
    const lisa = memory.agent('lisa');
    await lisa.believe({ content: 'Marc likes jazz.' });
    wait(1);
    await lisa.believe({ content: 'Marc loves jazz.' });
    await memory.sleep();
    const answer = await lisa.recall({ query: 'What music does Marc love? Jazz?' });
    expect(told(answer)).toEqual({ primary: ['Marc likes jazz.'] });
    expect(answer.synthesis).not.toContain('But');
  });

  it('where a thought was revised, the revision leads and says what it revises', async () => {
    const { memory, wait } = await spaceAt('2026-01-05T09:00:00Z');
    const lisa = memory.agent('lisa');
    const first = await lisa.think({ thought: 'The DNS change caused the outage of the shop.', session: 'outage' });
    wait(1);
    await lisa.think({
      thought: 'The expired certificate broke the shop, not the DNS.',
      session: 'outage',
      isRevision: true,
      revisesThought: 1,
    });
    const answer = await lisa.recall({ query: 'What caused the outage? The DNS change?', limit: 5 });
    expect(answer.primary.map(({ content }) => content)).toEqual([
      'The expired certificate broke the shop, not the DNS.',
    ]);
    expect(first.id).toBe(answer.contradicting[0]?.id);
    expect(answer.synthesis).toBe(
      'You came to think on 6 January 2026: “The expired certificate broke the shop, not the DNS.” It revises what you thought on 5 January 2026: “The DNS change caused the outage of the shop.”',
    );
  });
});

it('tells who said it to whom, and when, in a conversation that was imported', async () => {
  const { memory } = await spaceAt('2026-11-23T09:00:00Z');
  const lisa = memory.agent('lisa');
  const turns = [
    ['Nadia', 'I finally adopted the greyhound from the shelter.'],
    ['Irene', 'That is wonderful news, what is the name?'],
    ['Nadia', 'He is called Biscuit.'],
  ] as const;
  for (const [turn, [speaker, content]] of turns.entries()) {
    const occurredAt = new Date(Date.UTC(2023, 4, 8, 13, turn));
    await lisa.observe({ content, speaker, session: 'chat', occurredAt, channel: 'import', source: 'chat.json' });
  }
  const answer = await lisa.recall({ query: 'Which dog did Nadia adopt from the shelter?', limit: 1 });
  expect(answer.memories[0]?.listeners).toEqual(['Irene']);
  expect(answer.synthesis).toBe('Nadia told Irene on 8 May 2023: “I finally adopted the greyhound from the shelter.”');
  expect(answer.text()).toContain('1. 2023-05-08 Nadia to Irene: I finally adopted');
});

it('takes no question for an answer, unless questions are asked for', async () => {
  const lisa = await lisaWith('How long has Ana been married?');
  const { memories, silence, nearest } = await lisa.recall({ query: 'Is Ana married?' });
  expect([memories, silence]).toEqual([[], 'nothing-relevant']);
  expect(nearest[0]?.content).toBe('How long has Ana been married?');
  const asked = await lisa.recall({ query: 'Who asked whether Ana is married?' });
  expect(asked.memories[0]?.content).toBe('How long has Ana been married?');
});

it("neither leads nor supports with another's home where a home of the one who is named is known", async () => {
  const lisa = await lisaWith('Tom lives in Lisbon.', 'Tom works as a nurse.', 'I live in Ghent.');
  const answer = await lisa.recall({ query: 'Where does Tom live?' });
  expect(told(answer)).toEqual({ primary: ['Tom lives in Lisbon.'] });
  expect(answer.synthesis).toContain('Lisbon');
});

describe('what the same person said last leads, and what it took the place of contradicts', () => {
  it.each([
    [
      'Does Ben use dark mode or light mode?',
      'I use dark mode everywhere.',
      'I switched to light mode, dark mode hurts.',
    ],
    ['What car does Ben drive?', 'I drive a Volvo.', 'I sold my Volvo last month.'],
    ['Which frontend framework do we use?', 'We use React for the frontend.', 'We switched the frontend to Vue.'],
    ["What does Ben's laptop run?", 'My laptop runs Debian.', 'My laptop runs Fedora now.'],
    ["What is Ben's favourite colour?", 'My favourite colour is green.', 'My favourite colour is orange.'],
    ['How many kids does Ben have?', 'I have two kids.', 'Our third child was born on Monday.'],
    ['How much is the rent?', 'The rent is 900 euros.', 'The rent went up to 980 euros.'],
    ['Where is the spare key?', 'The spare key is under the mat.', 'I moved the spare key to the shed.'],
  ])('%s', async (query, before, after) => {
    const { memory, wait } = await spaceAt('2026-01-05T09:00:00Z');
    const lisa = memory.agent('lisa');
    for (const content of [before, 'I watched a film with Ida.', after]) {
      await lisa.observe({ content, speaker: 'Ben' });
      wait(30);
    }
    const { primary, contradicting } = told(await lisa.recall({ query }));
    expect(primary?.[0]).toBe(after);
    expect(contradicting).toEqual([before]);
  });

  it('does so also of one who has no name', async () => {
    const lisa = await lisaWith('The rent is 900 euros.', 'The rent went up to 980 euros.');
    const { primary, contradicting } = told(await lisa.recall({ query: 'How much is the rent?' }));
    expect([primary, contradicting]).toEqual([['The rent went up to 980 euros.'], ['The rent is 900 euros.']]);
  });

  it('is no exception: a habit stays what it is, and the exception stands beside it', async () => {
    const { memory, wait } = await spaceAt('2026-01-05T09:00:00Z');
    const lisa = memory.agent('lisa');
    for (const content of ['I am a vegetarian.', 'I had a great steak yesterday.']) {
      await lisa.observe({ content, speaker: 'Ben' });
      wait(30);
    }
    const { primary, contradicting } = told(await lisa.recall({ query: 'Is Ben a vegetarian?' }));
    expect([primary, contradicting]).toEqual([['I am a vegetarian.'], ['I had a great steak yesterday.']]);
    await memory.sleep();
    expect(told(await lisa.recall({ query: 'Is Ben a vegetarian?' })).primary?.[0]).toMatch(/vegetarian/);
  });
});

describe('what one person notes down, line by line', () => {
  const notes = [
    'I am allergic to shellfish.',
    'My husband Pieter works as a nurse at the hospital.',
    'Pieter is vegetarian.',
    'I ran the half marathon in Antwerp in 1:58.',
    'My dog is called Biscuit, he is a beagle.',
    'The demo for Airbus is on 9 December.',
    'Bins go out on Tuesday evening.',
    'Our CI runs on Buildkite.',
    'I love listening to Verdi.',
  ];
  const asking = async (): Promise<AgentMemory> => {
    const lisa = (await openSpace({ embedder: 'minilm' })).agent('lisa');
    await lisa.observeMany({ observations: notes.map((content) => ({ content, speaker: 'Ivy', session: 'notes' })) });
    return lisa;
  };

  it('answers for whom it is of, and for nobody else', async () => {
    const lisa = await asking();
    for (const query of [
      'Is Pieter allergic to shellfish?',
      'Did Pieter run the half marathon?',
      'When is the demo for Boeing?',
    ]) {
      const { memories } = await lisa.recall({ query });
      expect([query, memories.map(({ content }) => content)]).toEqual([query, []]);
    }
    for (const [query, answer] of [
      ['What am I allergic to?', notes[0]],
      ['When is the demo for Airbus?', notes[5]],
    ] as const) {
      expect((await lisa.recall({ query })).primary[0]?.content).toBe(answer);
    }
  });

  it('answers a few words, whatever other language has them', async () => {
    const lisa = await asking();
    expect((await lisa.recall({ query: 'bin day' })).primary[0]?.content).toBe(notes[6]);
    expect((await lisa.recall({ query: 'CI provider?' })).primary[0]?.content).toBe(notes[7]);
  });

  it('says who somebody is before what else is known of them', async () => {
    const lisa = await asking();
    expect((await lisa.recall({ query: 'Who is Pieter?' })).primary[0]?.content).toBe(notes[1]);
  });
});

it('says that nothing is remembered', async () => {
  const lisa = await lisaWith('Jay prefers tabs.');
  const { memories, synthesis } = await lisa.recall({ query: 'zzzzqqq', profile: 'lexical' });
  expect([memories, synthesis]).toEqual([[], 'Nothing is remembered of this.']);
});

describe('what was so and what is so now', () => {
  it.each([
    ['When is the fitting?', 'The fitting is on 3 June.', 'The fitting was pushed to the 11th.'],
    ['Do I learn Basque?', 'I am learning Basque.', 'I am not learning Basque any more.'],
    ['Where do I live?', 'I live in a loft in Turin.', 'I moved to Trieste for a course.'],
  ])('%s is answered with what was said last', async (query, before, now) => {
    const lisa = await lisaWith(before, now);
    expect(told(await lisa.recall({ query }))).toEqual({ primary: [now], contradicting: [before] });
  });

  it('is told apart where it is asked for what was before', async () => {
    const lisa = await lisaWith('I live in Turin.', 'I moved to Trieste.');
    expect(told(await lisa.recall({ query: 'Where did I live before Trieste?' }))['primary']).toEqual([
      'I live in Turin.',
    ]);
    expect(told(await lisa.recall({ query: 'Where do I live now?' }))['primary']).toEqual(['I moved to Trieste.']);
  });

  it('leaves a date and another day of the month apart where they are one', async () => {
    const lisa = await lisaWith('The fitting is on 3 June.', 'The fitting is on the 3rd.');
    expect((await lisa.recall({ query: 'When is the fitting?' })).contradicting).toEqual([]);
  });
});

it('takes a German compound that nobody said for its first part, and for no other', async () => {
  const lisa = await lisaWith('Der Termin beim Tierarzt ist am 4. Juni.', 'Der Termin beim Friseur ist am 9. Juni.');
  expect(told(await lisa.recall({ query: 'Wann ist der Tierarzttermin?' }))['primary']).toEqual([
    'Der Termin beim Tierarzt ist am 4. Juni.',
  ]);
});

it('takes what nobody said for the first part of a German compound, if it is a whole word', async () => {
  const lisa = await lisaWith('Der Tierarzttermin ist am 4. Juni.', 'Die Gartenschere liegt im Schuppen.');
  expect(told(await lisa.recall({ query: 'Wann ist der Tierarzt?' }))['primary']).toEqual([
    'Der Tierarzttermin ist am 4. Juni.',
  ]);
});

it.each([
  ['What is my favourite snack?', 'My favourite colour is ochre.'],
  ['What does a bagel cost?', 'A croissant costs two euros.'],
  ['Who is my cardiologist?', 'My dentist is Dr. Vane.'],
])('answers nothing of one kind with what is told of another: %s', async (query, content) => {
  const lisa = await lisaWith(content);
  expect((await lisa.recall({ query })).primary).toEqual([]);
});

describe("somebody's relative", () => {
  it('is not answered for by what only speaks of there being one', async () => {
    const lisa = await lisaWith('My sister Bela restores old radios.', 'My nephew Timo restores old radios.');
    const { silence } = await lisa.recall({ query: 'How old is my sister?' });
    expect(silence).toBeDefined();
    const { memories } = await lisa.recall({ query: 'What does my sister restore?' });
    expect(memories[0]?.content).toBe('My sister Bela restores old radios.');
  });

  it('is theirs of whom it is asked, and not of who asks "And your aunt?"', async () => {
    const { memory } = await spaceAt('2026-01-05T09:00:00Z');
    const lisa = memory.agent('lisa');
    const talk = [
      ['Greta', 'The ferry was late again. What does your aunt do these days?'],
      ['Pavel', 'She trains guide dogs in Brno now.'],
      ['Greta', 'Impressive, that must take patience.'],
      ['Pavel', 'The pier is closed on Monday.'],
      ['Greta', 'What does your brother do?'],
      ['Pavel', 'My uncle Ota is a judge.'],
    ] as const;
    for (const [speaker, content] of talk) await lisa.observe({ content, speaker, session: 'pier' });
    const asked = async (query: string): Promise<readonly string[]> =>
      (await lisa.recall({ query })).memories.map(({ content }) => content);
    expect((await asked("What does Pavel's aunt do?"))[0]).toContain('guide dogs');
    expect(await asked("What does Greta's aunt do?")).toEqual([]);
    expect(await asked("What does Pavel's brother do?")).toEqual([]);
  });
});

it('knows who speaks by a short form of their name', async () => {
  const { memory } = await spaceAt('2026-01-05T09:00:00Z');
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'I tune church organs in Ulm.', speaker: 'Katherine', session: 'choir' });
  await lisa.observe({ content: 'Kate sings better than all of us.', speaker: 'Rolf', session: 'choir' });
  await lisa.observe({ content: 'I carve spoons.', speaker: 'Rolf', session: 'choir' });
  expect((await lisa.recall({ query: 'What does kate carve?' })).memories).toEqual([]);
  const { memories } = await lisa.recall({ query: 'What does kate do?' });
  expect(memories.map(({ content }) => content)).toContain('I tune church organs in Ulm.');
});

describe("somebody else's thing or opinion", () => {
  it.each([
    [
      'What does a jar of our honey cost?',
      "A jar of Kasimir's honey costs 11 euros.",
      'Our honey sells at 8 euros a jar.',
    ],
    [
      'What does Solveig think of the conductor?',
      'Piet thinks the conductor is strict.',
      'Solveig finds the conductor kind.',
    ],
  ])('is no answer to: %s', async (query, other, own) => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: other, speaker: 'Tobias' });
    expect((await lisa.recall({ query })).primary).toEqual([]);
    await lisa.observe({ content: own, speaker: 'Tobias' });
    expect((await lisa.recall({ query })).primary.map(({ content }) => content)).toEqual([own]);
  });
});

describe('what has faded', () => {
  it('is told as nearest where it would answer, and answers where it is asked for', async () => {
    const { memory, wait } = await spaceAt('2026-01-05T09:00:00Z');
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'I live in a rented flat in Basel.', speaker: 'Imke' });
    wait(200);
    await lisa.observe({ content: 'The kiln is broken.', speaker: 'Imke' });
    const silent = await lisa.recall({ query: 'Where do I live?' });
    expect(silent).toMatchObject({ silence: 'nothing-relevant', memories: [] });
    expect(silent.nearest.map(({ content }) => content)).toEqual(['I live in a rented flat in Basel.']);
    expect(silent.synthesis).toBe(
      'Nothing is clearly remembered of this. What has faded may answer: ask with "faded" or "archived".',
    );
    expect((await lisa.recall({ query: 'What is my blood type?' })).synthesis).toBe('Nothing is remembered of this.');
    const asked = await lisa.recall({ query: 'Where do I live?', archived: true });
    expect(asked.primary.map(({ content }) => content)).toEqual(['I live in a rented flat in Basel.']);
  });

  it('is not used by being told so', async () => {
    const { memory, wait } = await spaceAt('2026-01-05T09:00:00Z');
    const lisa = memory.agent('lisa');
    const { id } = await lisa.observe({ content: 'I live in a rented flat in Basel.', speaker: 'Imke' });
    wait(200);
    await lisa.recall({ query: 'Where do I live?' });
    expect((await lisa.recall({ query: 'Where do I live?' })).silence).toBeDefined();
    const { memories } = await lisa.recall({ query: 'Where do I live?', archived: true, attention: false });
    expect(memories.find((one) => one.id === id)?.believers[0]?.strength).toBeLessThan(0.3);
  });
});

it.each([
  ['who lent us the ladder', 'Who lent us the ladder??'],
  ['Is Bastian single?', 'Is Bastian single? Asking for a friend'],
])('has no answer in the same question, whatever was told since: %s', async (query, asked) => {
  const lisa = (await openSpace({ embedder: 'minilm' })).agent('lisa');
  await lisa.observe({ content: asked, speaker: 'Hanne' });
  await lisa.observe({ content: 'The ladder of the neighbours is longer than ours.', speaker: 'Hanne' });
  await lisa.observe({ content: 'Bastian is a lighting designer.', speaker: 'Hanne' });
  expect((await lisa.recall({ query })).primary.map(({ content }) => content)).not.toContain(asked);
});

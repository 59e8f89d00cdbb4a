/** Plain questions about people, without a model of meaning: who is meant, what is so now, and what nobody spoke of. */
import { describe, expect, it, test } from 'vitest';
import type { AgentMemory } from '../../../src/index.ts';
import { lisaWith } from '../../support/lisa-with.ts';
import { openSpace } from '../../support/open-space.ts';

async function answers(lisa: AgentMemory, query: string): Promise<readonly string[]> {
  return (await lisa.recall({ query })).primary.map(({ content }) => content);
}

describe('a relative of whom nobody ever spoke', () => {
  it.each([
    ['Wo arbeitet meine Tante?', 'Ruben arbeitet jetzt in Gent.'],
    ['Où travaille mon oncle ?', 'Ma sœur travaille à Gand.'],
    ['¿Dónde trabaja mi primo?', 'Mi hermana trabaja en Gijón.'],
    ['我哥哥在哪里工作?', '我妹妹在西安工作。'],
    ['弟の仕事は何ですか?', '姉の仕事は医者です。'],
    ['我儿子在哪里工作?', '我女儿在西安工作。'],
    ['息子の仕事は何ですか?', '娘の仕事は医者です。'],
    ['Where does my uncle work?', 'My cousin works in Ghent.'],
  ])('has no answer: %s', async (query, content) => {
    expect(await answers(await lisaWith(content), query)).toEqual([]);
  });

  it.each([
    ['Wo arbeitet mein Papa?', 'Mein Vater arbeitet in Gent.'],
    ['Où travaille mon oncle ?', 'Mon oncle travaille à Gand.'],
    ['我哥哥在哪里工作?', '我哥哥在西安工作。'],
  ])('has one where somebody did, also by another word: %s', async (query, content) => {
    expect(await answers(await lisaWith(content), query)).toEqual([content]);
  });
});

describe('of two people with one first name', () => {
  const notes = [
    'Martin Kranz is my dentist.',
    'Martin Wolff is my landlord.',
    'Martin Kranz has a glass eye.',
  ] as const;

  it('the one who is asked for by the whole name is meant', async () => {
    const lisa = await lisaWith(...notes);
    expect(await answers(lisa, 'Who is Martin Wolff?')).toEqual([notes[1]]);
    expect(await answers(lisa, 'Does Martin Kranz have a glass eye?')).toEqual([notes[2]]);
    expect(await answers(lisa, 'Does Martin Wolff have a glass eye?')).not.toContain(notes[2]);
  });

  it('one is known by a title and the surname', async () => {
    expect(await answers(await lisaWith(...notes), 'Who is Mr. Kranz?')).toContain(notes[0]);
  });
});

test('who somebody is leads before what merely has the same word', async () => {
  const lisa = await lisaWith('we watered the daisy in the yard', 'daisy is my niece');
  expect((await answers(lisa, 'who is daisy'))[0]).toBe('daisy is my niece');
});

test('a nickname that everybody uses means the one who is called so', async () => {
  const lisa = await lisaWith('Katharina Moll is my goddaughter.', 'Everybody calls Katharina "Kathi".');
  expect((await answers(lisa, 'Who is Kathi?'))[0]).toBe('Katharina Moll is my goddaughter.');
});

test('what somebody did leads before what was done to another thing', async () => {
  const lisa = await lisaWith('The audit has been moved to Tuesday.', 'I moved to Delft in April.');
  expect((await answers(lisa, 'When did I move?'))[0]).toBe('I moved to Delft in April.');
});

test('what is so now leads before what was, and asking before an event finds what was', async () => {
  const lisa = await lisaWith(
    ['user', 'The audit is on Friday.'],
    ['user', 'The audit has been moved to Tuesday.'],
    ['user', 'Before the move I lived in Breda.'],
    ['user', 'I moved to Delft in April.'],
  );
  expect((await answers(lisa, 'Where do I live now?'))[0]).toBe('I moved to Delft in April.');
  expect((await answers(lisa, 'Where did I live before the move?'))[0]).toBe('Before the move I lived in Breda.');
});

test('a kind of thing is answered by one of the kind', async () => {
  const lisa = await lisaWith('Odile plays squash with Teun on Mondays.', 'Odile gave Teun a lamp.');
  expect(await answers(lisa, 'What sport do Odile and Teun do together?')).toEqual([
    'Odile plays squash with Teun on Mondays.',
  ]);
});

test('what the other one says of themselves is no ground to answer of the one who is asked for', async () => {
  const lisa = await lisaWith(
    ['Greta', 'I am learning Welsh.'],
    ['Otto', 'I am allergic to wasps.'],
    ['Greta', 'My ferry leaves at noon.'],
  );
  expect(await answers(lisa, 'What is Otto allergic to?')).toEqual(['I am allergic to wasps.']);
  expect(await answers(lisa, 'What is Greta allergic to?')).not.toContain('I am allergic to wasps.');
});

describe('what is written small, without apostrophes', () => {
  it.each([
    ['whats my job at the museum?', 'im a gardener at the museum'],
    ['What is Odile allergic to?', 'Odile cant eat walnuts'],
    ['How old is the parrot?', 'the parrot is called Kiki, shes 31'],
  ])('tells as much: %s', async (query, content) => {
    expect(await answers(await lisaWith('The lift is out of order.', content), query)).toEqual([content]);
  });
});

test('a third person who stands for the asker is asked for by "I"', async () => {
  const lisa = await lisaWith('User lives in Pécs.', 'User has a flatmate.');
  expect(await answers(lisa, 'Where do I live?')).toEqual(['User lives in Pécs.']);
});

test('a question whether somebody does something is not answered by what another person does', async () => {
  const lisa = await lisaWith('My colleague Teun is moving to Bergen.', 'My boss is Henry.');
  expect(await answers(lisa, 'Is Teun moving to Bergen?')).toEqual(['My colleague Teun is moving to Bergen.']);
  expect(await answers(lisa, 'Is Henry moving to Bergen?')).toEqual([]);
});

test('a question whether something happened is not answered by what happened to something else', async () => {
  const lisa = await lisaWith(['user', 'Saw an otter at the weir.'], ['user', 'Fed the geese.']);
  expect(await answers(lisa, 'Did I see an otter?')).toEqual(['Saw an otter at the weir.']);
  expect(await answers(lisa, 'Did I see a beaver?')).toEqual([]);
});

test('how long somebody has been somewhere is answered by when it began', async () => {
  const lisa = await lisaWith('The canteen is on floor 2.', 'I started at Siemens in March 2018.');
  expect(await answers(lisa, 'How long have I been at Siemens?')).toEqual(['I started at Siemens in March 2018.']);
});

test('a colour is one that is named, and an instrument one that is played', async () => {
  const lisa = await lisaWith('Moss is a grey tabby.', 'Moss sleeps on the sill.', 'Odile practises the harp.');
  expect(await answers(lisa, 'What colour is Moss?')).toEqual(['Moss is a grey tabby.']);
  expect(await answers(lisa, 'What instrument does Odile practise?')).toEqual(['Odile practises the harp.']);
  expect(await answers(lisa, 'Which instrument?')).toEqual(['Odile practises the harp.']);
});

test('whether somebody liked it is told by what they reply to "How was it?"', async () => {
  const lisa = await lisaWith(
    ['Greta', 'How was the opera?'],
    ['Otto', 'Far too long, I fell asleep in the second act'],
    ['Greta', 'haha, poor you'],
  );
  expect((await answers(lisa, 'Did Otto enjoy the opera?'))[0]).toBe('Far too long, I fell asleep in the second act');
});

describe('an age', () => {
  it.each([
    ['Quel âge a Margaux ?', "Ma nièce s'appelle Margaux, elle a onze ans.", 'Margaux joue de la harpe.'],
    ['Wie alt ist Mathilda?', 'Mathilda ist elf Jahre alt.', 'Mathilda spielt Harfe.'],
  ])('is asked for and told in other languages too: %s', async (query, content, other) => {
    expect(await answers(await lisaWith(other, content), query)).toEqual([content]);
  });
});

describe('what is said to somebody by name', () => {
  it.each([
    ['Does Sam have a dog?', 'Hey Sam! I finally adopted a dog.'],
    ['Did Sam sell his car?', 'hey sam, i just sold my car'],
    ['Does Sam play the cello?', 'That means a lot, Sam. I play the cello again.'],
    ["Is Sam's sister a nurse?", 'Thanks Sam, that means a lot. My sister is a nurse.'],
  ])('is not of them: %s', async (query, content) => {
    const lisa = await lisaWith(['Jess Tran', content], ['Sam Okafor', 'I was at the dentist today.']);
    expect(await answers(lisa, query)).toEqual([]);
    expect(await answers(lisa, query.replaceAll('Sam', 'Jess').replace('his', 'her'))).toEqual([content]);
  });

  it('is, where it speaks of them besides', async () => {
    const said = 'Thanks, Sam! Everybody says that Sam is a great cellist.';
    const lisa = await lisaWith(['Jess Tran', 'Sam plays the cello very well.'], ['Sam Okafor', said]);
    expect((await answers(lisa, 'Does Sam play the cello?'))[0]).toBe('Sam plays the cello very well.');
  });
});

test('that somebody does not know answers nothing', async () => {
  const lisa = await lisaWith(
    ['Eva', 'Is Renate a vet?'],
    ['Mark', 'No idea, ask her.'],
    ['Mark', 'Renate is a vet in Graz.'],
  );
  const { primary } = await lisa.recall({ query: 'Is Renate a vet?' });
  expect(primary.map(({ content }) => content)).toEqual(['Renate is a vet in Graz.']);
});

test('a reaction answers nothing, a yes may', async () => {
  const lisa = await lisaWith(
    ['Jess', "Sam's brother lives in Leeds, doesn't he?"],
    ['Sam', 'Cool!'],
    ['Jess', 'Is your brother a vet?'],
    ['Sam', 'Yes, he is!'],
  );
  expect(await answers(lisa, "Where does Sam's brother live?")).not.toContain('Cool!');
  expect(await answers(lisa, "Is Sam's brother a vet?")).toContain('Yes, he is!');
});

describe('what is told of another than the question names', () => {
  it.each([
    ['When is Lena on leave?', "I'm on leave from 16 March to 8 May, Lena decides everything in that time."],
    ["What's Neil's phone number?", "I'm the one to call, 07700 900812. My brother Neil lives in Perth."],
    ['When is Brigid on holiday?', 'Brigid has a cataract on the left eye, operation on 3 November.'],
    [
      'Which instrument does my girlfriend play?',
      'Agnes moves out, her girlfriend has a place. Bogdan plays the cello.',
    ],
  ])('is not answered: %s', async (query, content) => {
    expect((await (await lisaWith(content)).recall({ query })).primary).toEqual([]);
  });

  test('nor is who told somebody something by that one', async () => {
    const lisa = await lisaWith(
      ['Colette', 'My cousin rents out a room in Peckham, 750 a month.'],
      ['Yusuf', 'I moved into the room in Peckham on Saturday.'],
    );
    const { primary } = await lisa.recall({ query: 'Who told Yusuf about the room in Peckham?' });
    expect(primary.map(({ speaker }) => speaker)).toEqual(['Colette']);
  });
});

describe('a word that is ordinary English', () => {
  test('is no name at the beginning of a sentence, also in the plural', async () => {
    const lisa = await lisaWith('Treasurer remains Hugh.', 'Payments go through Mollie.');
    const named = (await lisa.latest()).flatMap(({ entities }) => entities.map(({ name }) => name));
    expect(named.toSorted()).toEqual(['Hugh', 'Mollie']);
  });

  test('and "may" names a month only where it is one', async () => {
    const lisa = await lisaWith();
    await lisa.observe({ content: 'I was in Batumi, rain for five days.', occurredAt: new Date('2026-05-23') });
    await lisa.observe({
      content: 'Next trip starts in February. Ines may come along.',
      occurredAt: new Date('2026-09-14'),
    });
    const { primary } = await lisa.recall({ query: 'Where was I in May 2026?' });
    expect(primary.map(({ content }) => content)).toEqual(['I was in Batumi, rain for five days.']);
  });
});

describe('what is asked of a time', () => {
  test('is answered by what says its year, whenever it was told', async () => {
    const lisa = (await openSpace()).agent('lisa');
    await lisa.observe({ content: 'Henrik moved to Canada in 2019.', occurredAt: new Date('2026-02-01T09:00:00Z') });
    const primary = async (query: string): Promise<number> =>
      (await lisa.recall({ query })).memories.filter(({ role }) => role === 'primary').length;
    expect(await primary('Did Henrik move to Canada in 2019?')).toBe(1);
    expect(await primary('Did Henrik move to Canada in 2020?')).toBe(0);
  });

  test('is answered by the fact that was so then, and not by what is so now', async () => {
    const lisa = (await openSpace()).agent('lisa');
    await lisa.believe({
      content: 'Mark works at Acme.',
      about: ['Mark'],
      validFrom: '2020-01-01',
      validTo: '2024-12-31',
    });
    await lisa.believe({ content: 'Mark works at Initech.', about: ['Mark'], validFrom: '2025-01-01' });
    const answer = async (query: string): Promise<string> => (await lisa.recall({ query })).synthesis;
    expect(await answer('Where did Mark work in 2022?')).toMatch(/^Until 31 December 2024 .* Acme since 2020\./);
    expect(await answer('Where did Mark work in 2025?')).toMatch(/^Mark has worked at Initech/);
    expect(await answer('Where does Mark work?')).toBe(
      'Mark has worked at Initech since January 2025. Until 31 December 2024 this was held: Mark has worked at Acme since 2020.',
    );
  });

  test('is not answered by what sleep wrote then of what was said before', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    const occurredAt = new Date(Date.now() - 80 * 86_400_000);
    await lisa.observe({ content: 'I live in Leipzig with my husband Tomas.', speaker: 'Hanna', occurredAt });
    await memory.sleep();
    expect((await lisa.facts()).facts).not.toEqual([]);
    expect((await lisa.recall({ query: 'What is on this week?' })).primary).toEqual([]);
  });

  test('after something is answered first by what says so itself', async () => {
    const lisa = await lisaWith('After the launch we fixed the login bug.', 'Sofia ordered pizza.');
    const { primary } = await lisa.recall({ query: 'What did we do after the launch?' });
    expect(primary.map(({ content }) => content)).toEqual(['After the launch we fixed the login bug.']);
    const found = await lisa.search({ query: 'After the launch we fixed the login bug.' });
    expect(found.memories[0]?.content).toBe('After the launch we fixed the login bug.');
  });
});

describe('one who alone tells things', () => {
  test('asks for their own husband, whom a fact calls by their name', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'I live in Leipzig with my husband Tomas.', speaker: 'Hanna' });
    await memory.sleep();
    const { primary } = await lisa.recall({ query: 'What is my husband called?' });
    expect(primary[0]?.content).toMatch(/husband (?:is called )?Tomas/);
  });

  test('is not called as somebody else is', async () => {
    const lisa = await lisaWith('his name is Herr Wolff and he charges 140 euros', 'I work at Brandt & Oko');
    expect((await lisa.recall({ query: 'What is my name?' })).primary).toEqual([]);
  });

  test('may get another manager than is known', async () => {
    const lisa = await lisaWith('Simon Achterberg will be my manager at Arup', 'told my boss Ulrike, she took it well');
    const { primary } = await lisa.recall({ query: 'Who will be my manager at Arup?' });
    expect(primary[0]?.content).toBe('Simon Achterberg will be my manager at Arup');
  });

  test('puts a slip right in no word of the question', async () => {
    const lisa = (await openSpace({ embedder: 'minilm' })).agent('lisa');
    for (const content of ["Ida's teacher is Frau Lindner", 'sorry, I meant Frau Linde, not Lindner'])
      await lisa.observe({ content, speaker: 'Hanna', session: 'talk' });
    const { primary } = await lisa.recall({ query: "Who is Ida's teacher?" });
    expect(primary[0]?.content).toBe('sorry, I meant Frau Linde, not Lindner');
  });

  test('has a job still when the town is another', async () => {
    const lisa = await lisaWith(
      'I live in Leeds and work as a nurse at the infirmary.',
      'Actually I moved: I live in York now.',
    );
    expect((await lisa.recall({ query: 'Where do I work?' })).primary[0]?.content).toContain('nurse');
    expect((await lisa.recall({ query: 'Where do I live?' })).primary[0]?.content).toContain('York');
  });
});

/** Questions in other words than what was told, without a model of meaning: an answer, or that nothing is known. */
import { describe, expect, it, test } from 'vitest';
import { lisaWith } from '../../support/lisa-with.ts';
import { openSpace } from '../../support/open-space.ts';

const notes = [
  'I work as a florist in Ghent.',
  'I fell and sprained my wrist at the rink.',
  'We bought a Skoda in spring.',
  "Odile can't stand raisins.",
  'Odile speaks five languages.',
  'The boiler was serviced by Mr. Claes.',
  'My brother Ruben coaches a rowing club.',
  'Teun moved to Utrecht after school.',
] as const;

describe('an everyday word that nobody used', () => {
  it.each([
    ['What is my job?', notes[0]],
    ['What did I injure?', notes[1]],
    ['Which car do we have?', notes[2]],
    ['What does Odile hate?', notes[3]],
    ['Who maintained the heating?', notes[5]],
    ['What does my brother do?', notes[6]],
    ['Where does Teun live?', notes[7]],
  ])('is read as what people say for it: %s', async (query, content) => {
    expect((await (await lisaWith(...notes)).recall({ query })).primary[0]?.content).toBe(content);
  });

  it('is not missed in what one has at a doctor, where one was there', async () => {
    const lisa = await lisaWith("Got new glasses at Dr Hoekstra's.", ...notes);
    const { primary } = await lisa.recall({ query: 'When was my last appointment with Dr Hoekstra?' });
    expect(primary[0]?.content).toBe("Got new glasses at Dr Hoekstra's.");
    expect((await lisa.recall({ query: 'When is my next appointment with Dr Hoekstra?' })).primary).toEqual([]);
  });

  it.each(['Is Odile married?', 'What is the name of my parrot?', 'Does Teun have a boat?', "What is my aunt's job?"])(
    'has no answer where nothing of it was told: %s',
    async (query) => {
      expect((await (await lisaWith(...notes)).recall({ query })).primary).toEqual([]);
    },
  );
});

test('a note may tell in other words of a thing that a question names', async () => {
  const lisa = await lisaWith('We walked along the canal.', 'The battery of the shed node lasts about seven weeks.');
  const { primary } = await lisa.recall({ query: 'How long does the shed node run before recharging?' });
  expect(primary.map(({ content }) => content)).toEqual(['The battery of the shed node lasts about seven weeks.']);
  expect((await lisa.recall({ query: 'How long is the fence of the greenhouse?' })).memories).toEqual([]);
});

test('who somebody\'s vet is, "my vet" does not tell', async () => {
  const query = 'Who is my therapist?';
  expect((await (await lisaWith('I see my therapist every other Tuesday.')).recall({ query })).memories).toEqual([]);
  const { primary } = await (await lisaWith('My therapist is Dr. Bloom.')).recall({ query });
  expect(primary).toHaveLength(1);
});

test.each([
  ['Which release did we restore?', 'We reverted to release 44.', 'The wiki is in the vault.'],
  ['Who writes the postmortem?', 'Noor takes the incident report.', 'Noor is on the third floor.'],
  ['Are we renting a van?', 'We hired a van from Drivalo.', 'We walked along the canal.'],
])('what is hired is rented, and what is reverted restored: %s', async (query, content, other) => {
  const { primary } = await (await lisaWith(other, content)).recall({ query });
  expect(primary.map((memory) => memory.content)).toEqual([content]);
});

test('who asks when a meeting is, and names whom with, is not told what else was said of them', async () => {
  const lisa = await lisaWith('Marguerite says it is my left knee.');
  expect((await lisa.recall({ query: 'When is my next session with Marguerite?' })).memories).toEqual([]);
  expect((await lisa.recall({ query: 'What do you know of Marguerite?' })).memories).toHaveLength(1);
});

test('what somebody else did is no answer to whether one did it', async () => {
  const lisa = await lisaWith(
    ['Greta', 'I finished reading Middlemarch.'],
    ['Otto', 'Lovely. My ferry leaves at nine.'],
    ['Otto', 'Otters are asleep by now.'],
  );
  expect((await lisa.recall({ query: 'Did Greta read Middlemarch?' })).primary[0]?.speaker).toBe('Greta');
  const { memories } = await lisa.recall({ query: 'Did Otto read Middlemarch?' });
  expect(memories.filter(({ role }) => role === 'primary').map(({ speaker }) => speaker)).not.toContain('Greta');
});

test('what stands by itself leads beside what only its neighbour explains', async () => {
  const lisa = await lisaWith(
    ['Petra', 'I started at Bosch in October.'],
    ['Ole', 'How is it?'],
    ['Petra', 'That job is tiring, but my boss is kind.'],
  );
  expect((await lisa.recall({ query: 'Where does Petra work?' })).primary[0]?.content).toContain('Bosch');
});

test('what a file or a function does is no profession', async () => {
  const lisa = await lisaWith('lib/tax/rates.ts rounds amounts to cents.', 'rates.ts is old.', 'Ida does the taxes.');
  const { memories } = await lisa.recall({ query: 'What does rates.ts do?' });
  expect(memories.map(({ content }) => content)).toContain('lib/tax/rates.ts rounds amounts to cents.');
});

describe('whom one calls one’s own', () => {
  it('is who has the name that was told', async () => {
    const lisa = await lisaWith('Our daughter Wilma goes to a forest school.', 'Wilma is afraid of geese.', 'I bake.');
    expect((await lisa.recall({ query: 'What is my daughter afraid of?' })).primary[0]?.content).toContain('geese');
    expect((await lisa.ambient('Our daughter wants to see a farm')).text).toContain('geese');
  });

  it('is told without a name where two have one', async () => {
    const lisa = await lisaWith('My sister Ida plays chess.', 'My sister Bela sings.', 'Ida is afraid of geese.');
    const { primary } = await lisa.recall({ query: 'Does my sister sing?' });
    expect(primary[0]?.content).toBe('My sister Bela sings.');
  });
});

describe('an everyday word that is a name', () => {
  it('is one where somebody does something, and none where it wishes or asks', async () => {
    const lisa = await lisaWith(
      'May is my neighbour.',
      'Will drives a tram.',
      'Hope teaches judo.',
      'May it rain soon!',
    );
    const named = async (message: string): Promise<readonly string[]> =>
      (await lisa.namesIn({ message })).map(({ name }) => name);
    expect(await named('Will is coming to dinner')).toEqual(['Will']);
    expect(await named('May called me today')).toEqual(['May']);
    expect(await named('Who is Hope?')).toEqual(['Hope']);
    expect(await named('I hope this will work, may I ask?')).toEqual([]);
    expect(await named('Will things get better in May?')).not.toContain('Will');
    expect((await lisa.recall({ query: 'Who is May?' })).primary[0]?.content).toBe('May is my neighbour.');
  });

  it('of another language is found at the head of a message', async () => {
    const lisa = await lisaWith('Unser Hund Bello frisst keine Erbsen.');
    expect((await lisa.ambient('Bello hat heute noch nichts gefressen und ist hungrig.')).text).toContain('Erbsen');
    expect((await lisa.ambient('Hallo, ich habe heute noch nichts gegessen und bin hungrig.')).text).toBe('');
  });
});

test('how a team’s things are done comes up for what is to be done', async () => {
  const lisa = await lisaWith(
    'Feature branches are named after their ticket.',
    'I am allergic to penicillin.',
    'I get seasick on lakes.',
    'i use emacs on my laptop',
  );
  expect((await lisa.ambient('Create a feature branch')).text).toContain('ticket');
  expect((await lisa.ambient('The dentist wants to prescribe an antibiotic')).text).toContain('penicillin');
  expect((await lisa.ambient('Should we take the ferry?')).text).toContain('seasick');
  expect((await lisa.ambient('Which editor plugin is good for Rust?')).text).toContain('emacs');
  expect((await lisa.ambient('Which planets have rings?')).text).toBe('');
});

describe('what a household has one of', () => {
  const notes = [
    'Our dog is scared of thunder.',
    'I have a 9-year-old daughter called Wilma.',
    'Our budget for the sauna is 900 euros.',
    'our cat rex is a Manx',
    'rex may not eat any tuna',
  ] as const;

  it.each([
    ['There is a storm coming, what do I do with the dog?', 'thunder'],
    ['Help me choose a bike for my daughter', 'Wilma'],
    ["Let's plan the sauna", '900'],
    ['How should we furnish the new sauna?', '900'],
    ['What may the cat eat?', 'tuna'],
  ])('comes up where a message speaks of it: %s', async (message, told) => {
    expect((await (await lisaWith(...notes)).ambient(message)).text).toContain(told);
  });

  it.each(['What is the fastest dog breed?', 'Plan a haiku about geese', 'Sort these numbers: 4, 1'])(
    'stays unsaid where it does not: %s',
    async (message) => {
      expect((await (await lisaWith(...notes)).ambient(message)).text).toBe('');
    },
  );
});

test('who visited a brother has one', async () => {
  const lisa = await lisaWith(
    'Lars has no siblings.',
    'Lars visited his brother in Turku.',
    'Ida visited her dentist.',
  );
  const { conflicts } = await lisa.conflicts();
  expect(conflicts.map(({ one, other }) => [other.content, one.content])).toEqual([
    ['Lars has no siblings.', 'Lars visited his brother in Turku.'],
  ]);
});

test('sleep reads what somebody studies where, how many languages they speak, and what they own', async () => {
  const memory = await openSpace();
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'I study law in Jena.', speaker: 'Greta' });
  await lisa.observe({ content: 'I speak four languages.', speaker: 'Ole' });
  await lisa.observe({ content: 'I own a sailing boat.', speaker: 'Ole' });
  await lisa.observe({ content: 'I study hard in the evenings.', speaker: 'Ida' });
  await memory.sleep();
  const { facts } = await lisa.facts();
  expect(facts.map(({ content }) => content).sort()).toEqual([
    'Greta studies law in Jena.',
    'Ole owns a sailing boat.',
    'Ole speaks four languages.',
  ]);
});

describe('a note', () => {
  const plot = [
    'I planted leeks in March.',
    'Odile plays the oboe.',
    'Teun does judo on Mondays.',
    'We moved from Prisma to Drizzle.',
    'Ruben has three boats.',
    'Ruben Claes studies law.',
  ] as const;

  it.each([
    ['Which ORM do we use?', plot[3]],
    ['Which sport does Teun do?', plot[2]],
    ['What instrument does Odile play?', plot[1]],
    ["What is Ruben's last name?", plot[5]],
    ['How many boats does Ruben have?', plot[4]],
  ])('answers by what is of the kind that is asked for: %s', async (query, content) => {
    const { primary } = await (await lisaWith(...plot)).recall({ query });
    expect(primary[0]?.content).toBe(content);
  });

  it.each([
    'When did I plant the roses?',
    'Which languages does Odile speak?',
    'Which linter do we use?',
    'How many boats do I have?',
    "What is Odile's last name?",
    "What is Teun's nickname?",
  ])('answers nothing of another thing, kind or person: %s', async (query) => {
    expect((await (await lisaWith(...plot)).recall({ query })).primary).toEqual([]);
  });
});

describe('what took the place of another', () => {
  it.each([
    ['Where does Teun work now?', 'Teun works for Bosch.', 'Teun left Bosch for a startup called Voltly.'],
    ['What is my phone number?', 'My phone number is 0151 2345.', 'My new phone number is 0160 9988.'],
  ])('the last word leads: %s', async (query, before, after) => {
    const { primary, contradicting } = await (await lisaWith(before, after)).recall({ query });
    expect([primary[0]?.content, contradicting[0]?.content]).toEqual([after, before]);
  });
});

describe('a plain question', () => {
  const plot = [
    'I am allergic to penicillin.',
    'On Saturday we visit Odile at the lake.',
    'Last summer we cycled to Bruges.',
    'I quit biting my nails a year ago.',
    'My visa expires in October.',
    'Teun rented the van.',
    'The hall is painted in a shade called Harbour Fog.',
    'The coat for Wim is too small, he is 121 centimetres now.',
    'got 2 tickets for the herons at the vooruit, 14 may',
    'Wim had his results: 8 for physics, 6 for history, and a 9 for singing.',
    'The library has moved my interview to the 21st.',
  ] as const;

  it.each([
    ['What colour is the hall painted?', plot[6]],
    ['How tall is Wim?', plot[7]],
    ['when are the herons tickets for', plot[8]],
    ['What mark did Wim get for singing?', plot[9]],
    ['What should I tell the doctor about my allergies?', plot[0]],
    ['What are we doing on Saturday?', plot[1]],
    ['Where did we go last summer?', plot[2]],
    ['When does my visa expire?', plot[4]],
  ])('is answered by what was told of it: %s', async (query, content) => {
    expect((await (await lisaWith(...plot)).recall({ query })).primary[0]?.content).toBe(content);
  });

  it.each([
    'Who is my eye doctor?',
    'When did I quit drinking?',
    "When does Teun's visa expire?",
    'How much was the van?',
    'Where am I living?',
  ])('is not answered by what only bears on it, or is of another: %s', async (query) => {
    expect((await (await lisaWith(...plot)).recall({ query })).primary).toEqual([]);
  });
});

test('what recurs on a day answers for it, however long ago it was told', async () => {
  let now = new Date('2025-03-03T09:00:00Z');
  const memory = await openSpace({ clock: () => now });
  const content = 'I have a job in the library on Tuesdays and Saturdays.';
  await memory.agent('lisa').observe({ content });
  now = new Date('2025-06-12T09:00:00Z');
  const { primary } = await memory.agent('lisa').recall({ query: 'Do I have time on Saturday?' });
  expect(primary.map((one) => one.content)).toEqual([content]);
});

describe('what is owed or lent', () => {
  it.each([
    ['How much do I owe Ruben?', 'I owe Ruben 40 euros.'],
    ['Who lent me a tent?', 'Odile lent me her tent.'],
    ['How much does Ruben owe me?', undefined],
    ['What did I lend Odile?', undefined],
  ])('is told the way it is asked for: %s', async (query, content) => {
    const lisa = await lisaWith('I owe Ruben 40 euros.', 'Odile lent me her tent.');
    expect((await lisa.recall({ query })).primary[0]?.content).toBe(content);
  });
});

describe('what a note does not tell', () => {
  const plot = [
    'Ruben is terrified of dogs.',
    'Odile practises the cello.',
    'The choir meets at 8.',
    'My manager is Teun Claes.',
    'The gym costs 30 euros a month.',
    'The build script is tools/build.sh.',
    'My rating is 1420.',
    'Marit beat me at backgammon.',
    'I see my optician every spring.',
  ] as const;

  it.each([
    'Am I terrified of dogs?',
    'Who practises the violin?',
    'Where is the choir?',
    'When is Teun on holiday?',
    'How much is the car?',
    "What is Marit's rating?",
    'Who is my optician?',
  ])('is not answered: %s', async (query) => {
    expect((await (await lisaWith(...plot)).recall({ query })).primary).toEqual([]);
  });

  it.each([
    ['Who is terrified of dogs?', plot[0]],
    ['What does Odile practise?', plot[1]],
    ['When is the choir meeting?', plot[2]],
    ['How much is the gym?', plot[4]],
    ['Where is the build script?', plot[5]],
    ['What is my rating?', plot[6]],
    ['Who is my manager?', plot[3]],
  ])('and what it tells is: %s', async (query, content) => {
    expect((await (await lisaWith(...plot)).recall({ query })).primary[0]?.content).toBe(content);
  });
});

test('a vegetarian eats no steak', async () => {
  const lisa = await lisaWith('Odile is a vegetarian.', 'Teun is allergic to cats.');
  expect((await lisa.recall({ query: 'Can I serve Odile steak?' })).primary[0]?.content).toBe('Odile is a vegetarian.');
});

test('a pair that broke up is no longer engaged', async () => {
  const lisa = await lisaWith('Odile and Teun are engaged.', 'Odile and Teun broke up.');
  for (const query of ['Is Teun engaged?', 'Are Odile and Teun together?']) {
    expect((await lisa.recall({ query })).primary.map(({ content }) => content)).toEqual(['Odile and Teun broke up.']);
  }
});

test('a breed is of its animal, for a model of meaning', async () => {
  const memory = await openSpace({ embedder: 'minilm' });
  const mark = memory.agent('mark');
  const told = 'Ruben adopted a greyhound.';
  await mark.observeMany({ observations: [{ content: told }, { content: 'Teun lives in Utrecht.' }] });
  for (const query of ['Does Ruben have a dog?', 'What pet does Ruben have?'])
    expect((await mark.recall({ query })).primary[0]?.content).toBe(told);
  for (const query of ['Does Ruben have a cat?', 'Does Teun have a dog?'])
    expect((await mark.recall({ query })).primary).toEqual([]);
});

describe('what the wording of a question demands', () => {
  const told = [
    'Our landlord is raising the rent by 60 euros from May.',
    'The boiler broke down, a plumber is coming on Thursday at 8.',
    "The plumber just called: it's Friday, not Thursday, same time.",
    'Ruben left the team last Friday; Ingrid takes over.',
    'We moved the queue from Redis to RabbitMQ because messages were lost.',
  ] as const;

  it.each(["What's our landlord's name?", 'Why did Ruben leave the team?'])(
    'is not in what is told, so nothing answers: %s',
    async (query) => {
      const { memories, silence, nearest } = await (await lisaWith(...told)).recall({ query });
      expect([memories, silence]).toEqual([[], 'nothing-relevant']);
      expect(nearest.length).toBeGreaterThan(0);
    },
  );

  it.each([
    ['How much more rent do we pay?', told[0]],
    ['Why did we get rid of Redis?', told[4]],
    ['On what day is the plumber coming?', told[2]],
  ])('is in one that answers: %s', async (query, content) => {
    expect((await (await lisaWith(...told)).recall({ query })).primary[0]?.content).toBe(content);
  });

  test('takes its relevance from what lacks it in a plain list, too', async () => {
    const lisa = await lisaWith(...told);
    const of = async (query: string): Promise<number> =>
      (await lisa.search({ query })).memories.find(({ content }) => content === told[0])?.relevance ?? -1;
    expect(await of("What's our landlord's name?")).toBeLessThan(0.07);
    expect(await of('Is our landlord raising the rent?')).toBeGreaterThan(0.07);
  });
});

test('what has nothing to do with a name does not go with the answer', async () => {
  const lisa = await lisaWith(
    'Katherine gave me a fountain pen.',
    'We had pasta for dinner.',
    'The dentist is on Tuesday.',
  );
  const { memories } = await lisa.recall({ query: 'What did Katherine give me?' });
  expect(memories.map(({ content }) => content)).toEqual(['Katherine gave me a fountain pen.']);
});

describe('what a developer asks of notes', () => {
  const told = [
    'src/auth.py now checks the token expiry before it looks up the user.',
    "ECONNREFUSED in CI means the redis service container isn't up yet.",
    'We use Postgres 15.',
  ] as const;

  it.each([
    ['What changed in ./src/auth.py?', told[0]],
    ['Why does CI fail with ECONNREFUSED?', told[1]],
  ])('is answered: %s', async (query, content) => {
    expect((await (await lisaWith(...told)).recall({ query })).primary[0]?.content).toBe(content);
  });
});

it.each([
  ['Welche Nüsse darf ich nicht essen?', 'Ich vertrage keine Haselnüsse.'],
  ['Wann ist der Termin?', 'Der Zahnarzttermin ist am 3. Mai.'],
  ['Quel est le métier de Julien ?', 'Mon frère Julien travaille comme infirmier à Lyon.'],
  ['¿Cuál es la profesión de Lucía?', 'Mi hermana Lucía trabaja como enfermera en Sevilla.'],
])(
  'a compound is of the kind of its last part, and an everyday word stands for another: %s',
  async (query, content) => {
    const lisa = await lisaWith(content, 'Oma kommt aus Bonn.', 'Ma soeur aime le chocolat.');
    expect((await lisa.recall({ query })).primary[0]?.content).toBe(content);
  },
);

describe('notes of one person', () => {
  const told = [
    'Blood pressure this morning 148 over 92.',
    'My wife Edith plays the organ.',
    'Edith hates beans.',
  ] as const;

  it("are not of whom they don't name", async () => {
    const lisa = await lisaWith(...told);
    expect((await lisa.recall({ query: "What is Edith's blood pressure?" })).silence).toBe('nothing-relevant');
    expect((await lisa.recall({ query: 'What was my blood pressure?' })).primary[0]?.content).toBe(told[0]);
    expect((await lisa.recall({ query: 'What does my wife play?' })).primary[0]?.content).toBe(told[1]);
  });

  it.each([
    "Okay, that's it from me for tonight, bye!",
    "Thanks, that's all for tonight.",
    'Sounds good to me, see you later!',
    "That's everything, bye.",
    'Good morning, how are you today?',
    'Hi Tove! How is it going this week?',
    'Hello, how was your weekend?',
    'Happy Monday!',
    'Thanks for today.',
  ])('are not told to who greets or takes leave: %s', async (query) => {
    const lisa = await lisaWith(...told);
    expect((await lisa.recall({ query })).memories).toEqual([]);
    expect((await lisa.search({ query, minRelevance: 0.07 })).memories).toEqual([]);
  });

  it('are told to who greets and asks', async () => {
    const lisa = await lisaWith(...told);
    for (const query of ['Good morning, how was my blood pressure today?', 'Hi, how is my wife called?'])
      expect((await lisa.recall({ query })).silence).toBeUndefined();
  });

  it('are told to who asks whether somebody is allergic to anything', async () => {
    const lisa = await lisaWith("I'm allergic to penicillin.", 'We had pasta.');
    expect((await lisa.recall({ query: 'Am I allergic to anything?' })).primary[0]?.content).toBe(
      "I'm allergic to penicillin.",
    );
  });
});

test('what somebody says of other things does not answer for what they are asked about by its name', async () => {
  const lisa = await lisaWith('Hello.');
  const say = (speaker: string, content: string) => lisa.observe({ speaker, content, session: 'chat' });
  await say('Nina', "I've started Pilates with Carla on Monday evenings.");
  await say('Paul', 'The Skoda needs new brakes before January.');
  await say('Nina', 'The cat threw up.');
  await say('Paul', 'Rent goes up by 45 from February.');
  expect((await lisa.recall({ query: 'When does Paul do Pilates?' })).silence).toBe('nothing-relevant');
  expect((await lisa.recall({ query: 'When does Nina do Pilates?' })).primary[0]?.content).toContain('Monday');
});

/** What has changed is told as it is now, however plainly somebody says so; and nothing else takes its place. */
import { describe, expect, it, test } from 'vitest';
import { tellsNewValue, tellsOtherNumber } from '../../../src/language/revision-wording.ts';
import { lisaWith } from '../../support/lisa-with.ts';

describe('what was told last', () => {
  it.each([
    ['What is the wifi password?', 'The password of the wifi is tulip42.', 'I changed the wifi password to maple77.'],
    ['How much is the rent?', 'The rent is 900 euros.', 'The landlord raised the rent to 950 euros.'],
    [
      'Where is the meeting room?',
      'The meeting room is on the second floor.',
      'They moved the meeting room to the fourth floor.',
    ],
    ['When is the deadline?', 'The deadline is 3 May.', 'The client extended the deadline to 10 May.'],
    ['When do we meet?', 'We meet on Mondays.', 'From now on we meet on Wednesdays.'],
    ['Does Elena smoke?', 'Elena smokes.', 'Elena stopped smoking in May.'],
    ['Do I like olives?', 'I hate olives.', "I've come to love olives."],
    ["When is Dad's operation?", "Dad's operation is on Tuesday.", "Dad's operation was cancelled."],
    ['Who leads the project?', 'Paul is the project lead.', 'Since March Sina leads the project.'],
    ['Who is our supplier?', 'Our supplier is Nordwind.', "We switched suppliers: it's Helios now."],
    ['What is the alarm code?', 'The alarm code is 1234.', "We changed the alarm code: it's 9876."],
    ['Is the pool open?', 'The pool is open.', 'The pool is closed until April.'],
    ["What is Nina's email?", "Nina's email is nina@foo.org.", "Nina's new email is nina@bar.org."],
    ['Who does Omar live with?', 'Omar lives with his parents.', 'Omar moved out and lives alone.'],
    [
      'When does the code freeze start?',
      'The code freeze starts on 12 June.',
      'The code freeze starts on 15 June, not 12 June.',
    ],
    [
      'On what day is the plumber coming?',
      'A plumber is coming on Thursday at 8.',
      "The plumber just called: it's Friday, not Thursday, same time.",
    ],
    [
      'When are we moving to Portugal?',
      "We're moving to Portugal in September, to Porto, because Ines found a job there.",
      'The move to Portugal has been pushed back to October.',
    ],
    ['Where does Ines live?', 'Ines lives in Faro.', 'Ines packed up her flat and has settled in Braga.'],
    ['Who runs the archive?', 'Tove runs the archive.', 'Tove stepped down, and Emil took over the archive.'],
    [
      'What is the number of the clinic?',
      "The clinic's number is 040 556 210.",
      'The clinic has a new number: 040 771 900.',
    ],
    ['What does the pass cost?', 'The pass costs 40 euros.', 'From May on the pass is 45 euros.'],
    ['Are we sailing to Gotland?', "We're sailing to Gotland in June.", 'Sailing to Gotland is off, the boat leaks.'],
    ['How long is the library open?', 'The library is open until 8 pm.', 'The library closes at 6 these days.'],
    [
      'When do I have to be at the dentist?',
      'The dentist appointment is on 3 December at nine.',
      'The dentist has moved me to the 8th at eleven.',
    ],
    ['Where does Erik work?', 'Erik works at Fabrikam.', 'Erik quit at Fabrikam, today was his last day.'],
    [
      'Which queue do we use?',
      'Jobs run on Celery 5.',
      'We moved from Celery to Temporal. Its page is temporal.local.',
    ],
    [
      'Which checker must pass before a release?',
      'A check with Pylint must pass before a release.',
      'We dropped pylint for ruff.',
    ],
    [
      'How often does the pump run?',
      'The pump runs every 40 minutes.',
      'The pump is running 20 minutes instead of 40 now.',
    ],
    ['Who does the garden?', 'Tove does the garden, I do the roof.', 'Tove moved to Oslo, Emil does the garden now'],
    ['Which Node runs on the server?', 'The server runs on Node 18.', 'Upgraded from Node 18 to 22.'],
    ['What car do I have?', 'My car is an old Volvo Amazon.', 'I sold the Volvo and take the tram.'],
    ['What is the minimum age?', 'The minimum age is 16.', 'From season two on the minimum age is 18.'],
    ['Where do I live?', 'I live in a studio in Ghent.', 'I moved into a shared flat in Antwerp.'],
    ['Do I eat meat?', 'I eat meat maybe three times a month.', "I've become vegetarian."],
    ['Who is my doctor?', 'My doctor is Dr. Thomsen.', 'My doctor is Dr. Moreau.'],
    ['Who is the head of sales?', 'The head of sales is Nils.', 'The head of sales is Farah.'],
    ['What does the Anker cost us?', 'Anker costs us 120 euros a month', 'Anker costs us 160 euros a month'],
    ['How much does Vera want for the mix?', 'Vera wants 900 for the mix', 'Vera wants 1100 for the mix'],
    [
      'Where do I work?',
      'i work at the harbour cafe mon + thu evenings, 9.80 an hour',
      'quit the cafe, the manager was awful. starting at the bookshop on Elm Street next monday',
    ],
    [
      'How many dogs does my aunt have?',
      'My aunt has three huge dogs and they all snore.',
      'No wait, my aunt has four, the little one was in the laundry room.',
    ],
    ['Wo wohne ich?', 'Ich wohne in der Gartenstraße in Mainz.', 'Ich bin umgezogen und wohne jetzt in Kassel.'],
    ['Wo wohnt Silke?', 'Silke wohnt in Ulm.', 'Silke ist im Mai nach Trier umgezogen.'],
    ['Où habite Luc ?', 'Luc habite à Tours.', 'Luc a déménagé de Tours à Brest en juin.'],
    ['¿Dónde vive Elena?', 'Elena vive en Bilbao.', 'Elena se ha mudado a Gijón.'],
    ['李娜现在住在哪里?', '李娜住在南京。', '李娜上个月从南京搬到了西安。'],
    ['鈴木さんは今どこに住んでいますか?', '鈴木さんは京都に住んでいる。', '鈴木さんは京都から仙台に引っ越した。'],
    [
      'What does Beata charge?',
      'Beata charges 14 pounds an hour.',
      'Beata raised her rate, from May it is 16 pounds an hour.',
    ],
    [
      'How much zinc do I take?',
      'I take 50 micrograms of zinc every morning.',
      'Dr. Albers raised my zinc to 75 micrograms.',
    ],
    [
      'Where will I spend Easter?',
      'I will spend Easter in Ghent with Odile.',
      'My leg is broken, so Easter in Ghent is off.',
    ],
    ['What day is choir?', 'Our choir is Thursdays at 8 pm.', 'Choir is moving to Mondays from April.'],
  ])('answers, and what was so before contradicts it: %s', async (query, before, now) => {
    const { memories } = await (await lisaWith(before, now)).recall({ query });
    expect(memories.map(({ content, role }) => [role, content])).toEqual([
      ['primary', now],
      ['contradicting', before],
    ]);
  });

  it('takes nothing from what it only touches', async () => {
    const agent = await lisaWith(
      'Grandma is giving Tilda her old violin.',
      'Rex died in the night. Tilda is very sad.',
    );
    const { memories } = await agent.recall({ query: 'What is Grandma giving Tilda?' });
    expect(memories[0]?.content).toBe('Grandma is giving Tilda her old violin.');
    expect(memories.some(({ role }) => role === 'contradicting')).toBe(false);
  });

  it('leads before what only tells that something ended, where more was told since', async () => {
    const agent = await lisaWith('I work as a cook at the Heron.', 'I quit the Heron in spring.');
    await agent.observe({ content: 'I started a new job at the Otter as a waitress.' });
    const { memories } = await agent.recall({ query: 'Where do I work?' });
    expect(memories[0]?.content).toBe('I started a new job at the Otter as a waitress.');
    expect(memories.find(({ content }) => content.startsWith('I work'))?.role).toBe('contradicting');
  });

  it.each([
    ['Who does Ada report to?', 'Ada reports to Lin.', 'Ada reports to Max now.'],
    ['Is Priya on holiday?', 'Priya is on holiday.', 'Priya is back from holiday.'],
    ['What is the default branch called?', 'The default branch is master.', 'We renamed the default branch to main.'],
    ['Have I got my passport yet?', 'I still have to get a new passport.', 'Picked up my passport at the town hall.'],
    ['When is my MRI now?', 'The MRI is booked for 24 March at 7:40.', 'MRI appointment got pushed back to 31 March.'],
    [
      'How long is the retention of events?',
      'Retention of events is 30 days.',
      'Retention of events goes down to 14 days.',
    ],
    ['Where does the dog sleep?', 'The dog sleeps in the kitchen.', 'The dog sleeps in the hall now.'],
    ['今どこで働いていますか？', '私は銀行で働いています。', '今は大学で働いています。'],
  ])(
    'answers where no rule knows that both cannot hold, and the other stands against it: %s',
    async (query, before, now) => {
      const { memories } = await (await lisaWith(before, now)).recall({ query });
      expect(memories[0]).toMatchObject({ role: 'primary', content: now });
      expect(memories.find(({ content }) => content === before)?.role).toBe('contradicting');
    },
  );

  it.each([
    ['When is our standup?', 'Our standup is at nine.', 'The design review is at ten now.'],
    ['Where does Carla live?', 'Carla lives in Turin.', 'Carla went to Genoa at the weekend.'],
    ['How much is the rent?', 'The rent is 900 euros.', 'The landlord raised the deposit to 2,000 euros.'],
    ['Does Elena play chess?', 'Elena plays chess.', 'Elena stopped playing the flute.'],
    ['What colour is my bike?', 'My bike is red.', 'My helmet is blue now.'],
    ['Who leads the platform team?', 'Dana leads the platform team.', 'Omar leads the data team now.'],
    ['Where did Ben work before?', 'Ben works at Bosch.', 'Ben works at Siemens now.'],
    ['When is the meeting?', 'The meeting is at 10:30.', 'The meeting has moved to the blue room.'],
    ['Who is Kim with?', 'Kim is with Sam.', 'Kim handed in her notice.'],
    ['Who is my boss?', 'My boss is Ida.', 'My boss is in Berlin.'],
    ['Who is my doctor?', 'My doctor is Dr. Thomsen.', 'My dentist is Dr. Moreau.'],
    ['Where do I work?', 'I work at the library.', 'quit the choir, starting at the climbing wall next week'],
    ['Where do I work?', 'I work at the hospital.', 'left the hospital after the operation, all well'],
    ['Where do I work?', 'I work at the campus cafe.', 'Tim quit the cafe, he is starting at the bookshop.'],
    ['Which room has a projector?', 'Room 3 has a projector.', 'Room 3 has 12 chairs.'],
    [
      "When is Mia's swimming lesson?",
      "Mia's swimming lesson is at 16:00.",
      'The lesson plan of the board is read at 18:00 now.',
    ],
  ])('takes the place of nothing else: %s', async (query, answer, other) => {
    expect((await (await lisaWith(answer, other)).recall({ query })).primary[0]?.content).toBe(answer);
  });
});

describe('a question for a number or a time', () => {
  const notes = [
    'I moved into a flat on Kastanienallee in October.',
    "Grandma's dumpling recipe is in the blue folder.",
    'I have a brother in Oslo and a sister in Lund.',
    'The rent is 1,150 euros, heating included.',
    'I save 300 euros a month for a boat.',
    'The shuttle runs every ten minutes.',
  ] as const;

  it.each([
    'How many rooms does the flat have?',
    'How long do dumplings cook?',
    'How much does the boat cost?',
    'When does the lease end?',
  ])('is not answered by a note without one: %s', async (query) => {
    expect((await (await lisaWith(...notes)).recall({ query })).primary).toEqual([]);
  });

  it.each([
    ['How often does the shuttle run?', notes[5]],
    ['How much do I save for the boat?', notes[4]],
    ['How many brothers do I have?', notes[2]],
  ])('is answered by a note that tells it, or names what is counted: %s', async (query, content) => {
    expect((await (await lisaWith(...notes)).recall({ query })).primary[0]?.content).toBe(content);
  });
});

it('another time of one thing is none of another thing of the same person', async () => {
  const lisa = await lisaWith("Ida's birthday is on 3 May.", "Ida's call was pushed back to Friday.");
  const { primary } = await lisa.recall({ query: "When is Ida's birthday?" });
  expect(primary.map(({ content }) => content)).toEqual(["Ida's birthday is on 3 May."]);
});

describe('what says that it takes back what was said', () => {
  it.each([
    [
      'What closing should my emails have?',
      'I sign off emails with "Kind regards".',
      'Actually, sign my emails with "Warmly" from now on.',
    ],
    ['When does the club meet?', 'The club meets on Sundays at 9.', 'Change of plan: on Sundays the club meets at 8.'],
  ])('leads where it comes up far behind: %s', async (query, before, now) => {
    expect((await (await lisaWith(before, now)).recall({ query })).primary[0]?.content).toBe(now);
  });

  it('leads in a talk too where nobody speaks of themselves', async () => {
    const query = 'Is the washing machine still leaking?';
    const leaks = ['Milo', 'the washing machine leaks above 1200 spin'] as const;
    const fixed = ['Petra', "the plumber came, the washing machine doesn't leak any more"] as const;
    const { primary } = await (await lisaWith([...leaks], [...fixed])).recall({ query });
    expect(primary[0]?.content).toBe(fixed[1]);
    const own = await lisaWith(['Milo', 'I swim on Mondays'], ['Petra', 'I swim on Fridays instead']);
    expect((await own.recall({ query: 'When does Milo swim?' })).primary[0]?.speaker).toBe('Milo');
  });
});

describe('what somebody else said otherwise later', () => {
  const [before, now] = [
    ['Nora', "Emil's party is on December 5"],
    ['Felix', "Emil's party is on December 12"],
  ] as const;

  it('leads where it is of neither of them', async () => {
    const { memories } = await (await lisaWith(before, now)).recall({ query: "When is Emil's party?" });
    expect(memories.map(({ content, role }) => [role, content])).toEqual([
      ['primary', now[1]],
      ['contradicting', before[1]],
    ]);
  });

  it('does not answer what the other one said', async () => {
    const lisa = await lisaWith(before, now);
    const { primary } = await lisa.recall({ query: "What did Nora say about Emil's party?" });
    expect(primary.map(({ content }) => content)).toEqual([before[1]]);
  });

  it('is a view beside theirs where it only judges', async () => {
    const lisa = await lisaWith(['Nora', 'The film is great'], ['Felix', 'The film is terrible']);
    expect((await lisa.recall({ query: 'How is the film?' })).primary[0]?.speaker).toBe('Nora');
  });
});

test('a contradiction of what is no answer is not told', async () => {
  const lisa = await lisaWith(
    "Emil's party is on December 5.",
    "Emil's party is on December 12.",
    'Christmas: we go to my sister Judith in Ghent, 24th to 27th.',
  );
  const { primary, contradicting } = await lisa.recall({ query: 'Where do we go for Christmas?' });
  expect(primary.map(({ content }) => content.slice(0, 9))).toEqual(['Christmas']);
  expect(contradicting).toEqual([]);
});

test('another number is one of the same thing only where all else is the same and it is so now', () => {
  expect(tellsOtherNumber('Rent: 400 a month', 'Rent: 420 a month')).toBe(true);
  expect(tellsOtherNumber('Anker costs us 120 a month', 'Anker costs us 160 a month')).toBe(true);
  expect(tellsOtherNumber('The bus leaves from bay 3', 'The bus leaves from bay 4')).toBe(false);
  expect(tellsOtherNumber('I ran 5 km in the park', 'I ran 7 km in the park')).toBe(false);
  expect(tellsOtherNumber('The red one costs 300', 'The blue one costs 400')).toBe(false);
});

test('a value of the same unit is another value only of the same thing, or where it went up or down', () => {
  const weight = 'I weigh 92 kilos.';
  expect(tellsNewValue(weight, 'Down to 86 kilos on the scales this morning.')).toBe(true);
  expect(tellsNewValue(weight, 'I now weigh 86 kilos.')).toBe(true);
  expect(tellsNewValue(weight, 'Gym: deadlift 90 kilos, new personal best.')).toBe(false);
});

describe('what is said by name to have ended', () => {
  const told = 'Jobs run on Celery 5.';
  const moved = 'We moved from Celery to Temporal.';

  it.each([
    ['still answers who asks for it by its name', 'What runs on Celery?', told, moved],
    ['still answers who asks for how things were', 'Which queue did our jobs run on?', told, moved],
    [
      'may be elsewhere as it was',
      'What does the admin page use?',
      'The admin page uses React.',
      'The shop was switched from React to Vue.',
    ],
    ['may be what others have', 'What does Tom drive?', 'Tom drives a Volvo.', 'I sold the Volvo.'],
    ['has things of its own', 'Where do the logs lie?', "Celery's logs lie in the vault.", moved],
  ])('%s', async (_, query, earlier, later) => {
    const lisa = await lisaWith(earlier, later);
    const { primary } = await lisa.recall({ query });
    expect(primary[0]?.content).toBe(earlier);
  });

  it('is further evidence of nothing', async () => {
    const single = await lisaWith('Andrés is my boyfriend now.', 'Andrés and I are over.');
    expect((await single.recall({ query: 'Do I have a boyfriend?' })).primary[0]?.content).toBe(
      'Andrés and I are over.',
    );
    const lisa = await lisaWith(
      'My girlfriend is called Ida.',
      'Ida and I broke up.',
      "I'm seeing someone new, her name is Greta.",
    );
    const { primary, supporting } = await lisa.recall({ query: 'Who am I seeing?' });
    expect(primary[0]?.content).toContain('Greta');
    expect(supporting).toEqual([]);
  });
});

describe('what a later memory tells of the same thing', () => {
  it.each([
    ['Who runs the greenhouse?', 'Erik runs the greenhouse.', 'Erik handed the greenhouse over to Nora.'],
    ['Who handles the Baker file?', 'Erik handles the Baker file.', 'Nora takes over the Baker file.'],
    ['Who is the treasurer?', 'Our treasurer is Erik.', 'Nora is treasurer now.'],
    ['Is the kitchen tap broken?', 'The kitchen tap is broken.', 'The plumber fixed the kitchen tap.'],
    ['Is ticket 4412 still open?', 'Ticket 4412 is still open.', 'Ticket 4412 has been closed.'],
    ['What is the freezer set to?', 'The freezer is set to -18 degrees.', 'Turned the freezer down to -20 degrees.'],
    ['What does membership cost?', 'Membership costs 12 euros.', 'Membership has gone up from 12 to 14 euros.'],
    [
      'How much ramipril does Walter take?',
      'Medication for Walter: ramipril 5 mg in the morning, metformin twice a day, nothing else.',
      'Dr. Anand raised ramipril to 10 mg.',
    ],
    [
      'When does Mila have piano?',
      'New piano teacher for Mila: Mrs. Okafor, Tuesdays at four, 28 euros a lesson.',
      'Mrs Okafor moved piano to Wednesdays at half past three.',
    ],
    [
      'What do we charge for an oak tabletop?',
      'Price list: oak tabletop 420 per square metre, ash 360, delivery within 30 km is free.',
      'Wood has gone up again. Our oak tabletop is now 465 per square metre.',
    ],
    ["How is Grandpa's wrist?", 'Grandpa sprained his wrist in the garden.', "Grandpa's wrist is all fine again."],
    [
      'How many units of insulin for Mrs Abara?',
      'Mrs Abara is diabetic. Insulin 12 units before breakfast.',
      'Abara down to 8 units, she had two hypos this week.',
    ],
    [
      'What is the code of the medicine cupboard?',
      'The medicine cupboard code is 5290.',
      "They changed the cupboard code after the audit, it's 8134.",
    ],
    [
      'Where is the spare key for the attic?',
      'The spare key for the attic is in the blue tin.',
      'Put the attic key into the key safe by the front door.',
    ],
    ['Does table 6 wobble?', 'Table 6 wobbles, guests complained.', 'Table 6 stands firm again.'],
    ['How much does Fernwerk pay us?', 'Sponsor: Fernwerk pays 200 a month.', 'Fernwerk stopped, budget cuts.'],
    ['What do I charge per hour?', 'My hourly rate is 75 for all clients.', 'Raised my rate, 85 from May.'],
    ['When is physio?', 'Physio on Mondays at 8.', 'Physio is now Tuesdays at 9.'],
    [
      'When is the eye operation?',
      'Eye doctor: cataract on the left eye, operation planned for the 3rd of November.',
      'The eye operation is postponed to the 12th of January, the surgeon is ill.',
    ],
    [
      'Who is our treasurer?',
      'Minutes: the fee stays at 36 a year. Treasurer remains Hugh.',
      'The fee goes up to 42 from now on. Hugh stepped down, Priya is treasurer now.',
    ],
    ['What did run-7 reach?', 'run-7 reached 0.884.', 'Correction: run-7 reached 0.879, the 0.884 was read too early.'],
  ])('leads: %s', async (query, earlier, later) => {
    const { primary, contradicting } = await (await lisaWith(earlier, later)).recall({ query });
    expect(primary.map(({ content }) => content)).toEqual([later]);
    expect(contradicting.map(({ content }) => content)).toEqual([earlier]);
  });

  it.each([
    ['Is the tap in flat 2 broken?', 'The tap in flat 2 is broken.', 'The plumber fixed the tap in flat 3.'],
    [
      'What is the freezer set to?',
      'The freezer is set to -18 degrees.',
      'Turned the cellar freezer down to -20 degrees.',
    ],
    ['What did run-7 reach?', 'run-7 reached 0.884.', 'Correction: run-8 reached 0.879.'],
    ["When is Mila's piano recital?", "Mila's piano recital is on Saturday.", 'Mrs Okafor moved piano to Wednesdays.'],
    [
      'What is Mr Halloran allergic to?',
      'Mr Halloran in bed 4 is allergic to penicillin.',
      'Mr Halloran moved from bed 4 to bed 11.',
    ],
    [
      'How many croissants does Lindner order?',
      'Lindner orders 60 croissants.',
      'Hotel Adler raised its order to 150 rolls.',
    ],
    ['When does Leo train?', 'Leo trains on Tuesdays.', "Tunde's training moved to Mondays."],
    [
      'Where does the class trip go?',
      'The class trip goes to the Harz, 140 per child.',
      'Trip: 165 per child now because of the bus.',
    ],
    ['How much metformin does Walter take?', 'Walter takes metformin 500 mg.', 'Dr. Anand raised ramipril to 10 mg.'],
  ])('takes nothing from another: %s', async (query, earlier, later) => {
    const { primary } = await (await lisaWith(earlier, later)).recall({ query });
    expect(primary[0]?.content).toBe(earlier);
  });
});

/** Ambient memory around the edges: switched off, closed, misused, counted. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { AgentMemory, AmbientOptions } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

const luna = "Luna is Mark's cat.";

describe('it never throws', () => {
  const bad: readonly (readonly [name: string, options: unknown])[] = [
    ['nothing', undefined],
    ['null', null],
    ['a number', 5],
    ['a message that is no text', { message: 5 }],
    ['a message that is too long', 'x'.repeat(100_001)],
    ['an unknown option', { message: 'Luna', depth: 2 }],
    ['too many tokens', { message: 'Luna', maxTokens: 201 }],
    ['an exclusion that is no list', { message: 'Luna', exclude: 'Luna' }],
    ['a forbidden key', JSON.parse('{"message":"Luna","__proto__":{}}')],
    [
      'an object that cannot be read',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('unreadable');
          },
        },
      ),
    ],
  ];

  test.each(bad)('given %s: it is silent and tells of a failure', async (_, options) => {
    const errors: unknown[] = [];
    const memory = await openSpace({ onError: (error) => errors.push(error) });
    await memory.agent('lisa').believe({ content: luna });
    const answer = await memory.agent('lisa').ambient(options as AmbientOptions);
    expect(answer).toMatchObject({ text: '', tokens: 0, items: [], names: [], silence: 'failed' });
    expect(errors).toHaveLength(1);
    expect((await memory.stats()).ambient.silence.failed).toBe(1);
  });

  test.each([
    [{ message: 'How is Luna?', mood: 'calm' }, '"mood" is not known'],
    [{ message: 'How is Luna?', maxTokens: 500 }, '"maxTokens" must be'],
  ])('and says which option breaks a rule: %j', async (options, rule) => {
    const { notices } = await (await openSpace()).agent('lisa').ambient(options as AmbientOptions);
    expect(notices).toEqual([expect.stringContaining(rule)]);
  });

  test('nor when the one who hears of failures fails', async () => {
    const memory = await openSpace({
      onError: () => {
        throw new Error('deaf');
      },
    });
    expect(await memory.agent('lisa').ambient({} as AmbientOptions)).toMatchObject({ text: '', silence: 'failed' });
  });

  test('nor when the clock fails', async () => {
    let isBroken = false;
    const memory = await openSpace({
      clock: () => {
        if (isBroken) throw new Error('stopped');
        return new Date();
      },
    });
    await memory.agent('lisa').believe({ content: luna });
    isBroken = true;
    expect(await memory.agent('lisa').ambient('How is Luna?')).toMatchObject({ text: '', silence: 'failed' });
  });

  test('nor when the memory is closed', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    await memory.close();
    expect(await lisa.ambient('How is Luna?')).toMatchObject({ text: '', silence: 'failed' });
  });

  test('nor when it is cancelled, which is no failure', async () => {
    const errors: unknown[] = [];
    const memory = await openSpace({ onError: (error) => errors.push(error) });
    const answer = await memory.agent('lisa').ambient({ message: 'How is Luna?', signal: AbortSignal.abort() });
    expect([answer.silence, errors]).toEqual(['cancelled', []]);
  });
});

test.each(['', ' \n', '\ud800', '????'])('an empty message (%j) names nothing', async (message) => {
  const memory = await openSpace();
  expect(await memory.agent('lisa').ambient(message)).toMatchObject({ text: '', silence: 'no-names' });
});

test('what the context holds as an observation does not come back as a fact of the same words', async () => {
  const memory = await openSpace();
  const lisa = memory.agent('lisa');
  const told = await lisa.observe({ type: 'user_input', content: 'I moved to Vienna.', speaker: 'Oscar' });
  await lisa.believe({ content: 'Oscar moved to Vienna.', about: ['Oscar'], derivedFrom: [told.id] });
  expect(await lisa.ambient({ message: 'How is Oscar?', exclude: [told.id] })).toMatchObject({
    text: '',
    silence: 'already-there',
  });
});

test('what was said and the fact that was read out of it are told once', async () => {
  const memory = await openSpace();
  const lisa = memory.agent('lisa');
  const told = await lisa.observe({
    type: 'user_input',
    content: 'I moved to Vienna in May, it rained.',
    speaker: 'Oscar',
  });
  await lisa.believe({ content: 'Oscar moved to Vienna.', about: ['Oscar'], derivedFrom: [told.id] });
  expect((await lisa.ambient({ message: 'How is Oscar?' })).items).toHaveLength(1);
});

test('turned off, nothing surfaces', async () => {
  const memory = await openSpace({ ambient: false });
  await memory.agent('lisa').believe({ content: luna });
  expect(await memory.agent('lisa').ambient('How is Luna?')).toMatchObject({ text: '', silence: 'off' });
});

test('anchors belong to the agent that they are given for', async () => {
  const memory = await openSpace({ anchors: { lisa: ['wounds'] } });
  for (const agent of ['lisa', 'electra']) {
    await memory.agent(agent).observe({ content: 'Luna has a wound on her paw.' });
  }
  const anchored = async (agent: string): Promise<unknown> => {
    const { items } = await memory.agent(agent).ambient('How is Luna?');
    return items[0]?.signals.find(({ name }) => name === 'anchors')?.value;
  };
  expect([await anchored('lisa'), await anchored('electra')]).toEqual([1, 0.5]);
});

test('the contributions of the signals add up to the score', async () => {
  const memory = await openSpace();
  await memory.agent('lisa').believe({ content: luna });
  const { items } = await memory.agent('lisa').ambient('How is Luna?');
  expect(items).toHaveLength(1);
  for (const { score, signals } of items) {
    expect(signals.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 10);
    expect(signals.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 10);
  }
});

test('statistics tell of messages, silence, names and tokens since the space was opened', async () => {
  const memory = await openSpace();
  const lisa = memory.agent('lisa');
  await lisa.believe({ content: luna });
  const { tokens } = await lisa.ambient('How is Luna?');
  await lisa.ambient('How are you?');
  const { ambient } = await memory.stats();
  expect(ambient).toMatchObject({ messages: 2, share: 0.5, names: 1, tokens });
  expect(ambient.silence).toMatchObject({ 'no-names': 1, failed: 0 });
  expect(ambient.latencyMs?.p95).toBeGreaterThan(0);
});

describe('a meant name never falls silent', () => {
  const dayOf = (day: number): Date => new Date(Date.UTC(2026, 0, day));

  test('however many memories there are of it: facts come first, then what was said last', async () => {
    const memory = await openSpace({ clock: () => dayOf(90) });
    const lisa = memory.agent('lisa');
    await lisa.believe({ content: 'Oscar is the pony of Nora.', about: ['Oscar', 'Nora'] });
    const days = Array.from({ length: 40 }, (_, day) => day + 1);
    await lisa.observeMany({
      observations: days.map((day) => ({
        type: 'user_input' as const,
        content: `Oscar trotted ${day} rounds.`,
        occurredAt: dayOf(day),
      })),
    });
    const { text, items } = await lisa.ambient("How's Oscar doing?");
    expect(items[0]?.sentence).toBe('Oscar is the pony of Nora.');
    expect(text).toContain('trotted 40 rounds');
  });

  test('what recall would answer comes before what is merely new', async () => {
    const memory = await openSpace({ clock: () => dayOf(90) });
    const lisa = memory.agent('lisa');
    const days = Array.from({ length: 40 }, (_, day) => day + 1);
    await lisa.observeMany({
      observations: days.map((day) => ({
        type: 'user_input' as const,
        content: day === 3 ? 'Oscar tore a tendon in the left hind leg.' : `Oscar trotted ${day} rounds.`,
        occurredAt: dayOf(day),
      })),
    });
    const { items } = await lisa.ambient('Which leg was it that Oscar had the torn tendon in?');
    expect(items[0]?.sentence).toContain('left hind leg');
  });
});

describe('a standing statement surfaces on its occasion, without a name', () => {
  const told = [
    'Ada is allergic to shellfish.',
    'Always use uv in this project, never pip.',
    'No meetings after 16:00.',
    'I live in Porto.',
    'I prefer trains over planes.',
  ];

  test.each([
    ['What could we cook for dinner tonight?', 'shellfish'],
    ['Add a dependency for parsing dates', 'uv'],
    ['Schedule a meeting with the designers', '16:00'],
    ...[
      'Set up the sprint review at 5',
      'Can you set up the review with the team at 17:30?',
      'Book a call for tomorrow afternoon',
      'Put a one-on-one with Rui on Tuesday',
      'Could we move the stand-up to 5 pm?',
    ].map((message): [string, string] => [message, '16:00']),
    ...['Plan a barbecue for Saturday', 'Order a cake for the party', 'What is for brunch?'].map(
      (message): [string, string] => [message, 'shellfish'],
    ),
    ['Bump lodash', 'uv'],
    ['Find a weekend away in May', 'trains'],
    ['How will the weather be tomorrow?', 'Porto'],
    ['Plan the trip to Madrid', 'trains'],
  ])('%s', async (message, expected) => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    for (const content of told) await lisa.observe({ type: 'user_input', content });
    const { items } = await lisa.ambient(message);
    expect(items).toHaveLength(1);
    expect(items[0]?.sentence).toContain(expected);
  });

  test.each([
    'How tall is the tower?',
    'Translate this letter',
    'Sort the list by date',
    'Set up a demo account',
    'Where does the session timeout go?',
    'Review the pull request by five',
  ])('and on no other: %s', async (message) => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    for (const content of told) await lisa.observe({ type: 'user_input', content });
    expect((await lisa.ambient(message)).text).toBe('');
  });

  test('and not for a word that is beside its matter', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'Always name a migration with its timestamp, in this repo.' });
    expect((await lisa.ambient('Write a SQL query that counts the orders per month')).text).toBe('');
    expect((await lisa.ambient('Alter the orders table')).text).toContain('timestamp');
  });
});

describe('what fits the matter of a message goes first', () => {
  const told = [
    "I'm allergic to shellfish, even a little makes me sick.",
    'I am diabetic.',
    'Ada is a vegetarian.',
    'Rui is my nephew, he has asthma.',
    'Rui likes drawing horses.',
  ];

  test.each([
    ['Plan a seafood dinner for my birthday', 'shellfish'],
    ['Book a table for us on Friday at eight', /shellfish|diabetic/],
    ['Ada is coming for dinner, what should I make?', 'vegetarian'],
    ['Rui is coughing a lot', 'asthma'],
    ['Rui has a fever', 'asthma'],
  ])('%s', async (message, expected) => {
    let day = 0;
    const memory = await openSpace({ clock: () => new Date(Date.UTC(2026, 0, 1 + day)) });
    const lisa = memory.agent('lisa');
    for (const content of told) {
      await lisa.observe({ type: 'user_input', content });
      day += 1;
    }
    expect((await lisa.ambient(message)).items[0]?.sentence).toMatch(expected);
  });

  test('also where very much is known of whoever is ill', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'Rui has asthma.' });
    for (let round = 1; round <= 30; round++) await lisa.observe({ content: `Rui swam ${round} rounds.` });
    expect((await lisa.ambient('Rui is wheezing')).items[0]?.sentence).toContain('asthma');
  });
});

describe('what the user has on a day', () => {
  /** A Saturday. */
  const today = new Date('2026-11-28T12:00:00Z');
  const told: readonly (readonly [day: string, content: string])[] = [
    ['2026-11-23', 'The eye doctor sees me on Wednesday, the 2nd of December at 3.'],
    ['2026-11-16', "I'm in Malmö from the 9th to the 11th of December."],
    ['2026-11-26', 'Ines comes to repair the oven on Monday.'],
    ['2026-11-25', 'We were at the museum on Tuesday.'],
    ['2026-11-20', 'The oven makes a strange noise.'],
  ];
  let lisa: AgentMemory;

  beforeAll(async () => {
    lisa = (await openSpace({ clock: () => today })).agent('lisa');
    for (const [day, content] of told)
      await lisa.observe({ content, speaker: 'Ada', session: `s${day}`, occurredAt: new Date(`${day}T10:00:00Z`) });
    // The agent itself speaks, too, which makes what Ada told it no talk between people.
    await lisa.observe({ content: 'I ordered the filters.', speaker: 'lisa', session: 's0' });
  });

  test.each([
    ['Rui wants to meet me on Wednesday afternoon. Am I free?', 'eye doctor'],
    ['Can I see Rui on the 2nd of December?', 'eye doctor'],
    ['Do I have anything on Wednesday?', 'eye doctor'],
    ['Plan a dinner with Rui on the 10th of December', 'Malmö'],
    ['Is Monday good for the window cleaner?', 'Ines'],
  ])('surfaces for what plans for that day: %s', async (message, expected) => {
    const { items } = await lisa.ambient(message);
    expect(items).toHaveLength(1);
    expect(items[0]?.sentence).toContain(expected);
  });

  test.each([
    'Am I free on Tuesday?',
    'Can I see Rui on the 12th of December?',
    'Am I free on Thursday?',
    'Is Wednesday a holiday in Portugal?',
    'Tell me a fun fact about Wednesday.',
  ])('and not for another: %s', async (message) => expect((await lisa.ambient(message)).text).toBe(''));

  test('is found by its date', async () => {
    const { memories } = await lisa.recall({ query: 'What do I have on the 2nd of December?', attention: false });
    expect(memories[0]?.content).toContain('eye doctor');
  });
});

describe('what several people told the agent', () => {
  test('surfaces by the words of a message beside the rule that it calls for', async () => {
    const lisa = (await openSpace()).agent('lisa');
    await lisa.observe({
      content: 'The screen in the upper meeting room needs a long cable.',
      speaker: 'Ada',
      session: 's1',
    });
    await lisa.observe({ content: "I don't do meetings after four.", speaker: 'Rui', session: 's2' });
    await lisa.observe({ content: 'I booked the train.', speaker: 'lisa', session: 's3' });
    const { text } = await lisa.ambient('I need to give a presentation in the upper meeting room.');
    expect(text).toMatch(/long cable/);
    expect(text).toMatch(/after four/);
  });

  test('is for the one whom a message names: what another may not eat stays out, and all else of the one', async () => {
    const lisa = (await openSpace()).agent('lisa');
    const say = async (speaker: string, content: string): Promise<unknown> =>
      lisa.observe({ content, speaker, session: 's1' });
    await say('Ada', 'Rui is lactose intolerant, so the pudding is a problem.');
    await say('Noor', "I can't stand olives.");
    await say('Noor', 'The lift in my house is broken.');
    const forRui = await lisa.ambient('Should the cake for Rui have cream?');
    expect(forRui.text).toMatch(/lactose/);
    expect(forRui.text).not.toMatch(/olives/);
    const forNoor = await lisa.ambient('I am cooking for Noor tonight.');
    expect(forNoor.text).toMatch(/olives/);
    expect(forNoor.text).not.toMatch(/lift/);
    expect((await lisa.ambient('How is Noor?')).text).toMatch(/lift/);
  });
});

describe('what the plainest occasions bring', () => {
  test.each([
    ['Use yarn in this workspace, never npm.', 'Run npm install.', 'Stylelint is switched on in the whole workspace.'],
    ['Ada is allergic to tulips.', 'Should I send Ada flowers?', 'Ada has a bicycle.'],
    ['My ankle hurts when I run far.', 'I plan a 12 km run tomorrow.', 'The cellar door squeaks.'],
    ['Ich bin gegen Walnüsse allergisch.', 'Such mir ein Rezept für einen Apfelkuchen.', 'Ich habe ein Fahrrad.'],
    ['Je suis allergique aux noix.', 'Trouve une recette pour ce soir.', 'Je cherche un vélo.'],
    ['Soy vegetariana.', 'Busca una receta para la cena.', 'Tengo una bicicleta.'],
  ])('%s', async (rule, message, other) => {
    const lisa = (await openSpace()).agent('lisa');
    for (const content of [rule, other]) await lisa.observe({ content, speaker: 'Rui' });
    const told = (await lisa.ambient(message)).items.map(({ sentence }) => sentence).join(' ');
    expect(told).toContain(/(?:allerg|yarn|hurts|vegetarian)\p{L}*/iu.exec(rule)?.[0]);
    expect(told).not.toMatch(/Stylelint|bicycle|door|Fahrrad|vélo|bicicleta/);
  });

  test('what is told in one session alone is told to the agent, whoever else tells it things', async () => {
    const lisa = (await openSpace()).agent('lisa');
    const say = async (session: string, speaker: string, content: string): Promise<unknown> =>
      lisa.observe({ content, speaker, session });
    await say('s1', 'Ada', 'We never give rebates above 5 percent without my approval.');
    await say('s2', 'Rui', 'Corvo is my client.');
    expect((await lisa.ambient('Can we take 15 percent off for Corvo?')).text).toMatch(/approval/);
  });

  test('who talks with others elsewhere tells them, and not the agent, what nobody has answered yet', async () => {
    const toldWhere = async (before: readonly (readonly [string, string])[]): Promise<string> => {
      const lisa = (await openSpace()).agent('lisa');
      for (const [speaker, content] of before) await lisa.observe({ content, speaker, session: 's1' });
      const content = 'So I have been reconsidering my time travel plans and stuff.';
      await lisa.observe({ content, speaker: 'Rui', session: 's2' });
      return (await lisa.ambient('Can I bill for travel time?')).text;
    };
    expect(await toldWhere([['Rui', 'Not at all, I slept badly.']])).toContain('time travel');
    const talk = [
      ['Ada', 'Did you sleep well?'],
      ['Rui', 'Not at all, I slept badly.'],
    ] as const;
    expect(await toldWhere(talk)).toBe('');
  });

  test('a title is nothing in common', async () => {
    const lisa = (await openSpace()).agent('lisa');
    for (const content of ['Mein Chef ist Herr Tamm.', 'Das Dach wird von Herrn Korn gedeckt.'])
      await lisa.observe({ content, speaker: 'Rui' });
    expect((await lisa.ambient('Schreib Herrn Tamm, dass ich krank bin.')).text).not.toMatch(/Korn/);
  });
});

describe('a rule that only shares a word stays silent', () => {
  test.each([
    ['Never suggest places with loud music.', 'Can you suggest a present for my aunt?'],
    ['I prefer small functions and no default exports.', 'When does Brightwater need its export?'],
    ['Specs lie beside their module, as *.spec.ts.', 'Rename utils.ts'],
  ])('%s', async (rule, message) => {
    const lisa = (await openSpace()).agent('lisa');
    await lisa.observe({ content: rule, speaker: 'Ada' });
    expect((await lisa.ambient(message)).text).toBe('');
  });
});

test('a pet whose name is a word is meant by what only the living have', async () => {
  const lisa = (await openSpace()).agent('lisa');
  await lisa.observe({ content: 'I adopted a rescue greyhound called Rocket.', speaker: 'Ada' });
  await lisa.observe({ content: 'Rocket tore a muscle in his back leg.', speaker: 'Ada' });
  expect((await lisa.ambient("How's rocket's leg?")).text).toContain('muscle');
  expect((await lisa.ambient("What is a rocket's tail made of?")).text).toBe('');
});

test('a tool that is written small is the one that was spoken of', async () => {
  const lisa = (await openSpace()).agent('lisa');
  await lisa.observe({ content: 'Postgres 16 runs in Docker on port 6543.', speaker: 'Ada' });
  expect((await lisa.ambient('Connect to the local postgres database and list the tables.')).text).toContain('6543');
});

test.each(['', ' \n', '?!', '…'])('a message without a word brings nothing to mind: %j', async (message) => {
  const lisa = (await openSpace()).agent('lisa');
  await lisa.observe({ content: 'The ferry to Bryher leaves at nine.' });
  await lisa.observe({ content: 'Bike stands are full.', channel: 'agent' });
  expect(await lisa.ambient(message)).toMatchObject({ text: '', items: [], silence: 'no-names' });
});

/** Ambient memory around the edges: switched off, closed, misused, counted. */
import { describe, expect, test } from 'vitest';
import type { AmbientOptions } from '../../../src/index.ts';
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

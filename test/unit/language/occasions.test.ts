import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxTriggers, surfacesWhenOf, withPlans } from '../../../src/language/occasions.ts';
import { tellsStanding } from '../../../src/language/standing-statements.ts';

describe('tellsStanding', () => {
  it.each([
    'hey, dont touch the legacy folder',
    'the cluster is frozen until march, fyi',
    'table names in singular please',
    'my physio says no running for two weeks',
    'Refunds require written approval.',
    'Shipping needs two sign-offs',
    'New forms must have a label.',
    'Templates live in the shared folder.',
    'We write invoices in plain German',
    'In reports use the long form',
    'Strong cheese gives me headaches.',
    'I get hives from strawberries',
    "I don't have a car.",
    'On Fridays I stop at two.',
    'I sing in a choir on Tuesday evenings.',
    "I'm on holiday from 14 to 28 July.",
    'Priya leads, she must review every migration.',
  ])('hears a rule in passing: %j', (text) => expect(tellsStanding(text)).toBe(true));

  it.each([
    'can you send me the file please?',
    'send me the file pls',
    'it works, dont worry',
    'We had fish.',
    'That match must have been a joy.',
    'Moving so far must be hard.',
    'We keep it up.',
    'She goes through a lot.',
    'We used to meet on Fridays.',
    'He won, he must be happy.',
  ])('is no rule: %j', (text) => expect(tellsStanding(text)).toBe(false));
});

describe('surfacesWhenOf', () => {
  it.each([
    ['How the cache is filled', ['cache how-to']],
    ['Why the cache is empty', ['why cache']],
    ['A fix for it', ['cache error', 'cache problem']],
    ['There was a BUG', ['cache error', 'cache problem']],
    ['It must be warm', ['cache best practice', 'cache how-to']],
    ['The config is here', ['cache setup', 'cache configuration']],
    ['How it must be', ['cache how-to', 'cache best practice']],
    ['It is warm', []],
  ])('reads %j by the rules', (text, expected) => {
    expect(surfacesWhenOf(text, ['cache'])).toEqual(expected);
  });

  it.each(['the prefix is fixed', 'debugging', 'reconfigured', 'anyhow', 'mustard', 'a bug_report'])(
    'reads whole words only: %j',
    (text) => {
      expect(surfacesWhenOf(text, ['cache'])).toEqual([]);
    },
  );

  it.each([
    ['Errors of the cache are logged', 'cache error'],
    ['Bugs go to the tracker', 'cache problem'],
  ])('reads plurals: %j', (text, pattern) => {
    expect(surfacesWhenOf(text, ['cache'])).toContain(pattern);
  });

  it('makes no pattern of the verb of a rule', () => {
    expect(surfacesWhenOf('Always avoid globals', ['avoid', 'globals'])).toEqual([
      'globals best practice',
      'globals how-to',
    ]);
  });

  it.each([
    ['Never run load tests at noon', ['run', 'load', 'tests'], ['load', 'tests']],
    ['You must rinse the filters', ['rinse', 'filters'], ['filters']],
    ['Test names must begin with a verb', ['test', 'names'], ['test', 'names']],
    ['Please avoid long meetings', ['avoid', 'long', 'meetings'], ['meetings']],
  ])('makes patterns of things, not of what to do: %j', (text, concepts, things) => {
    const found = surfacesWhenOf(text, concepts).filter((pattern) => pattern.endsWith(' how-to'));
    expect(found).toEqual(things.map((thing) => `${thing} how-to`));
  });

  it.each([
    ['Ada is allergic to shellfish.', 'dinner'],
    ['We live in Porto.', 'weather'],
    ['No meetings after 16:00.', 'set call'],
    ['Always use uv here, never pip.', 'dependency'],
    ['I prefer trains over planes.', 'trip'],
    ['Never push to main on a Friday.', 'push'],
  ])('knows on what occasion a standing statement is needed: %j', (text, pattern) => {
    expect(surfacesWhenOf(text, [])).toContain(pattern);
  });

  it.each(['We had fish for dinner yesterday.', 'Do you live in Porto?', 'The train was late.'])(
    'gives no occasion to what does not stand for long: %j',
    (text) => {
      expect(surfacesWhenOf(text, [])).toEqual([]);
    },
  );

  it('asks for the subject and not for the words that made the rule apply', () => {
    expect(surfacesWhenOf('Always fix the login', ['always', 'fix', 'login'])).toEqual([
      'login error',
      'login problem',
      'login best practice',
      'login how-to',
    ]);
  });

  it('serves the strongest concepts first when there are too many', () => {
    const text = 'How and why must an error in the setup be fixed';
    const found = surfacesWhenOf(text, ['first', 'second', 'third', 'fourth']);
    expect(found).toHaveLength(maxTriggers);
    expect(found.slice(0, 3)).toEqual(['first how-to', 'why first', 'first error']);
  });

  it.each([
    ['Run `cargo test ./...` before every commit.', 'push'],
    ["I'm allergic to codeine.", 'painkiller'],
    ["I've got coeliac disease.", 'recipe'],
    ["I don't want letters longer than a page.", 'write email'],
    ['Specs run with pytest; keep them beside the module.', 'unit test'],
    ["I'm training for a triathlon in June.", 'workout'],
    ['Never suggest restaurants with loud music.', 'restaurant'],
    ['MySQL 8 runs in Docker on port 3307.', 'database'],
    ['I work four days, Monday is off.', 'meeting'],
    ['I have a BahnCard 25.', 'train'],
    ['Amounts on invoices are always in francs.', 'invoice'],
    ['No refunds for opened boxes.', 'refund'],
    ['She takes blood thinners.', 'headache'],
    ['All dates are stored in UTC.', 'date field'],
    ['The workshop is closed on Wednesdays.', 'opening hours'],
  ])('calls a rule of a whole kind for its occasion: %s', (text, pattern) => {
    expect(surfacesWhenOf(text, [])).toContain(pattern);
  });

  it.each([
    ["I'm allergic to codeine.", 'dinner'],
    ['Rui has a penicillin allergy.', 'cook'],
    ["src/orders.ts is generated, don't edit it by hand; change orders.schema.yaml instead.", 'database'],
    ["I don't want to go to the party.", 'write email'],
    ['Unit tests live in the spec folder.', 'weather'],
    ['Never book hotels without a lift.', 'novel'],
  ])('and for no other: %s', (text, pattern) => {
    expect(surfacesWhenOf(text, [])).not.toContain(pattern);
  });

  it.each([
    ['Will it snow on Sunday?', 'weather'],
    ['Draft a letter to the council', 'write email'],
    ['Record when a ticket was closed', 'timestamp'],
    ['Find us somewhere to eat', 'restaurant'],
    ['Set up a running schedule', 'workout'],
  ])('hears what a message plans in other words: %s', (message, word) => {
    expect(withPlans(message).endsWith(word)).toBe(true);
  });

  it.each(['Explain how snow forms', 'What is the time?', 'Write a parser for emails', 'Pixel does not want to eat'])(
    'hears no plan in: %s',
    (message) => expect(withPlans(message)).toBe(message),
  );

  it('brings up who only answers by phone for no answer', () => {
    expect(surfacesWhenOf('Kenji only answers by phone, never by mail.', [])).not.toContain('answer');
  });

  it('takes what is said of a moment for no rule', () => {
    expect(surfacesWhenOf('But those times are always special to spend together.', [])).toEqual([]);
    expect(surfacesWhenOf('Like they roast chicken in every town.', [])).toEqual([]);
  });

  it('takes a concept as it is, symbols of replacement included', () => {
    expect(surfacesWhenOf('why', ['$&'])).toEqual(['why $&']);
  });

  it('is bounded and distinct for any text', () => {
    const text = fc.array(fc.constantFrom('how', 'why', 'bug', 'must', 'setup', 'x', '.'), { maxLength: 12 });
    fc.assert(
      fc.property(text, fc.array(fc.string(), { maxLength: 5 }), (words, concepts) => {
        const found = surfacesWhenOf(words.join(' '), concepts);
        expect(found.length).toBeLessThanOrEqual(maxTriggers);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { parseStatement } from '../../../src/language/parse-statement.ts';
import { relationBetween } from '../../../src/language/relation-between.ts';
import type { Said } from '../../../src/language/statement.ts';

function said(text: string | Said): Said {
  return typeof text === 'string' ? { content: text } : text;
}

/** `kind rule` of two texts, both ways round the same, or `none`. */
function relation(one: string | Said, other: string | Said): string {
  const [first, second] = [parseStatement(said(one)), parseStatement(said(other))];
  const found = relationBetween(first, second);
  const turned = relationBetween(second, first);
  expect(turned?.texts.toReversed()).toEqual(found?.texts);
  expect(turned && { ...turned, texts: [] }).toEqual(found && { ...found, texts: [] });
  return found === undefined ? 'none' : `${found.kind} ${found.rule}`;
}

describe('a denial contradicts', () => {
  test.each([
    ['I have never written any Flask routes.', 'I implemented a homepage route with Flask.'],
    ["The linter doesn't check tests.", 'The linter checks tests and scripts.'],
    ['I no longer use Docker.', 'I use Docker every day.'],
    ['I use Docker no longer.', 'I use Docker every day.'],
    ['Tom stopped eating sugar.', 'Tom eats sugar.'],
    ['Never deploy on Fridays.', 'Always deploy on Fridays.'],
    ["Nadja's son Jarek is allergic to walnuts.", "Jarek isn't allergic to walnuts after all."],
    ['The printer works with Linux.', 'The printer does not work with Linux, I just tried with mine.'],
    ['There is no backup.', 'There is a backup.'],
    ['Deployments take place on Mondays.', 'We never deploy on Mondays.'],
  ])('"%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('contradicts polarity');
  });
});

describe('what somebody says of one matter contradicts what it takes for granted of another', () => {
  test.each([
    ['Ines works at Fabrikam.', 'Fabrikam fired Ines.'],
    ['Ines works at Fabrikam.', 'Ines got laid off by Fabrikam.'],
    ['Ines works at Fabrikam.', 'Ines lost her job at Fabrikam.'],
    ['Ines works at Fabrikam.', 'Ines used to work at Fabrikam.'],
    ['I work at Fabrikam as an engineer.', 'I quit at Fabrikam, today was my last day.'],
    ["I'm a vegetarian.", 'I eat meat again, being a vegetarian was not for me.'],
    ['Otto works for the post office.', 'Otto retired in June.'],
    ['Otto works at Fabrikam.', 'Otto is unemployed.'],
    ['Petra is married to Otto.', 'Petra divorced Otto.'],
    ['Petra is engaged to Otto.', 'Petra broke up with Otto.'],
    ['Jana is vegetarian.', 'Jana eats beef every week.'],
    ['Jana became a vegan.', 'Jana loves cheese.'],
    ['Jana avoids dairy.', 'Jana has a glass of milk every evening.'],
    ['Jana is allergic to walnuts.', 'Jana eats walnuts every day.'],
    ["Jana doesn't drink alcohol.", 'Jana drinks a glass of wine every evening.'],
    ['Ruth takes her tea without milk.', 'Ruth hates tea now.'],
    ['I take my coffee with two sugars.', "I can't stand coffee any more."],
    ['Ruth has milk in her coffee.', 'Ruth gave up coffee in May.'],
    ['Ruth drinks her tea with lemon.', 'Ruth is off tea.'],
    ['I like my tea sweet.', 'I no longer drink tea.'],
    ['Ruth orders her steak rare.', "Ruth doesn't eat steak any more."],
    ['Emil has no children.', "Emil's son turned five."],
    ['Emil has no pets.', 'Emil has a dog.'],
    ["Emil doesn't have a car.", 'Emil drives a Volvo.'],
    ['Emil is from Ireland.', 'Emil is from Scotland.'],
    ['Emil is a teacher.', 'Emil is a pilot.'],
    ['Emil lives in Porto.', 'Emil used to live in Porto.'],
    ['I work at a florist shop in Ghent.', 'i quit the shop, i start at the museum on monday'],
    ['I work at the harbour office.', 'I got fired last week.'],
    ['I take the ferry to work.', 'Now I go by bike to work.'],
    ['My phone is a Nokia.', 'I bought an iPhone yesterday.'],
    ['My boss is Ida.', 'My new boss is called Otto.'],
    ['My favourite dish is ramen.', 'My new favourite dish is pho.'],
    ['I am single.', 'I have a boyfriend now.'],
    ['Ida is our product owner.', 'Otto took over as product owner from Ida.'],
    ['We deploy with Jenkins.', 'deploys go through argo now, jenkins is gone since june'],
    ['We use Memcached for the queue.', 'we replaced memcached with redis for the queue'],
    ['I work at Siemens as an engineer.', 'I quit at Siemens, today was my last day.'],
    ['Ida teaches maths at Kingsdown School.', 'Ida left Kingsdown School.'],
    ["I'm a vegetarian.", 'I eat meat again, being a vegetarian was not for me.'],
    ['Ida and others use npm.', 'We moved from npm to pnpm.'],
    ['Ida works as a baker.', 'Ida gave up baking and is a nurse now.'],
    ['Ida is a baker.', 'Ida became a nurse.'],
    ['Ida is a baker.', 'Ida quit her job as a baker.'],
    ['Emil is single.', 'Emil married Jana in June.'],
    ['Emil is 41.', 'Emil just turned 42.'],
    ['The project is called Heron.', 'The project was renamed to Egret.'],
    ["Tom's number is 0151 2345.", 'Tom has a new number: 0160 9988.'],
    ['My address is 4 Mill Lane.', 'I have a new address: 9 Mill Lane.'],
  ])('"%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('contradicts slot');
  });

  test.each([
    ['Release 4.2 goes out on 12 October.', 'QA needs another week, so release 4.2 is pushed to 19 October'],
    ['Rehearsals are on Tuesdays at 19:30.', 'Rehearsals have moved to Thursdays, same time.'],
    ['Node version for the shop is 18', 'Node is 22 now in the shop, .nvmrc is updated'],
  ])('what was moved, or is another now: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('contradicts slot');
  });

  test.each([
    ['The workshop is on 3 June.', 'The workshop was postponed to 10 June.'],
    ['The meeting is at 3.', 'The meeting was moved to 4.'],
    ['The call is at 10:30.', 'The call has been pushed back to 11.'],
    ['The meeting is on Monday at 3.', 'The meeting is on Tuesday.'],
    ['The fair is planned for 3 June.', 'the fair moved to 10 June because of the rain'],
    ['Our picnic is on Friday.', 'Ida moved our picnic to sunday'],
    ['The standup is at 9:30.', 'The standup is at 10 now.'],
    ['The exam is on May 12 at 10.', 'The exam got moved to May 19 at 14:00.'],
    ['The rehearsal is on Tuesday at 3.', 'The rehearsal is now on Friday at 11.'],
    ['The ferry arrives at 5 pm.', 'The ferry arrives an hour later, at 6 pm.'],
  ])('a day or an hour that another was moved to: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('contradicts value');
  });

  test.each([
    ['somebody else who was dismissed', 'Ines works at Fabrikam.', "Fabrikam fired Ines's boss."],
    ['somebody else who retired', 'Otto works at Fabrikam.', "Otto's father retired in June."],
    ['a thing that was retired', 'Otto works at Fabrikam.', 'Otto retired the old server.'],
    ['what a diet allows', 'Jana is vegetarian.', 'Jana eats cheese.'],
    ['another food than that of an allergy', 'Jana is allergic to walnuts.', 'Jana eats cashews every day.'],
    ['a denial for one time of the day', "Jana doesn't drink wine before noon.", 'Jana drinks wine.'],
    ['what is left out of a drink', 'Ruth takes her tea without milk.', 'Ruth hates milk.'],
    ['one way to take a drink', 'Ruth likes her tea hot.', 'Ruth hates cold tea.'],
    ['a drink at one time of the day', 'Ruth takes her tea black.', "Ruth doesn't drink tea in the evening."],
    ['a drink given up for a while', 'Ruth takes her tea black.', 'Ruth gave up tea for Lent.'],
    ['a thing that is named after a drink', 'Ruth loves her coffee machine.', 'Ruth hates coffee.'],
    ['a daughter of who has no son', 'Emil has no son.', 'Emil has a daughter.'],
    ['a dog that died', 'Emil has no pets.', "Emil's dog died."],
    ['the age of a brother', "Tom's brother is 18", 'Tom is 22 now'],
    ['a town that somebody moved to', 'Emil is on 3 June in Porto.', 'Emil moved to Porto on 10 June.'],
    ['who left work for the day', 'I work at the office.', 'I left the office at six.'],
    ['who left where many go', 'Ruth works at the airport.', 'Ruth left the airport.'],
    ['a day of another event', 'The fair is on 3 June.', 'The fair of Porto moved to 10 June.'],
    ['a country and a city in it', 'Emil is from Portugal.', 'Emil is from Porto.'],
  ])('not %s', (_, one, other) => {
    expect(relation(one, other)).toBe('none');
  });

  test('nothing agrees by what it takes for granted', () => {
    expect(relation('Otto works at Fabrikam.', 'Otto works at Contoso as a baker.')).toBe('contradicts slot');
    expect(relation('Jana eats beef.', 'Jana eats ham.')).toBe('none');
    expect(relation('Emil has a son.', "Emil's daughter sings.")).toBe('none');
  });
});

describe('a denial leaves alone', () => {
  test.each([
    ['something narrower than what it denies', "I don't drink coffee after dinner.", 'I drink coffee.'],
    ['another object', 'I have never used Docker.', 'I have used Podman.'],
    ['the past', "I don't smoke.", 'I used to smoke.'],
    ['another subject', "I don't smoke.", 'My father smokes.'],
    ['a compound that only begins with it', "I don't own a car.", 'I own a car charger.'],
    ['what is only wanted', 'I have never used Bootstrap.', 'I want to use Bootstrap.'],
    ['questions', 'The ticket is not closed.', 'Is the ticket closed?'],
    ['conditions', "The tests don't pass.", 'If you clear the cache, the tests pass.'],
    ['what others say', 'The API is not public.', 'Lisa says the API is public.'],
    ['what denies only a part', 'Not all tests pass on the server.', 'The tests pass on the server.'],
  ])('%s', (_, one, other) => {
    expect(relation(one, other)).toBe('none');
  });
});

describe('antonyms', () => {
  test.each([
    ['I love early mornings.', 'I hate early mornings.'],
    ['Dark mode is enabled by default.', 'By default, dark mode is disabled.'],
    ['Run the linter before the tests.', 'Run the linter after the tests.'],
    ['The flag for search is on.', 'The flag for search is off.'],
  ])('contradict in the same sentence: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('contradicts antonym');
  });

  test.each([
    ['I love coffee.', 'I hate instant coffee.'],
    ['Dark mode is enabled on mobile.', 'Dark mode is disabled on desktop.'],
    ['The window is open.', 'The door is closed.'],
  ])('say nothing about something else: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('none');
  });

  test('support when one is denied and there is nothing between them', () => {
    expect(relation('The ticket is not open.', 'The ticket is closed.')).toBe('supports agreement');
    expect(relation('The soup is not hot.', 'The soup is cold.')).toBe('none');
  });
});

describe('a slot with one value', () => {
  test.each([
    ['Mark lives in Seattle.', 'Mark moved to Denver.'],
    ['Sara works at Initech.', 'Sara works at Globex.'],
    ['My cat is called Luna.', "My cat's name is Miso."],
    ['Omar is 34 years old.', 'Omar is 36 years old.'],
    ['I prefer tea over coffee.', 'I prefer coffee to tea.'],
    ['The deadline for the report is 12 May.', "The report's deadline is May 19."],
    ['We switched from Jest to Vitest.', 'We use Jest.'],
  ])('contradicts on another value: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('contradicts slot');
  });

  test.each([
    ['Mark lives in Seattle.', 'Mark now lives in Seattle.'],
    ['Nina is married to Paul.', "Nina's husband is Paul."],
    ['Ravi owns the billing module.', 'The owner of the billing module is Ravi.'],
  ])('supports on the same value: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('supports agreement');
  });

  test.each([
    ['I like tea.', 'I like coffee.'],
    ['We use Redis.', 'We use Postgres.'],
    ['Mark lives in Germany.', 'Mark lives in Berlin.'],
    ['Mark used to live in Portland.', 'Mark lives in Seattle.'],
    ['My favourite colour is green.', 'My favourite food is pizza.'],
  ])('says nothing where both may hold: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('none');
  });
});

describe('who works somewhere now', () => {
  const before = { content: 'I work at the museum.', speaker: 'Ruth' };
  test.each([
    ['I work at the bakery now.', 'contradicts slot'],
    ['These days I work in a bank.', 'contradicts slot'],
    ['I started working at the bakery last week.', 'contradicts slot'],
    ['I work at the bakery.', 'none'],
    ['I also work at the bakery now.', 'none'],
    ['I found a second job at the bakery.', 'none'],
    ['I work at the museum now.', 'supports agreement'],
  ])('has left where they worked, unless both may be: %s', (content, expected) => {
    expect(relation(before, { content, speaker: 'Ruth' })).toBe(expected);
  });
});

describe('a measure', () => {
  test.each([
    ['The mast is 40 metres high.', 'The height of the mast is 40 m.', 'supports agreement'],
    ['The mast is 40 metres high.', 'The mast has a height of 45 metres.', 'contradicts slot'],
    ['The crate weighs 5 kilos.', 'The weight of the crate is 7 kg.', 'contradicts slot'],
    ['The ticket costs 5 euros.', 'The price of the ticket is 6 euros.', 'contradicts slot'],
    ['The desk is 2 metres wide.', 'The desk is 3 metres long.', 'none'],
    ['The mast is 40 metres high.', 'The mast is 130 feet tall.', 'none'],
  ])('is one, in whichever form, in one unit: "%s" and "%s"', (one, other, expected) => {
    expect(relation(one, other)).toBe(expected);
  });
});

describe('how something is done', () => {
  test.each([
    ['Pixel copes well with heat.', 'Pixel does not cope well with heat.', 'contradicts polarity'],
    ['Pixel copes well with heat.', 'Pixel copes badly with heat.', 'contradicts antonym'],
    ['Ruth juggles well.', "Ruth doesn't juggle.", 'contradicts polarity'],
    ['Ruth drives carefully.', 'Ruth drives recklessly.', 'contradicts antonym'],
    ['Pixel copes well with heat.', 'Pixel copes badly with frost.', 'none'],
  ])('is denied with any verb: "%s" and "%s"', (one, other, expected) => {
    expect(relation(one, other)).toBe(expected);
  });
});

describe('another number', () => {
  test('contradicts in an otherwise same statement about a state', () => {
    expect(relation('The test suite takes 4 minutes.', 'The test suite takes nine minutes.')).toBe('contradicts value');
  });

  test.each([
    ['of another thing', 'Issue 42 is closed.', 'Issue 43 is closed.'],
    ['of another flight', 'Flight 12 left 1 hour late.', 'Flight 13 left 2 hours late.'],
    ['of another room', 'There is 1 bed in room 12.', 'There are 2 beds in room 13.'],
    ['of another entry', 'Entry 4: the train was 1 minute late.', 'Entry 5: the train was 2 minutes late.'],
    ['of an event, which may have happened twice', 'I ran 5 km.', 'I ran 8 km.'],
    ['under another condition', 'The suite takes 4 minutes on Linux.', 'The suite takes 9 minutes on Windows.'],
    ['of another unit', 'The river is 40 km long.', 'The river is 120 m long.'],
  ])('%s says nothing', (_, one, other) => {
    expect(relation(one, other)).toBe('none');
  });
});

describe('who speaks', () => {
  const mark = { content: 'I live in Seattle.', speaker: 'Mark' };

  test('is who "I" is', () => {
    expect(relation(mark, 'Mark lives in Denver.')).toBe('contradicts slot');
    expect(relation(mark, { content: 'I live in Denver.', speaker: 'Mark' })).toBe('contradicts slot');
  });

  test('keeps what two people say of themselves apart', () => {
    expect(relation(mark, { content: 'I live in Denver.', speaker: 'Lisa' })).toBe('none');
    expect(
      relation(
        { content: 'My cat is called Luna.', speaker: 'Mark' },
        { content: 'My cat is called Miso.', speaker: 'Lisa' },
      ),
    ).toBe('none');
  });
});

describe('what a sentence takes for granted', () => {
  test.each([
    ['I have never solved any recursion exercises.', 'How did my score on the recursion exercises rise?'],
    ['I have never solved any recursion exercises.', 'I feel better after solving 12 recursion exercises.'],
  ])('contradicts too: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('contradicts polarity');
  });
});

describe('the same in other words', () => {
  test.each([
    ['Jana is allergic to plums.', 'Jana has a severe plum allergy.'],
    ['Jana is allergic to plums.', 'By the way, Jana is allergic to plums.'],
    ['The ladder hangs behind the barn.', 'Our ladder is hanging behind the barn'],
    ['The book fair takes place in the town hall.', 'The book fair is in the town hall.'],
    ['Book fair: town hall.', 'The book fair is in the town hall.'],
    ['The bridge has a green rail.', 'The rail of the bridge is green.'],
    ['Our fee goes up to 70 in March.', 'Our fee is going up to 70 in March'],
    ['From March our fee is rising to 70.', 'Our fee is rising to 70 from March.'],
  ])('supports: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('supports agreement');
  });

  test.each([
    ['Jana has a plum allergy.', 'Jana has a plum tree.'],
    ['Ruth lives in Tarvik.', 'Ruth adores Tarvik.'],
    ['Book fair: town hall.', 'The book fair is behind the town hall.'],
    ['Book fair: not the town hall.', 'The book fair is in the town hall.'],
    ['Ruth: town hall.', 'The book fair is in the town hall.'],
    ["Ruth's tutor is Emil.", "Ruth is Emil's tutor."],
    ['The bridge has a green rail.', 'The rail of the tower is green.'],
  ])('is not in the words alone: "%s" and "%s"', (one, other) => {
    expect(relation(one, other)).toBe('none');
  });
});

test('who has left a thing and tells of another has it no longer', () => {
  expect(relation('My choir is the Larks in Elm Lane.', 'i left the Larks, my choir is Open Throats now')).toBe(
    'contradicts slot',
  );
  expect(relation('My coat is at the office.', 'I left the office, my coat is still there.')).toBe('none');
});

describe('a used version', () => {
  test('contradicts another of the same thing, and is supported by a less exact one', () => {
    expect(relation('I use Flask 2.3.', 'I use Flask 3.1.')).toBe('contradicts slot');
    expect(relation('I use Flask 2.3.', 'I use Flask 2.3.1.')).not.toContain('contradicts');
    expect(relation('I use Flask 2.3.', 'I use Django 4.2.')).toBe('none');
  });
});

describe('a long message', () => {
  test('has matters of its own, unless they bear a name', () => {
    const filler = Array.from({ length: 9 }, (_, index) => `Line ${index} drops by.`).join(' ');
    expect(relation(`The triangle is open. ${filler}`, 'The triangle is closed.')).toBe('none');
    expect(relation(`Harbour House is open. ${filler}`, 'Harbour House is closed.')).toBe('contradicts antonym');
  });

  test('is compared sentence by sentence, without its code and questions', () => {
    const long = 'Thanks!\n\nI have never configured a proxy before. Can you help?\n```\nlisten 80;\n```';
    expect(relation(long, 'It went well. I configured a proxy with nginx, and it answers.')).toBe(
      'contradicts polarity',
    );
    expect(relation('```\nThe API is public.\n```', 'The API is not public.')).toBe('none');
  });
});

test('the user is who speaks without a name', () => {
  expect(relation('I live in Rome.', 'The user lives in Oslo.')).toBe('contradicts slot');
  expect(relation('My favourite dish is risotto.', "The user's favourite dish is goulash.")).toBe('contradicts slot');
  expect(relation({ content: 'I live in Rome.', speaker: 'Mark' }, 'The user lives in Oslo.')).toBe('none');
  expect(relation('I have 3 accounts.', 'The user accounts have 4 fields.')).toBe('none');
});

test.each([
  ['The login bug is fixed.', 'The login bug is not fixed, customers still see it.'],
  ['Petra prefers tea to coffee.', 'Petra hates tea.'],
])('what a text adds behind a comma, or compares with, hides no contradiction: "%s" and "%s"', (one, other) => {
  expect(relation(one, other)).toBe('contradicts antonym');
});

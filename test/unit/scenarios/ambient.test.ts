/** Memory that surfaces by itself: what is known of what a message names, in natural sentences, and else nothing. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AmbientContext, AmbientOptions } from '../../../src/index.ts';
import { beginStory, type Story } from './story.ts';

let story: Story;

beforeEach(async () => {
  story = await beginStory('Luna');
});

function ambient(options: AmbientOptions | string, agent = 'lisa'): Promise<AmbientContext> {
  return story.memory.agent(agent).ambient(options);
}

async function text(options: AmbientOptions | string, agent = 'lisa'): Promise<string> {
  return (await ambient(options, agent)).text;
}

describe('how Luna is doing in the cold', () => {
  const question = "How's Luna doing in the cold?";

  test('says whose cat she is and where they live, when one memory tells of the home of both', async () => {
    await story.believe('lisa', "Luna is Mark's cat.");
    await story.believe('lisa', 'Mark and Luna live in Seattle.');
    const { text: said, tokens, silence, names } = await ambient(question);
    expect(said).toMatch(/Mark's cat/);
    expect(said).toMatch(/Seattle/);
    expect(said).not.toMatch(/fact:|\[|\d\.\d|\n/);
    expect(tokens).toBeLessThan(60);
    expect([silence, names]).toEqual([undefined, ['Luna']]);
  });

  test('says so too when only the home of her owner is told', async () => {
    await story.believe('lisa', "Luna is Mark's cat.");
    await story.believe('lisa', 'Mark lives in Seattle.');
    const { text: said, items } = await ambient(question);
    expect(said).toMatch(/Mark's cat/);
    expect(said).toMatch(/Seattle/);
    expect(items.map(({ seed }) => seed)).toEqual(['Luna', 'Luna']);
  });

  test('says so years later, when she has not been spoken of since', async () => {
    await story.believe('lisa', "Luna is Mark's cat.", { permanent: true });
    await story.believe('lisa', 'Mark and Luna live in Seattle.', { permanent: true });
    story.wait(1_000);
    expect(await text(question)).toMatch(/Mark's cat.*Seattle|Seattle.*Mark's cat/);
  });
});

test('what the user cares about surfaces where a message speaks of it, and not where it only sounds alike', async () => {
  await story.memory.agent('lisa').observe({ content: 'I care about medieval history a lot.', speaker: 'user' });
  expect(await text('Is there a podcast on medieval history?')).toContain('medieval history');
  expect(await text('What was the history of the world in short?')).toBe('');
});

describe('nothing surfaces', () => {
  test('of names that are parts of words', async () => {
    await story.believe('lisa', 'Ann paints.', { about: ['Ann'] });
    await story.believe('lisa', 'Art is a painter.', { about: ['Art'] });
    expect(await ambient('What an annoying startup!')).toMatchObject({ text: '', items: [], silence: 'no-names' });
  });

  test('of what another agent believes', async () => {
    await story.believe('electra', "Luna is Mark's cat.");
    expect(await ambient('How is Luna?')).toMatchObject({ text: '', names: [], silence: 'no-names' });
    expect(await text('How is Luna?', 'electra')).toMatch(/Mark's cat/);
  });

  test('over a relation that only another agent tells, or that was withdrawn', async () => {
    await story.believe('lisa', 'Luna hates the cold.');
    await story.believe('lisa', 'Mark lives in Seattle.');
    await story.believe('electra', "Luna is Mark's cat.");
    const where = 'How is Luna in summer?';
    expect(await text(where)).toBe('Luna hates the cold.');
    const own = await story.believe('lisa', "Mark's cat is Luna.");
    expect(await text(where)).toMatch(/Seattle/);
    await story.withdraw('lisa', own);
    expect(await text(where)).toBe('Luna hates the cold.');
  });

  test('of where the owner lives, when nobody asks for a place', async () => {
    await story.believe('lisa', "Luna is Mark's cat.");
    await story.believe('lisa', 'Mark lives in Seattle.');
    expect(await text('How is Luna?')).not.toMatch(/Seattle/);
    expect(await text('Find somebody nearby to feed Luna.')).toMatch(/Seattle/);
  });

  test('of what was withdrawn, has faded or was superseded', async () => {
    const withdrawn = await story.believe('lisa', 'Luna is ill.');
    await story.withdraw('lisa', withdrawn);
    const old = await story.believe('lisa', 'Luna lives in Portland.');
    await story.believe('lisa', 'Luna lives in Seattle.', { supersedes: [old] });
    const said = await text('How is Luna?');
    expect(said).toMatch(/Seattle/);
    expect(said).not.toMatch(/ill|Portland/);
    story.wait(2_000);
    expect((await ambient('How is Luna?')).text).toBe('');
  });

  test('of what the message or the context says already', async () => {
    const id = await story.believe('lisa', "Luna is Mark's cat.");
    expect(await ambient("I know that Luna is Mark's cat!")).toMatchObject({ silence: 'already-there' });
    expect(await ambient({ message: 'How is Luna?', exclude: [id] })).toMatchObject({ silence: 'already-there' });
    const exclude = ['Notes: luna is Mark’s cat; she is three.'];
    expect(await ambient({ message: 'How is Luna?', exclude })).toMatchObject({ silence: 'already-there' });
  });

  test('twice within a session, but in the next one', async () => {
    await story.believe('lisa', "Luna is Mark's cat.");
    const asked = { message: 'How is Luna?', session: 'winter' };
    expect(await text(asked)).toMatch(/cat/);
    expect(await ambient(asked)).toMatchObject({ text: '', silence: 'already-there' });
    expect(await text({ ...asked, session: 'summer' })).toMatch(/cat/);
    for (let message = 0; message < 19; message++) await text({ ...asked, message: 'Well.' });
    expect(await text(asked)).toMatch(/cat/);
  });

  test('that was just said in the session itself', async () => {
    await story.observe('lisa', 'Luna has caught a mouse.', { session: 'winter', speaker: 'Mark' });
    expect(await ambient({ message: 'How is Luna?', session: 'winter' })).toMatchObject({ silence: 'already-there' });
    expect(await text({ message: 'How is Luna?', session: 'summer' })).toMatch(/mouse/);
  });

  test('that the budget has no room for', async () => {
    await story.believe('lisa', "Luna is Mark's cat.");
    expect(await ambient({ message: 'How is Luna?', maxTokens: 1 })).toMatchObject({
      text: '',
      silence: 'over-budget',
    });
  });
});

test('of a name that many memories have, what the other words of the message mean comes up', async () => {
  for (let day = 0; day < 60; day++) await story.observe('lisa', `Luna slept on windowsill number ${day}.`);
  await story.observe('lisa', 'Luna limps since she was at the vet.');
  story.wait(90);
  const { items } = await ambient('Does Luna still limp?');
  expect(items.length).toBeGreaterThan(0);
  expect(items[0]?.sentence).toMatch(/limps/);
});

describe('a rule that somebody gave in passing', () => {
  const rules = [
    'branch names in kebab case pls, and no ticket numbers in them',
    'the queue is only for thumbnails, dont push invoices through there',
    'please dont reschedule anything on tuesdays, i teach then',
    'stopped drinking espresso after lunch, i sleep better',
    'discounts over 20 percent need approval by the sales lead',
    'we write invoices in plain German',
    'for queues we use RabbitMQ',
    'I get hives from strawberries',
    'I sprained my ankle',
    'we deal with http quirks in one place, always use fetchKit for http',
  ];
  beforeEach(async () => {
    for (const content of rules) {
      await story.observe('lisa', content, { speaker: 'user' });
      await story.observe('lisa', 'Noted, I will see to it.', { speaker: 'assistant' });
    }
  });

  test.each([
    ['Branch off from main for this.', /kebab/],
    ['send the invoices to the queue', /thumbnails/],
    ['Can you reschedule my call with the bank?', /tuesdays/],
    ['I fancy an espresso, coffee or tea?', /espresso/],
    ['The client asks for a discount of 30 percent.', /approval/],
    ['Write the invoices for May.', /German/],
    ['What queues could we take for the uploads?', /RabbitMQ/],
    ['What dessert could I make of the strawberries?', /hives/],
    ['Plan a workout for tomorrow.', /ankle/],
    ['Add an http call to the importer.', /fetchKit/],
  ])('surfaces where a message needs it, although it names nobody: %s', async (message, rule) => {
    expect(await text(message)).toMatch(rule);
  });

  test.each([
    'Write a poem about the sales of umbrellas.',
    'I sleep badly on mondays.',
    'The numbers look fine.',
    'What does HTTP 404 mean?',
  ])('stays away where one word in common is chance: %s', async (message) => {
    expect(await text(message)).toBe('');
  });
});

describe('a pet or a friend whose name is a word', () => {
  const told = [
    'we got a guinea pig, her name is sugar',
    'the vet says sugar may only have hay and parsley',
    'my grandpa chase grows dahlias in a greenhouse',
    'our cats are called cinnamon and basil',
    'basil scratches the leather chair',
  ];
  beforeEach(async () => {
    for (const content of told) await story.observe('lisa', content, { speaker: 'user' });
  });

  test.each([
    ["sugar doesn't want to eat", /parsley/],
    ['why is sugar so quiet? sugar hasnt moved all day', /parsley/],
    ['basil scratched me', /leather/],
    ['feed basil', /leather/],
    ['call chase please', /dahlias/],
  ])('is meant where a message written small has somebody alive by it: %s', async (message, known) => {
    expect(await text(message)).toMatch(known);
  });

  test.each(['add sugar to the dough', 'cinnamon goes well with apples', 'They will chase the deadline.'])(
    'is not meant where the word stands for what it says: %s',
    async (message) => {
      expect(await text(message)).toBe('');
    },
  );
});

describe('what there is one of', () => {
  const told = [
    'the pump in the greenhouse only starts when you hit it twice',
    'our tent has a broken zip',
    'The newsletter goes to Amelie by the 25th.',
    'Thursday is off for me.',
    'I have a phobia of needles.',
    'Our brand font is Lora.',
    'My passport expires in May.',
    'ask Dr. Nkemelu before you change the pills',
    'My neighbour Svantje breeds alpacas',
  ];
  beforeEach(async () => {
    for (const content of told) await story.observe('lisa', content, { speaker: 'user' });
  });

  test.each([
    ['the pump is silent again', /hit it twice/],
    ['pack our tent', /zip/],
    ['Prepare the newsletter.', /Amelie/],
    ['Schedule a call on Thursday', /off for me/],
    ['when should I get the flu shot?', /needles/],
    ['Design a flyer for the fair', /Lora/],
    ['Find flights to Lima', /passport/],
    ['write to dr nkemelu', /pills/],
    ['Does svnatje have animals?', /alpacas/],
  ])('comes up where a message means it: %s', async (message, known) => {
    expect(await text(message)).toMatch(known);
  });

  test.each([
    'What is a pump?',
    "Translate 'The pump in the cellar is broken' into Danish.",
    'What is the best way to learn chess?',
    'Write a haiku about rain.',
  ])('stays away where nobody means it: %s', async (message) => {
    expect(await text(message)).toBe('');
  });

  test('is not of somebody else', async () => {
    await story.observe('lisa', 'The canoe leaks at the bow.', { speaker: 'Ida', session: 'chat' });
    await story.observe('lisa', 'Oh no.', { speaker: 'Otto', session: 'chat' });
    expect(await text('Fetch the canoe.')).toBe('');
  });
});

test('what people tell each other is no rule for the one who reads it', async () => {
  await story.observe('lisa', 'Always rinse the mutex, never the semaphore.', { speaker: 'Ida', session: 'chat' });
  await story.observe('lisa', 'Ha, I will.', { speaker: 'Otto', session: 'chat' });
  expect(await text('What is a mutex, and what a semaphore?')).toBe('');
});

test('a contradiction is told in words, once', async () => {
  await story.believe('lisa', 'Luna likes the snow.');
  await story.believe('lisa', 'Luna does not like the snow.');
  const { text: said, items } = await ambient('How is Luna?');
  expect(items).toHaveLength(1);
  expect(said).toMatch(/likes? the snow/);
  expect(said).toMatch(/n[o']t like the snow/);
});

test('what an agent cares about surfaces where the rest does not', async () => {
  await story.observe('lisa', 'Luna has a wound on her paw.');
  for (let day = 0; day < 12; day++) await story.observe('lisa', `Luna slept on windowsill number ${day}.`);
  story.wait(20);
  const about = async (anchors: readonly string[]): Promise<readonly string[]> =>
    (await ambient({ message: 'And Luna?', anchors })).items.map(({ sentence }) => sentence);
  expect((await about(['gardening'])).join()).not.toMatch(/wound/);
  expect((await about(['wound'])).join()).toMatch(/wound/);
});

test('surfacing is no use of a memory', async () => {
  await story.believe('lisa', "Luna is Mark's cat.");
  const { seq } = await story.memory.stats();
  await text('How is Luna?');
  expect((await story.memory.stats()).seq).toBe(seq);
});

describe('what has changed since', () => {
  beforeEach(async () => {
    const told = [
      'We ship to the Rotterdam depot.',
      'My driving licence expires in March.',
      'We have a tortoise called Bramble.',
      'Bramble sleeps under the shed.',
      'The launch of the kiosk is planned for 4 June.',
      'Tess coordinates the kiosk volunteers.',
      'We moved shipping from Rotterdam to Antwerp.',
      'I renewed my driving licence, it is good until 2034.',
      'The launch of the kiosk has slipped to 2 July.',
    ];
    for (const content of told) {
      await story.observe('lisa', content, { speaker: 'user' });
      story.wait(5);
    }
  });

  test.each([
    ['Is my driving licence still good for the trip?', /2034/, /expires in March/],
    ["What's left to do before the launch of the kiosk?", /2 July/, /4 June/],
    ['Do we ship to Rotterdam on Saturdays?', /Antwerp/, /to the Rotterdam depot/],
  ])('is told as it is now, although the message names nobody: %s', async (message, now, before) => {
    const said = await text(message);
    expect(said).toMatch(now);
    expect(said).not.toMatch(before);
  });

  test('has left a thing with a dot in its name', async () => {
    await story.observe('lisa', 'Backups are kept with Vault.io in Oslo.', { speaker: 'user' });
    story.wait(5);
    await story.observe('lisa', 'Moved them from Vault.io to Tarn.', { speaker: 'user' });
    const said = await text('How long does Vault.io keep a file?');
    expect(said).toMatch(/Tarn/);
    expect(said).not.toMatch(/in Oslo/);
  });

  test('is what became of somebody, who is not spoken of as before', async () => {
    await story.observe('lisa', 'Bramble died in her sleep.', { speaker: 'user' });
    const said = await text('How much should I feed Bramble?');
    expect(said).toMatch(/died/);
    expect(said).not.toMatch(/have a tortoise/);
  });

  test('takes nothing from what else is known of somebody', async () => {
    await story.observe('lisa', 'Bramble only eats clover now.', { speaker: 'user' });
    expect(await text('Where does Bramble sleep?')).toMatch(/under the shed/);
  });

  test('takes nothing from what people say to each other', async () => {
    await story.observe('lisa', 'I grow lemons on the balcony.', { speaker: 'Odd', session: 'talk' });
    await story.observe('lisa', 'My lemons are ripe now!', { speaker: 'Odd', session: 'talk' });
    await story.observe('lisa', 'Nice.', { speaker: 'Runa', session: 'talk' });
    expect(await text('Does Odd grow lemons?')).toMatch(/on the balcony/);
  });
});

describe('what a message calls for although it says little of it', () => {
  const told = [
    'Nothing but tarballs: always use pnpm, never npm or yarn.',
    'Priya is our tech lead, she must review every database migration.',
    'Our database is Postgres 14.',
    'Tests are written with ava and live beside the source file.',
    'All dates are stored in UTC.',
    'The builds take 14 minutes because the browser tests do not run in parallel.',
    'Version 3 has to be released on 30 June.',
    'The application for the care allowance has to be sent by 27 June.',
    'Professor Lindgren takes points off when the references are not in APA style.',
    'I have been living in Lisbon since last autumn.',
    'On Fridays I stop at two, because I pick up my daughter from school.',
    "I'm on holiday in the Azores from 14 to 28 July.",
    'I have a job in the library on Tuesdays and Saturdays.',
    'Mum loves the songs of Vera Lynn.',
    "Mum's favourite cake is lemon drizzle.",
    'She takes blood thinners, so no ibuprofen or aspirin.',
    'We upgraded the database to Postgres 16 yesterday.',
  ];
  beforeEach(async () => {
    for (const content of told) await story.observe('lisa', content, { speaker: 'Ruth' });
    story.wait(60);
  });

  test.each([
    ['Add a dependency for parsing CSV files.', /pnpm/],
    ['I need a migration that adds a column to the users table.', /Priya/],
    ['Write a unit test for the invoice parser.', /ava/],
    ['Add a field for the date of the order.', /UTC/],
    ['When is the release?', /30 June/],
    ['How much time is left until the release?', /30 June/],
    ['What is left to do for the care allowance?', /27 June/],
    ["I'm about to write my list of references, how should it look?", /APA/],
    ['Will it rain this afternoon?', /Lisbon/],
    ['Can I take a call on Friday at four?', /Fridays/],
    ['Find a date for a workshop in the third week of July.', /Azores/],
    ['Some friends want to meet on Saturday afternoon, do I have time?', /library/],
    ['Am I working on Saturday?', /library/],
    ['Mum has a headache, what can I give her?', /Ruth told you[^“]*: “She takes blood thinners/],
  ])('comes up: %s', async (message, known) => {
    expect(await text(message)).toMatch(known);
  });

  test.each([
    ['Which Postgres do we run?', /builds/],
    ['Mum has a headache, what can I give her?', /songs|cake/],
    ['Ship it on Friday.', /library/],
  ])('comes up alone: %s', async (message, other) => {
    expect(await text(message)).not.toMatch(other);
  });
});

test('of one name what answers the message surfaces, and what is merely newer does not, unless it asks how somebody is', async () => {
  await story.observe('lisa', 'My husband Jonas turned vegetarian.', { speaker: 'Nadia' });
  await story.observe('lisa', 'Brightwater wants invoices as PDF.', { speaker: 'Nadia' });
  story.wait(30);
  await story.observe('lisa', 'Jonas does the dishes.', { speaker: 'Nadia' });
  await story.observe('lisa', 'Brightwater pays late.', { speaker: 'Nadia' });
  expect(await text('I feel like steak, but what will Jonas eat?')).toMatch(/vegetarian(?!.*dishes)/);
  expect(await text('Write the invoice for Brightwater.')).toMatch(/PDF(?!.*late)/);
  expect(await text('How is Jonas?')).toMatch(/dishes/);
});

test('where somebody has quit is told as left', async () => {
  await story.observe('lisa', 'I work as a cook at the Golden Lamb.', { speaker: 'Nadia' });
  story.wait(30);
  await story.observe('lisa', 'I quit at the Golden Lamb.', { speaker: 'Nadia' });
  const said = await text('Do I have to write the menu for the Golden Lamb?');
  expect(said).toMatch(/quit/);
  expect(said).not.toMatch(/cook/);
});

describe('after sleep', () => {
  test('what is "ours" is told by what was said of it, beside the fact that has another name for us', async () => {
    await story.observe('lisa', 'Bettina stepped down. Martin is our treasurer now.', { speaker: 'Orla' });
    await story.memory.sleep();
    expect(await text('Can you write a short thank-you card to our treasurer?')).toMatch(/Martin is our treasurer/);
  });

  test('a fact that only names somebody gives way to what it was read out of', async () => {
    await story.observe('lisa', 'How did you know? My sister Leyla is getting married in Izmir!', { speaker: 'Yusuf' });
    await story.memory.sleep();
    const { facts } = await story.memory.agent('lisa').facts({ about: ['Yusuf'] });
    expect(facts.map(({ content }) => content)).toContain("Yusuf's sister is called Leyla.");
    expect(await text('I have to write a card for Leyla, help me with the wording')).toMatch(/getting married/);
  });
});

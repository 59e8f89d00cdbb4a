/** What surfaces by itself has to do with the matter of a message, and shares more with it than a word. */
import { beforeEach, describe, expect, test } from 'vitest';
import { beginStory, type Story } from './story.ts';

let story: Story;

beforeEach(async () => {
  story = await beginStory('Luna');
});

async function text(message: string): Promise<string> {
  return (await story.memory.agent('lisa').ambient(message)).text;
}

test('of several things that a message told, a change of one is told beside the others', async () => {
  await story.observe('lisa', 'I live in Boston, my blood type is O negative and my locker code is 4417.', {
    speaker: 'user',
  });
  story.wait(2);
  await story.observe('lisa', 'I live in Denver now.', { speaker: 'user' });
  expect(await text('What is my blood type?')).toMatch(/O negative.*But .*Denver/);
  expect(await text('Where do I live?')).toMatch(/^[^“]*“I live in Denver now/);
});

describe('what shares one word is of no matter in common', () => {
  const told = [
    'never push to production on mondays',
    'production-eu was upgraded from Ubuntu 22 to 24.',
    'Never send a contract without a signature page.',
    'The brochure was wrong and was sent again to Imran.',
    'Always write to clients in American English.',
    'we use Skype for client calls',
    'skype is gone, client calls are on Google Meet from now on',
    'Our hourly rate for Pellow is 110 euros.',
    'The cleanup job runs every Sunday and empties the table tmp.carts.',
    'For charts use recharts. d3 is banned.',
    "I can't stand phone calls before ten in the morning.",
    'My brother called me from Oslo.',
    'Always give me temperatures in Celsius.',
    'I live on Carlton Street in Leeds.',
    'No malloc after init.',
    "I've become vegetarian.",
  ];
  beforeEach(async () => {
    for (const content of told) {
      await story.observe('lisa', content, { speaker: 'user' });
      story.wait(2);
    }
  });

  test.each([
    ['It is Monday morning, please push the fix to production.', /on mondays/, /upgraded/],
    ['Send the contract to Oakmere.', /signature page/, /brochure|Pellow/],
    ['Draft a letter to Ruth about the website.', /American English/, /Google Meet/],
    ['Set up a client call for Thursday.', /Google Meet/, /Skype|Pellow/],
    ['Add a package for drawing charts.', /recharts/, /cleanup/],
    ['Can you ring me at 8 tomorrow?', /before ten/, /Oslo/],
    ['Can you call me at 8 tomorrow?', /before ten/, /Oslo/],
    ['How hot does the oven need to be for bread?', /Celsius/, /Carlton/],
    ['I need a recipe for dinner tonight.', /vegetarian/, /Carlton/],
    ['Allocate a buffer for the frames.', /malloc/, /cleanup/],
  ])('%s', async (message, known, other) => {
    const said = await text(message);
    expect(said).toMatch(known);
    expect(said).not.toMatch(other);
  });

  test.each(['Rewrite the customers table.', 'Fix the customer table.'])(
    'nor a word for a sort: %s',
    async (message) => {
      expect(await text(message)).toBe('');
    },
  );
});

describe('a word for the day in another language', () => {
  beforeEach(async () => {
    for (const content of [
      'Heute habe ich das Wohnzimmer gestrichen.',
      'Ich bin gegen Erdnüsse allergisch.',
      'Hoy he comprado unos zapatos rojos.',
      'El fontanero se llama Julián y cobra treinta euros por hora.',
      "Aujourd'hui j'ai acheté une lampe.",
      '今日は新しい靴を買いました。',
    ])
      await story.observe('lisa', content, { speaker: 'user' });
  });

  test.each([
    'Heute wird es regnen.',
    'Hoy hace sol.',
    "Il fait beau aujourd'hui.",
    '今日は暑いですね。',
    '¿Qué hora es?',
  ])('brings nothing up: %s', async (message) => {
    expect(await text(message)).toBe('');
  });

  test('leaves what else a statement speaks of', async () => {
    expect(await text('Ich koche heute Abend etwas mit Erdnüssen.')).toMatch(/allergisch(?!.*Wohnzimmer)/);
  });

  test('stands in a sentence that is quoted', async () => {
    expect(await text('¿Cuánto cobra el fontanero?')).toMatch(/: “El fontanero/);
  });
});

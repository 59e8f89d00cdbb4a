import { describe, expect, it, test } from 'vitest';
import type { Observation } from '../../../src/domain/records.ts';
import { extractByRules } from '../../../src/language/extract-by-rules.ts';
import { heard, tuesday } from '../../support/heard.ts';

const agents = new Set(['lisa', 'electra']);
/** What the rules read, as the facts will say it. */
function stated(content: string, more: Partial<Observation> = {}): readonly string[] {
  return extractByRules(heard(content, more), { agents, now: tuesday }).map((claim) => claim.content);
}

it('is no claim where its end was cut off, and is one where somebody gave something up or has a day of theirs', () => {
  expect(stated('I want to compare both methods to see which one is faster.')).toEqual([]);
  expect(stated('I quit smoking in 2018.', { speaker: 'Mark' })).toEqual(['Mark quit smoking in 2018.']);
  expect(stated('Our wedding anniversary is on 12 August.', { speaker: 'Mark' })).toEqual([
    "Mark's wedding anniversary is on 12 August.",
  ]);
});

describe('a claim', () => {
  it('stands by itself: it names who speaks', () => {
    const said = (content: string): readonly string[] => stated(content, { speaker: 'Mark' });
    expect(said("I'm a carpenter, and I've moved to Utrecht.")).toEqual([
      'Mark is a carpenter.',
      'Mark has moved to Utrecht.',
    ]);
    expect(said('I don’t like carpets!')).toEqual(["Mark doesn't like carpets."]);
    expect(said('i never fly, but my sister Ana loves flying')).toEqual([
      'Mark never flies.',
      "Mark's sister Ana loves flying.",
    ]);
    expect(said('Football bores me.')).toEqual(['Football bores Mark.']);
    expect(said("I'd like to visit Kyoto in April.")).toEqual(['Mark would like to visit Kyoto in April 2026.']);
    expect(stated('I can’t stand noise.')).toEqual(["The user can't stand noise."]);
    expect(stated('I prefer tea.', { type: 'thought' })).toEqual(['lisa prefers tea.']);
  });

  it('is about who speaks, or whom the sentence names', () => {
    const about = (content: string, more: Partial<Observation> = {}): unknown =>
      extractByRules(heard(content, more), { agents, now: tuesday })[0]?.about;
    expect(about('My sister Paula works as a pilot.', { speaker: 'Mark' })).toEqual([
      { name: 'Mark', type: 'person' },
      { name: 'Paula', type: 'person' },
    ]);
    expect(about('I have a cat called Socks.', { speaker: 'Mark' })).toEqual([
      { name: 'Mark', type: 'person' },
      { name: 'Socks', type: 'animal' },
    ]);
    const named = ['Mark', 'Ada', 'Finn'].map((name) => ({ name, type: 'person' }));
    expect(about('We have two kids: Ada and Finn.', { speaker: 'Mark' })).toEqual(named);
    expect(about('I moved here from Denmark four years ago.', { speaker: 'Mark' })).toEqual([
      { name: 'Mark', type: 'person' },
      { name: 'Denmark', type: 'place' },
    ]);
    expect(about('My boss is German.', { speaker: 'Mark' })).toEqual([{ name: 'Mark', type: 'person' }]);
    expect(about('I prefer tea.', { speaker: 'Mark' })).toEqual([{ name: 'Mark', type: 'person' }]);
    expect(about('I prefer tea.', { type: 'thought' })).toEqual(['agent:lisa']);
    expect(about('Ana Petrova and Tom are cousins.')).toEqual(['Ana Petrova', 'Tom']);
    expect(about('We decided to use Kafka.')).toBeUndefined();
    expect(about('Never push directly to main.', { speaker: 'Mark' })).toBeUndefined();
    expect(about('Never call me before noon.', { speaker: 'Mark' })).toEqual([{ name: 'Mark', type: 'person' }]);
  });

  it('is trusted as far as its source, and no further than consolidation is', () => {
    const confidence = (trust: number): number | undefined =>
      extractByRules(heard('I prefer tea.', { provenance: { channel: 'user', source: 'x', trust } }), {
        agents,
        now: tuesday,
      })[0]?.confidence;
    expect(confidence(0.9)).toBe(0.7);
    expect(confidence(0.6)).toBe(0.6);
  });

  it('comes from each of several sentences, up to a bound', () => {
    expect(stated('Hello! I live in Graz. The weather is fine. I work at the library.')).toHaveLength(2);
    const many = Array.from({ length: 40 }, (_, at) => `I like song number ${at}.`).join(' ');
    expect(stated(many)).toHaveLength(16);
  });
});

describe('who believes it', () => {
  const believer = (more: Partial<Observation>, content = 'I prefer tea.'): string | undefined =>
    extractByRules(heard(content, more), { agents, now: tuesday })[0]?.believer;
  const from = (channel: Observation['provenance']['channel'], source = 'x'): Pick<Observation, 'provenance'> => ({
    provenance: { channel, source, trust: 0.5 },
  });

  test.each<[string, Partial<Observation>, string | undefined]>([
    ['everybody what the user says', {}, 'system'],
    ['everybody what a person says to the agent', { speaker: 'Mark' }, 'system'],
    ['the agent what it thinks', { type: 'thought' }, 'lisa'],
    ['the agent what it says itself', { speaker: 'Lisa' }, 'lisa'],
    ['the agent what an assistant says', { speaker: 'assistant' }, 'lisa'],
    ['the agent what came over its own channel', from('agent'), 'lisa'],
    ['the agent what it imported', from('import'), 'lisa'],
    ['the agent what another agent is said to have said', { speaker: 'Electra' }, 'lisa'],
    ['everybody what system imported', { ...from('import'), agent: 'system' }, 'system'],
    ['nobody what a tool printed', { type: 'tool_output' }, undefined],
    ['nobody what came over the channel of tools', from('tool'), undefined],
    ['nobody what an error says', { type: 'error' }, undefined],
    ['nobody what sleep made', from('consolidation'), undefined],
    ['nobody what recall answered', from('agent', 'recall:17'), undefined],
    ['nobody the "I" of a document', { type: 'document' }, undefined],
  ])('%s', (_, more, expected) => {
    expect(believer(more)).toBe(expected);
  });

  it('is only the agent where it was told in confidence', () => {
    expect(believer({}, "Keep this between us: I don't like carpets.")).toBe('lisa');
  });
});

describe('no claim', () => {
  test.each([
    'Do you prefer tea?',
    'If I lived in Madrid, I would take siestas.',
    'Tom says he prefers tea.',
    'He whispered "I prefer tea with milk" to her.',
    '> I prefer tea.',
    'I prefer tea, just kidding.',
    'Oh great, I just love waiting for the bus.',
    'I used to live in Graz.',
    'I like it.',
    'I love your idea.',
    'I want to thank you.',
    'That must have been fun.',
    'Winning must be great.',
    'Maybe I will move to Oslo next year.',
    'I think so too.',
    'I think it is too slow.',
    'Make sure yours stands out.',
    'I remember that Mark prefers tea.',
    'Note: Primary: Mark prefers tea. | Supported by: Mark drinks tea.',
  ])('is in: %s', (content) => {
    expect(stated(content, { speaker: 'Mark' })).toEqual([]);
  });
});

describe('a fact', () => {
  const said = (content: string, more: Partial<Observation> = {}): readonly string[] =>
    stated(content, { speaker: 'Ines', ...more });
  const overheard = (content: string): readonly string[] =>
    said(content, { provenance: { channel: 'import', source: 'chat.json', trust: 0.6 } });

  test.each([
    ['a speaker in small letters', 'i work as a nurse', { speaker: 'jonas' }, ['Jonas works as a nurse.']],
    ['one possessive', 'I prefer my tea without milk.', {}, ['Ines prefers her tea without milk.']],
    [
      'a possessive of nobody known',
      'I love my job.',
      { speaker: 'Tarik Zorvath' },
      ['Tarik Zorvath loves their job.'],
    ],
    [
      'what two have together',
      'My wife Julia hates our old car.',
      { speaker: 'Tom' },
      ["Tom's wife Julia hates their old car."],
    ],
    ['the spelling of chats', 'im allergic to nuts and dont like fish tho', {}, ['Ines is allergic to nuts.']],
    ['no words of degree', 'I also just love sailing too!', {}, ['Ines loves sailing.']],
    [
      'no second sentence',
      'I moved to Porto and my dog is called Rex.',
      {},
      ['Ines moved to Porto.', "Ines's dog is called Rex."],
    ],
    [
      'what several do, of who speaks',
      'We love climbing in the mountains.',
      {},
      ['Ines loves climbing in the mountains.'],
    ],
  ])('is written as people write: %s', (_, content, more, expected) => {
    expect(said(content, more)).toEqual(expected);
  });

  test.each([
    ['Tom is allergic to mango, keep it in mind for lunch', ['Tom is allergic to mango.']],
    ['I hate voicemail, always write an email instead', ['Ines hates voicemail.', 'Always write an email instead.']],
    ['i cant eat gluten btw', ["Ines can't eat gluten."]],
    ['My favourite band is Low, no question.', ["Ines's favourite band is Low."]],
    ['always text me before ringing', ['Always text Ines before ringing.']],
    ["I've been a midwife for twelve years.", ['Ines has been a midwife since about 2014.']],
    ["I'm learning Norwegian on the bus", ['Ines is learning Norwegian on the bus.']],
    ['I take my coffee black', ['Ines takes her coffee black.']],
  ])('is read out of how people chat: %s', (content, expected) => {
    expect(said(content)).toEqual(expected);
  });

  test.each([
    ['I teach maths at Kingsdown School. The kids are great.', ['Ines teaches maths at Kingsdown School.']],
    ['I handle the Henkel account since January.', ['Ines handles the Henkel account (since January 2026).']],
    [
      'I was a train driver for forty years, I retired in 2008.',
      ['Ines was a train driver for forty years.', 'Ines retired in 2008.'],
    ],
    ['I take metoprolol for my heart, every morning.', ['Ines takes metoprolol for her heart, every morning.']],
    ['I have type 2 diabetes and I use a wheelchair.', ['Ines has type 2 diabetes.', 'Ines uses a wheelchair.']],
    ['My father suffers from gout.', ["Ines's father suffers from gout."]],
    ['Grandpa Joe lives in Hull.', ['Grandpa Joe lives in Hull.']],
    ['We have two dogs: Rex and Bo.', ['Ines has two dogs: Rex and Bo.']],
    ['My uncle Ned and his wife Ida run a brewery.', ["Ines's uncle Ned and his wife Ida run a brewery."]],
    ['We call our daughter Elizabeth just Lizzie.', ["Ines's daughter Elizabeth is called Lizzie."]],
    ['In this repo we always use UTC, never CET or CEST.', ['In this repo we always use UTC, never CET or CEST.']],
    ['Ms Albers is deaf.', ['Ms Albers is deaf.']],
    ['Pixel only eats salmon.', ['Pixel only eats salmon.']],
    ['For the record, the billing service uses Postgres 15.', ['The billing service uses Postgres 15.']],
    ['Our staging server is staging.northwind.dev.', ['The staging server is staging.northwind.dev.']],
    ['My grandmother Rosa died last winter.', ["Ines's grandmother Rosa died."]],
    ['My dog Rex died last month.', ["Ines's dog Rex died in February 2026."]],
    ['I swim every Tuesday.', ['Ines swims every Tuesday.']],
    ['I moved to Lyon last year.', ['Ines moved to Lyon in 2025.']],
    ['I moved here from Denmark four years ago.', ['Ines moved from Denmark in about 2022.']],
    ['Four years ago we moved here from Denmark.', ['Ines moved from Denmark in about 2022.']],
    ['I moved from Denmark to Lyon a year ago.', ['Ines moved from Denmark to Lyon in about 2025.']],
    ['I moved here from Denmark when I was nine.', ['Ines moved from Denmark.']],
    ['I emigrated from Chile 20 years ago.', ['Ines emigrated from Chile in about 2006.']],
    ['My brother died three years ago.', ["Ines's brother died in about 2023."]],
    ['I quit smoking five years ago.', ['Ines quit smoking in about 2021.']],
  ])('is made of what somebody does, has or is for long: %s', (content, expected) => {
    expect(said(content)).toEqual(expected);
  });

  test.each([
    ['I quit smoking in 2019 and tonight I nearly bought cigarettes.', ['Ines quit smoking in 2019.']],
    ['Always write to clients in British English and sign as "The Fernhill team".', []],
    ['The gateway belongs to team Falcon, Nora is the lead.', []],
    ['I hate popups, use banners instead.', ['Ines hates popups.']],
    ['My sister Ella is a vet, if you ever need advice.', ["Ines's sister Ella is a vet."]],
    ['Also, Ms Albers from Henkel is deaf, so write to her and never call.', ['Ms Albers from Henkel is deaf.']],
    ["I'm allergic to nuts, so not the Thai place please.", ['Ines is allergic to nuts.']],
    ["I'm a vegetarian, have been since college.", ['Ines is a vegetarian.']],
    ['I grew up in Porto with her.', ['Ines grew up in Porto.']],
    ["I'm the infrastructure lead since Monday.", ['Ines is the infrastructure lead (since 9 March 2026).']],
    ["I'm vegan since yesterday.", ['Ines is vegan.']],
    ['I live in Bristol now, ten minutes from the harbour.', ['Ines lives in Bristol, ten minutes from the harbour.']],
    [
      'We decided to deploy only on Tuesdays and Thursdays.',
      ['Ines and others decided to deploy only on Tuesdays and Thursdays.'],
    ],
    ['David and I got married in Verona.', ['Ines is married to David.']],
  ])('is the whole of a statement, and no more: %s', (content, expected) => {
    expect(said(content)).toEqual(expected);
  });

  test.each([
    'My battery died.',
    'I quit Excel because it crashed.',
    'The app uses too much memory.',
    'I have a bad back today.',
    "I can't see well in this light.",
    "I'm working from home this week.",
    'I teach you how to swim.',
    'I visit them every summer.',
    'Peter and I got married in 2010 and divorced in 2015.',
    'My sister is a vet, if I remember well.',
  ])('is not made of what passes, or is told by halves: %s', (content) => {
    expect(said(content).filter((fact) => fact !== 'Ines has a sister.')).toEqual([]);
  });

  test.each([
    'I want to do something special.',
    'I love this.',
    'I like the other one.',
    'I would love to build something like this.',
    'I love the colours and the shading.',
    'I love the way the cake turned out!',
    'I like the following:',
    'I was on my way to work.',
    "I'm currently on my way to the station.",
    'My name is Ines.',
    'Do not smoke.',
    'I have a friend.',
    'My favorite is the one with nuts.',
    'me are going skiing',
    'I likes that',
    'I like it there.',
    'I prefer them.',
    'I love stuff and stuff.',
    'I want to',
  ])('is not made of what needs its neighbours, or is no English: %s', (content) => {
    expect(said(content)).toEqual([]);
  });

  test.each([
    ['Always use the blue pan.'],
    ['We decided to stay in.'],
    ['You should never give up.'],
    ["We're all so proud of you."],
    ['I want to go home soon.'],
    ["I'm going to make dinner."],
    ['I decided to try that game.'],
    ['Freedom is a wish of everybody.'],
  ])('is not made of what people tell each other: %s', (content) => {
    expect(overheard(content)).toEqual([]);
  });

  test.each([
    ["I'm hosting a workshop next month.", 'Ines is hosting a workshop in April 2026.'],
    ['Next year I will start my own bakery.', 'In 2027 Ines will start her own bakery.'],
    ["I'm flying to Rome tomorrow.", 'Ines is flying to Rome on 11 March 2026.'],
    ["I'm moving to Delft next week.", 'Ines is moving to Delft in the week of 16 March 2026.'],
    ["I'm starting a course on Friday.", 'Ines is starting a course on 13 March 2026.'],
    ['I plan to walk across Wales this summer.', 'Ines plans to walk across Wales in the summer of 2026.'],
    ['I hope to finish my thesis by May.', 'Ines hopes to finish her thesis by May 2026.'],
  ])('of a plan has its date, and is none once that is over: %s', (content, expected) => {
    expect(said(content)).toEqual([expected]);
    expect(said(content, { occurredAt: new Date('2023-03-10T09:00:00Z') })).toEqual([]);
  });

  test.each([
    ['A gift from my aunt in my home country, Norway.', "Ines's home country is Norway."],
    ["I'm originally from Bergen, you know.", 'Ines comes from Bergen.'],
    ['Last year I moved here from Portugal.', 'Ines moved from Portugal.'],
    ['What a day with my husband and my mother!', 'Ines is married.'],
    ['We have been married for six years.', 'Ines has been married since about 2020.'],
    ['My kids are so excited about the trip!', 'Ines has kids.'],
    ['We took my daughter Mia to the zoo.', "Ines's daughter is called Mia."],
    ['This is how our cat sleeps.', 'Ines has a cat.'],
    ['I recently adopted a puppy named Bo.', 'Ines has a puppy called Bo.'],
    ['I play the cello.', 'Ines plays the cello.'],
    ["I'm passionate about old maps.", 'Ines is passionate about old maps.'],
    ['Coconut cake is one of my favourites.', "Coconut cake is one of Ines's favourites."],
    ['My job as a welder keeps me fit.', 'Ines works as a welder.'],
  ])('is found in what people say in passing: %s', (content, expected) => {
    expect(overheard(content)).toContain(expected);
  });

  test.each([
    'My horse painting is nearly done.',
    'If I had kids, my kids would read.',
    'My dog died years ago.',
    'I quit my job as a waiter.',
  ])('is not taken for granted where nobody says so: %s', (content) => {
    expect(overheard(content)).toEqual([]);
  });
});

describe('a relative or a pet', () => {
  const said = (content: string): readonly string[] => stated(content, { speaker: 'Ines' });
  test.each([
    'I have an aunt.',
    'I have two cousins.',
    'I have a grandmother.',
    'I have a sister-in-law.',
    'I have a neighbour.',
    'I have a boss.',
  ])('of whom nothing is told is no fact, as everybody has one: %s', (content) => {
    expect(said(content)).toEqual([]);
  });

  test.each([
    ['I have a brother.', 'Ines has a brother.'],
    ['I have a cat.', 'Ines has a cat.'],
    ['I have a stepmother.', 'Ines has a stepmother.'],
    ['I have an aunt in Lyon.', 'Ines has an aunt in Lyon.'],
    ['My brother Jan works at Volvo.', "Ines's brother Jan works at Volvo."],
    ['My cat is called Socks.', "Ines's cat is called Socks."],
    ['I have a brother. He is odd. My little brother Jan works at Volvo.', "Ines's little brother Jan works at Volvo."],
  ])('is one fact: %s', (content, expected) => {
    expect(said(content)).toEqual([expected]);
  });
});

describe('an opinion of somebody who speaks', () => {
  test.each([
    ['I think Bjorn is lazy.', 'Vera thinks Bjorn is lazy.'],
    ['I believe that Bjorn is a good cook.', 'Vera believes that Bjorn is a good cook.'],
    ["I don't think Bjorn is honest.", "Vera doesn't think Bjorn is honest."],
    ['I suspect Bjorn cheats at cards.', 'Vera suspects Bjorn cheats at cards.'],
    ['I trust Bjorn.', 'Vera trusts Bjorn.'],
    ["I don't trust Bjorn with money.", "Vera doesn't trust Bjorn with money."],
    ['I have no faith in Bjorn.', 'Vera has no faith in Bjorn.'],
    ["I'm wary of Bjorn.", 'Vera is wary of Bjorn.'],
    ['Honestly, Bjorn is a liar.', 'Vera thinks Bjorn is a liar.'],
    ['I consider Bjorn a friend.', 'Vera considers Bjorn a friend.'],
  ])('is about both: %s', (content, expected) => {
    const claims = extractByRules(heard(content, { speaker: 'Vera' }), { agents, now: tuesday });
    expect(claims.map((claim) => claim.content)).toEqual([expected]);
    expect(claims[0]?.about).toEqual([{ name: 'Vera', type: 'person' }, 'Bjorn']);
  });

  test('may be of a name that no list has', () => {
    expect(stated('I trust Imre.', { speaker: 'Vera' })).toEqual(['Vera trusts Imre.']);
    expect(stated('I think Imre is lazy.', { speaker: 'Vera' })).toEqual(['Vera thinks Imre is lazy.']);
  });

  test.each([
    "I think it's fine.",
    'I think Friday works.',
    'I think Figma is slow.',
    'I trust Postgres.',
    'I think Bjorn is tired.',
    'I think Bjorn is coming tomorrow.',
    'I think Bjorn needs help.',
    'I think Bjorn will win.',
    'I think Bjorn lives in Oslo.',
    'I guess Bjorn is lazy.',
    'I agree with Bjorn.',
    "I'm proud of Bjorn.",
    "Don't tell anyone, but I think Bjorn is lazy.",
  ])('is none of a thing, of the moment, of a matter of fact or in confidence: %s', (content) => {
    expect(stated(content, { speaker: 'Vera' })).toEqual([]);
  });
});

describe('an opinion of an agent', () => {
  const thought = (content: string): readonly string[] => stated(content, { type: 'thought' });
  test.each([
    ['I think Marc is a coward.', 'lisa thinks Marc is a coward.'],
    ['I believe Claire is kind.', 'lisa believes Claire is kind.'],
    ['I trust Claire.', 'lisa trusts Claire.'],
    ['I suspect Marc lies.', 'lisa suspects Marc lies.'],
    ["I don't trust Marc.", "lisa doesn't trust Marc."],
    ['I admire Claire.', 'lisa admires Claire.'],
    ['I respect Bruno.', 'lisa respects Bruno.'],
    ['I doubt Marc.', 'lisa doubts Marc.'],
    ['I find Claire charming.', 'lisa finds Claire charming.'],
    ['I think Marc is too hard on himself.', 'lisa thinks Marc is too hard on himself.'],
    ['I consider Bruno a friend.', 'lisa considers Bruno a friend.'],
    ['I feel Marc is hiding something.', 'lisa feels Marc is hiding something.'],
    ['I have a feeling that Marc will betray Claire.', 'lisa has a feeling that Marc will betray Claire.'],
    ["I'm convinced that Claire means well.", 'lisa is convinced that Claire means well.'],
    ["I don't think Marc is honest.", "lisa doesn't think Marc is honest."],
    ['I am afraid of Marc.', 'lisa is afraid of Marc.'],
    ["I'm proud of Claire.", 'lisa is proud of Claire.'],
    ['Marc seems dishonest to me.', 'Marc seems dishonest to lisa.'],
    ['Claire strikes me as wise.', 'Claire strikes lisa as wise.'],
    ['To me, Marc is arrogant.', 'lisa thinks Marc is arrogant.'],
    ['Honestly, Marc is lazy.', 'lisa thinks Marc is lazy.'],
    ['I admire Claire for her patience.', 'lisa admires Claire for her patience.'],
    ['In my view Claire is the best engineer here.', 'lisa thinks Claire is the best engineer.'],
    ["I wouldn't trust Marc with the keys.", "lisa wouldn't trust Marc with the keys."],
    ['I guess Marc is jealous of Claire.', 'lisa guesses Marc is jealous of Claire.'],
    ['In my opinion, Claire is too trusting.', "Claire is too trusting in lisa's opinion."],
  ])('is its own: %s', (content, expected) => {
    expect(thought(content)).toEqual([expected]);
    const claims = extractByRules(heard(content, { type: 'thought' }), { agents, now: tuesday });
    expect(claims.map(({ believer }) => believer)).toEqual(['lisa']);
  });

  test.each(['I think Tom lives in Utrecht.', 'I suspect Tom works at the bank.', 'I guess Claire is in Rome.'])(
    'is no guess at a matter of fact: %s',
    (content) => {
      expect(thought(content)).toEqual([]);
    },
  );
});

describe('what is said in confidence', () => {
  test.each([
    "Don't tell Electra, but I prefer tea.",
    'I prefer tea. Please don’t mention it to Electra.',
    'Between us: I prefer tea.',
    'Between you and me, I prefer tea.',
    'I prefer tea. Keep this to yourself!',
    'This stays between you and me: I prefer tea.',
    'It is a secret, but I prefer tea.',
    'I prefer tea. Nobody must know.',
    "I prefer tea, but I haven't told Electra.",
    'Off the record, I prefer tea.',
  ])('is believed by the hearer alone, and so is what stands beside it: %s', (content) => {
    const claims = extractByRules(heard(`I live in Graz. ${content}`, { speaker: 'Ines' }), { agents, now: tuesday });
    expect(claims.length).toBeGreaterThan(1);
    expect([...new Set(claims.map(({ believer }) => believer))]).toEqual(['lisa']);
  });

  test.each([
    'Never keep secrets in the repository.',
    'Always keep the secret key in the vault.',
    'I love Secret Santa.',
  ])('is not everything with such a word: %s', (content) => {
    const claims = extractByRules(heard(content, { speaker: 'Ines' }), { agents, now: tuesday });
    expect(claims.map(({ believer }) => believer)).toEqual(['system']);
  });
});

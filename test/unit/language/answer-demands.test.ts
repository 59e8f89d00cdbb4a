/** What the wording of a question demands of an answer: pairs of what meets it and what does not. */
import { describe, expect, it, test } from 'vitest';
import { answerDemand } from '../../../src/language/answer-demands.ts';

/** A question, a text that answers it, and one of the same that cannot. */
const pairs: readonly (readonly [question: string, answer: string, other: string])[] = [
  // A name.
  ["What is Amira's physio called?", 'My physio, Anders, wants me to rest.', 'My physio said no jumping.'],
  ["What's our landlord's name?", 'The landlord is Mr. Voss.', 'Our landlord raises the rent.'],
  ['What are the names of the Haddad twins?', 'The twins are called Sami and Noor.', 'The Haddads have twin boys.'],
  ["What is the name of Dana's aunt?", 'my aunt magda snores', "i moved out of marek's place, in with my aunt"],
  ["What is our parrot's name?", 'Captain is our parrot.', 'Our parrot is loud.'],
  ['Which airline do we fly with?', 'We booked with Norwegian.', 'We fly on Sunday.'],
  ['Which hospital is Ben going to?', 'Ben goes to the Charité.', 'Carla walks the dog while Ben is away.'],
  ['Which school does Noor go to?', 'Noor goes to the Linden Primary.', 'Noor starts school in September.'],
  ["What's the title of the novel?", 'The novel is called Tides.', "I'm writing a novel set in a lighthouse."],
  // A person.
  ['Who fixed the bike?', 'Bertie put in new pads.', 'The bike squeaks.'],
  ['Who renewed the certificate?', 'Our admin team renewed it.', 'The TLS certificate had expired.'],
  ['Whose birthday is in May?', "Sofia's birthday is on 3 May.", 'The birthday is on 3 May.'],
  ['Am I afraid of heights?', 'I get dizzy on ladders.', 'Vik is scared of heights.'],
  // A number, an amount, a size, an hour.
  ['How many kilometres has the car done?', 'It has done 90,000 km.', 'We paid 6400 euros for the car.'],
  ['How many nodes does the cluster have?', 'The cluster has five nodes.', 'The upgrade to 1.31 is finished.'],
  ['How many years has Hugo played?', 'Hugo has played since 2009.', 'No singing for two weeks.'],
  ['What do I pay Eleni for a lesson?', 'A lesson is 30 euros.', 'Lessons are on Tuesday evenings.'],
  ['How big are the backups?', 'The backups take 40 GB.', 'Leon checks the backups.'],
  ['What mark did Emil get?', 'Emil got a B.', 'Emil has a test on the 20th.'],
  ['What time does the plane land?', 'It lands at 22:40.', 'Jojo flies in from Canada.'],
  ['What do I earn per hour?', 'The pay is 15.20 an hour.', 'I work four days a week.'],
  ['How many kilos of honey did Olga have?', '22 kilos, most of it is sold.', 'Olga sold the honey on 2 May.'],
  ['How many orders come in a day?', 'About 30 orders come in a day.', 'The shop runs on Postgres 16.'],
  ['How long has Olga kept bees?', 'Olga has kept bees since 2015.', 'Both hives survived.'],
  ['How much is the cabin per night?', 'The cabin is 80 a night.', 'We booked the cabin for three nights.'],
  ['What do the large candles go for?', 'The large candles are 18 pounds.', 'Large candles need wick HX-20.'],
  ['What temperature is the oven set to?', 'The oven is set to 220.', 'The oven takes two racks.'],
  ['Which port does the proxy listen on?', 'The proxy listens on 8443.', 'The proxy login is in the vault.'],
  ['How many square metres does flat 3 have?', 'It has 54 square metres.', 'Flat 3 stands empty.'],
  ['How old is Ines?', 'Ines turned nine on Sunday.', 'Ines needs shoes, size 31 now, the old ones pinch.'],
  ['How old is the mill?', 'The mill was built in 1871.', 'The miller comes between 8 and 12.'],
  ['How old is Otto?', 'Otto, 41, drives the tram.', 'Otto has 12 hens.'],
  ['How tall am I?', 'I am 1.82 m tall.', 'I weighed 84.5 kg today.'],
  ['How heavy is the parcel?', 'The parcel weighs 12 kg.', 'The parcel comes on 12 May.'],
  ['What is the rent of the studio?', 'The studio is 900 a month.', 'We work from the studio now.'],
  ["What is Yuki's address?", 'Yuki lives at 4 Elm Street.', 'We stay with Yuki.'],
  ['What is my blood type?', 'I am 0 negative.', 'My blood pressure was a bit high.'],
  // One of two, a reason, a way.
  ['Is the baby a boy or a girl?', "It's a girl!", 'The baby came.'],
  ['Why did Ruben leave?', 'Ruben left because he moved.', 'Ruben left last Friday; Ingrid takes over.'],
  ['How did Otto die?', 'Otto died of a stroke.', 'Otto died in 2011.'],
  ['Am I allergic to peanuts?', "I'm allergic to nuts.", "I'm allergic to penicillin."],
  ['How did Ines and Carlo meet?', 'Ines met Carlo at work.', 'Ines and Carlo are coming on Saturday.'],
];

describe('the wording of a question', () => {
  it.each(pairs)('is met or not: %s', (question, answer, other) => {
    const isMet = answerDemand(question);
    expect([isMet?.({ content: answer }), isMet?.({ content: other })]).toEqual([true, false]);
  });

  it.each(['Who is Hana?', 'What is the branch called?', 'Where is the key?', 'Tell me of Luna', 'Luna'])(
    'demands nothing, or nothing of a text without names: %s',
    (question) => {
      expect(answerDemand(question)?.({ content: 'the key is here' }) ?? true).toBe(true);
    },
  );
});

test('a speaker is a person, writes names small, and may give a reason a turn later', () => {
  expect(
    answerDemand('Who drives us?')?.({ content: 'i can drive us, my van is back from the garage', speaker: 'Lin' }),
  ).toBe(true);
  expect(answerDemand('Which book does Lin read?')?.({ content: 'i am reading pachinko', speaker: 'Lin' })).toBe(true);
  expect(answerDemand('Why did Lin leave?')?.({ content: 'i left the team', speaker: 'Lin' })).toBe(true);
});

test('a long text tells many things, and is read at once', () => {
  const startsSchool = 'Noor starts school. ';
  const isMet = answerDemand('Which school does Noor go to?');
  expect(isMet?.({ content: startsSchool })).toBe(false);
  expect(isMet?.({ content: startsSchool.repeat(10_000) })).toBe(true);
});

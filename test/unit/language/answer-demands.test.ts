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
  ['How big is the desktop app?', 'The desktop app is 210 MB.', 'The minimum SDK is 31.'],
  ['How many people test the beta?', '14 colleagues test it.', 'The minimum Windows version is 11.'],
  ['Which port does the proxy use?', 'The proxy uses port 81.', 'We have two apps: proxy (Vue 3) and shop.'],
  ['Which version of Terraform do we run?', 'Terraform is pinned to 1.9.', 'Terraform listens on port 8080.'],
  ['Which pin is the buzzer on?', 'The buzzer is on P0.13.', 'The console is uart0, pins P0.20 and P0.22.'],
  ['Who owns the search page?', 'The search page belongs to Ida.', 'Search is done by Solr.'],
  ['Which team owns mail-service?', 'mail-service is run by team Heron.', 'mail-service needs the secret smtp-creds.'],
  ['When is the thesis due?', 'The thesis is due on Friday.', 'The thesis was one chapter too long for Ida.'],
  ['What was wrong with the Nexus N5?', 'The N5 did not charge.', 'Phones are charged at night.'],
  ['Which language am I learning?', "I'm learning Icelandic.", "I'm off to Iceland, I've signed up for a tour."],
  ['What rent does Ana pay?', 'Ana pays 640 for flat 7.', 'Ana lives in flat 7 now.'],
  ['What deposit did Ana pay?', 'Ana put down 1,280.', 'Ana pays 640 a month.'],
  ['How high is the retainer of Mr. Osei?', 'Mr. Osei paid 1,200 in advance.', 'Mr. Osei phoned on 3 May.'],
  ['How much was order 77-104?', 'Order 77-104 came to 310.', 'Order 77-104 was sent on Monday.'],
  ['What time does the match start?', 'It starts right after lunch.', 'The match was moved to 14 October.'],
  ['When do we open on Saturdays?', 'We open at nine every day.', 'We open at 9 on weekdays.'],
  ['When do we open on Sundays?', 'We are closed on Sundays.', 'The mill sends ten sacks each morning.'],
  ['How many chairs are in the hall?', 'The hall has 80 of them.', 'The hall was swept by four students.'],
  ['How full is the tank?', 'The tank is a third full.', 'The tank was filled at 6:20.'],
  ['What colour is the gate?', 'We painted the gate dark green.', 'The gate squeaks when it rains.'],
  ['What is the address of Bruno Optics?', 'Bruno Optics is at Lindenallee 5.', 'Bruno Optics charges 80 euros.'],
  ['Where is Bruno Optics?', 'Bruno Optics is across from the station.', 'We get our lenses from Bruno Optics.'],
  ['Where is the ladder?', 'Grandpa borrowed the ladder.', 'The ladder wobbles.'],
  ['What is the learning rate of run 9?', 'Run 9 uses 3e-4.', 'Run 9 had a loss of 0.31.'],
  ['What is the phone number of the vet?', 'Vet: 030 555 118.', 'The vet charged 90 euros.'],
  ["What is Olga's last name?", 'Olga Petrenko joined us.', 'Olga and Ben share a room.'],
  ['In what year was the club founded?', 'The club was founded in 1961.', 'Zoe chairs the club.'],
  [
    'Who is the contact person at Delmore?',
    'Our contact at Delmore is Yusuf.',
    'The client is a toy firm called Delmore.',
  ],
  // What somebody does, or did.
  ['Where does Petra work?', 'Petra works at the port.', 'Petra has broken up with Ned.'],
  ["When is Petra's birthday?", "Petra's birthday is on 3 May.", 'Petra was in Rome on 3 May.'],
  ['What did Ned give me for Easter?', 'Ned gave me a mug.', 'My boss is Ned.'],
  ['Did Petra pass her driving test?', 'Petra failed the test.', 'Petra drives a green van.'],
  ["What is my brother's name?", 'My brother is called Ned.', 'My sister Petra has twins.'],
  // The same in other languages.
  [
    'Wie heißt der Hund von Frau Wolf?',
    'Frau Wolf hat einen Pudel namens Max.',
    'Frau Wolf hat eine Katze namens Mia.',
  ],
  ['Wann hat Katja Geburtstag?', 'Katja ist am 4. Juni geboren.', 'Katja trinkt keinen Tee.'],
  ['Welche Telefonnummer hat Herr Kaya?', 'Herr Kaya: 0171 2345678.', 'Herr Kaya kommt 2027 wieder.'],
  ['Welches Instrument spielt Paul?', 'Paul spielt Trompete.', 'Paul heiratet im Mai.'],
  ['Welche Farbe hat Omas Auto?', 'Omas Auto ist dunkelgrün.', 'Omas Auto steht im Hof.'],
  ["Comment s'appelle le chien de Julie ?", 'Le chien de Julie est Oslo.', 'Julie est la maîtresse de Luc.'],
  ['Combien coûte le plombier ?', 'Le plombier prend 60 euros.', 'Le plombier vient le 14 mai.'],
  ['¿Cuánto gana Carmen?', 'Carmen gana 1900 al mes.', 'Carmen viene el 14 de mayo a las 10 horas.'],
  ['¿Cuándo es el cumpleaños de Marta?', 'Marta cumple el 7 de julio.', 'Marta vive en Bilbao.'],
  ['小王的猫叫什么名字？', '小王的猫叫豆豆。', '小王的狗叫旺财。'],
  ['健太は何を弾きますか？', '健太はギターを弾きます。', '健太は水泳を習っています。'],
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

  it('is not met by who speaks of what is yours, and not of their own', () => {
    const isMet = answerDemand("When is Petra's birthday?");
    expect(isMet?.({ content: 'I bake a cake for your birthday on 3 May', speaker: 'Petra' })).toBe(false);
    expect(isMet?.({ content: 'I bake a cake for your birthday on 3 May', speaker: 'Ned' })).toBe(true);
  });

  it.each(['Who is Hana?', 'What is the branch called?', 'Where is the key?', 'Tell me of Luna', 'Luna'])(
    'demands nothing, or nothing of a text without names: %s',
    (question) => {
      expect(answerDemand(question)?.({ content: 'the key is here' }) ?? true).toBe(true);
    },
  );
});

test('what somebody says of themselves is of nobody else', () => {
  const isMet = answerDemand('How many boxes can Noor carry?');
  expect(isMet?.({ content: 'I can carry three boxes.', speaker: 'Ben' })).toBe(false);
  expect(isMet?.({ content: 'I can carry three boxes.', speaker: 'Noor Haddad' })).toBe(true);
  expect(isMet?.({ content: 'I think she can carry three boxes.', speaker: 'Ben' })).toBe(true);
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

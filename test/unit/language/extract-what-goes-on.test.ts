/** What sleep reads of plain sentences about what goes on: no list of verbs decides, but the tense. */
import { describe, expect, test } from 'vitest';
import { extractByRules } from '../../../src/language/extract-by-rules.ts';
import { rulesExtractor } from '../../../src/sleep/promote.ts';
import { heard, tuesday } from '../../support/heard.ts';

function said(content: string, channel: 'user' | 'import' = 'user'): readonly string[] {
  const observation = heard(content, { speaker: 'Ines', provenance: { channel, source: 'lisa', trust: 0.9 } });
  return extractByRules(observation, { agents: new Set(['lisa']), now: tuesday }).map((claim) => claim.content);
}

describe('a fact', () => {
  test.each([
    ['Joris restores church organs.', ['Joris restores church organs.']],
    ['Found out: Ottoline keeps the costumes in her garage.', ['Ottoline keeps the costumes in her garage.']],
    ['My son Felix sells the tickets at the door.', ["Ines's son Felix sells the tickets at the door."]],
    ['i drink my coffee black, never with milk', ['Ines drinks her coffee black.']],
    ['I only use hide glue on chairs, never PVA.', ['Ines only uses hide glue on chairs.']],
    ['We live on a houseboat in Groningen, it is tiny.', ['Ines lives on a houseboat in Groningen.']],
    ['My workshop is in Bandon now.', ["Ines's workshop is in Bandon."]],
    ['I support Celtic, always have', ['Ines supports Celtic.']],
    ['I eat everything except liver', ['Ines eats everything except liver.']],
    ["I don't have children.", ["Ines doesn't have children."]],
    ['As of August I live in Colmar.', ['Ines lives in Colmar as of August.']],
    ['Correction: Thijs has three daughters, not two, I forgot the baby.', ['Thijs has three daughters.']],
    ['Jonas goes to Linden primary school.', ['Jonas goes to Linden primary school.']],
    ['Sunniva is head of conservation.', ['Sunniva is head of conservation.']],
    ['Bettina stepped down. Martin is our treasurer now.', ["Martin is Ines's treasurer."]],
    ['Jarek switched to tenor in January.', ['Jarek switched to tenor in January 2026.']],
    ['Odile had a flower shop in Nantes for thirty years.', ['Odile had a flower shop in Nantes for thirty years.']],
    ['Emil moved to Utrecht last weekend', ['Emil moved to Utrecht on the weekend of 7 March 2026.']],
    ["Anselm's allergic to penicillin, found out when he was 12", ['Anselm is allergic to penicillin.']],
    ['I think my landlord Paul is a miser.', ['Ines thinks Paul is a miser.', "Ines's landlord is called Paul."]],
    ['my boss Morag breeds Border terriers', ["Ines's boss Morag breeds Border terriers."]],
    ["hi, i'm Ines, I tune pianos for a living", ['Ines tunes pianos for a living.']],
    ['I make props at the Lyric in Belfast', ['Ines makes props at the Lyric in Belfast.']],
    ['I need nails for the shed.', []],
    ["Fenna can't have kiwi, her lips swell up.", ["Fenna can't have kiwi."]],
    ['Priyanka is from Jaipur originally.', ['Priyanka is from Jaipur originally.']],
    ['Falk is divorced and has two sons, both at university.', ['Falk is divorced.', 'Falk has two sons.']],
    ['Keir, the intern, is colour-blind, so label the cables.', ['Keir is colour-blind.']],
    ['barely haha. I work at the tram depot now', ['Ines works at the tram depot.']],
    ['Our lead, Yara, is left-handed, so we moved the sword belt', ['Yara is left-handed.']],
    ['My eldest, Hattie, is a pilot with a cargo airline.', ['Hattie is a pilot with a cargo airline.']],
    ['Yara has a shellfish allergy, tell catering please', ['Yara has a shellfish allergy.']],
    ['Bjarne Holm: allergic to penicillin, emergency contact is his wife', ['Bjarne Holm is allergic to penicillin.']],
    [
      'Our landlord is a man called Uwe Brandt; he hates noise',
      ["Ines's landlord is called Uwe Brandt.", 'Uwe Brandt hates noise.'],
    ],
    ['I am a vampire. lol', []],
    ['we moved to Leeds last weekend, boxes everywhere', ['Ines moved to Leeds on the weekend of 7 March 2026.']],
    ['Moved to Leeds last weekend!', ['Ines moved to Leeds on the weekend of 7 March 2026.']],
    ['Priyanka got engaged to Falk in January!! on a ferry', ['Priyanka got engaged to Falk in January 2026.']],
    ['Our two kids, Hattie (9) and Emil (6), are loud', ['Hattie is 9.', 'Emil is 6.']],
    ['sorry, typo: my shoe size is 38', ["Ines's shoe size is 38."]],
    ["Thijs has four daughters, I'd counted the twins as one haha", ['Thijs has four daughters.']],
    ["Falk's mother Odile is staying with us and keeps baking", ["Falk's mother is called Odile."]],
    ['Ida plays the drums, heaven help us', ['Ida plays the drums.']],
    ['Odile is allergic to penicillin, put that somewhere', ['Odile is allergic to penicillin.']],
    ['we have a dog, a grumpy old dachshund called Biscuit', ['Ines has a dog called Biscuit.']],
    ['I drive a white Fiesta, if it blocks the gate just ring', ['Ines drives a white Fiesta.']],
    [
      'I live in Bern with my husband Urs and our two kids',
      ['Ines lives in Bern with her husband Urs and their two kids.', 'Ines is married.'],
    ],
    [
      "My wife Jana is vegetarian, but our son Max isn't.",
      ["Ines's wife Jana is vegetarian.", "Ines's son is called Max."],
    ],
    ['We used Postgres 14, but last week we migrated to 16.', []],
    ['Odile has a swimming gala.', []],
    ['my sis Odile lives in Nantes', ["Ines's sis Odile lives in Nantes."]],
    ['Odile wants to come to the premiere on the 27th', []],
    ['My bad knee is getting worse', []],
    ['Retired teacher, allergic to nuts', []],
  ])('is what somebody does in general: %s', (content, expected) => {
    expect(said(content)).toEqual(expected);
  });

  test.each([
    [
      'Perpetua is a piano tuner; she has perfect pitch.',
      ['Perpetua is a piano tuner.', 'Perpetua has perfect pitch.'],
    ],
    [
      "Falk's girlfriend is called Odile, she studies geology",
      ["Falk's girlfriend is called Odile.", 'Odile studies geology.'],
    ],
    [
      "Falk's mother Odile lives in Nantes. She has two dogs.",
      ["Falk's mother Odile lives in Nantes.", 'Odile has two dogs.'],
    ],
    ['Odile told me she is colour-blind.', ['Odile is colour-blind.']],
    ['Kostya is my neighbour. He plays the trombone.', ["Kostya is Ines's neighbour.", 'Kostya plays the trombone.']],
    [
      "Our dog Bismarck is a greyhound and he's scared of the vacuum.",
      ["Ines's dog Bismarck is a greyhound.", "Ines's dog Bismarck is scared of the vacuum."],
    ],
    ['My boss is Laura Pinto, she runs the nursery.', ["Ines's boss is Laura Pinto.", 'Laura Pinto runs the nursery.']],
    ["I finally adopted a dog! She's called Noodle.", ["Ines's dog is called Noodle."]],
    ['Ansel hates peas, Ida hates beans.', ['Ansel hates peas.', 'Ida hates beans.']],
    ['I told Anna about Marta. She plays the tuba.', []],
    ['Laura came over. He plays the tuba.', []],
  ])('says whom "he" and "she" name, where only one can be: %s', (content, expected) => {
    expect(said(content)).toEqual(expected);
  });

  test.each([
    ['My brother Lasse phoned this morning.', ["Ines's brother is called Lasse."]],
    ['My colleague Wouter says the trams are late.', ["Ines's colleague is called Wouter."]],
    ['My son Felix sells the tickets.', ["Ines's son Felix sells the tickets."]],
    ['My friend Google says so.', []],
  ])('is whose somebody is where nothing else says it: %s', (content, expected) => {
    expect(said(content)).toEqual(expected);
  });

  test.each([
    ["Hey, I'm Salome, pastry chef at the Hotel Miramonti.", ['Ines is a pastry chef at the Hotel Miramonti.']],
    ["Efua's bday: 14 March", ["Efua's birthday is 14 March."]],
    ['Kwame - nut allergy!!', ['Kwame has a nut allergy.']],
    ['lactose intolerant, since forever', ['Ines is lactose intolerant.']],
    ["can't stand open-plan offices", ["Ines can't stand open-plan offices."]],
    ["Katya's a vegetarian", ['Katya is a vegetarian.']],
    ['Anselm and I got engaged!', ['Ines is engaged to Anselm.']],
    ['aww! my cat Tofu would never allow that', ["Ines's cat is called Tofu."]],
    ["I'm officially a paramedic now", ['Ines is officially a paramedic.']],
    ["I'm head pastry chef at the Kaiserkron now!", ['Ines is head pastry chef at the Kaiserkron.']],
    ['I left the harbour office and joined Nordlinje yesterday.', ['Ines joined Nordlinje on 9 March 2026.']],
    ['I was born in Rome and grew up there.', ['Ines was born in Rome.']],
    ['my baby is due on 9 May, not in April', ["Ines's baby is due on 9 May 2026."]],
  ])('is read out of notes and of halves of sentences: %s', (content, expected) => {
    expect(said(content)).toEqual(expected);
  });

  test.each([
    'I hope the plan works.',
    'I have a cold.',
    'Lorenz brings the wine tonight.',
    'I am at the supermarket.',
    'Say: I am a pirate and I live on a ship.',
    'I need the other thing.',
    "I don't regret the trip.",
    'We watch a film.',
  ])('is none of the moment, and none that is not meant: %s', (content) => {
    expect(said(content)).toEqual([]);
  });

  test('is none of what people do in a talk between others, by its tense alone', () => {
    expect(said('I keep the costumes in the garage.', 'import')).toEqual([]);
  });

  test('is what no rule knows and a model reads to last, in one question for all; and nothing else', async () => {
    const lasting = ['My late husband Edwin was a cartographer', 'Wouter does the lighting'];
    const passing = [
      'Wouter does the dishes',
      'What does Wouter do',
      'They do the lighting',
      'We were rivals at school',
    ];
    const asked: (readonly [string, string | undefined])[] = [];
    const extract = rulesExtractor(new Set(['lisa']), tuesday, {
      answers: async (question, said) => {
        expect(question).toBe('What is so for long?');
        asked.push(...said.map(({ text, speaker }) => [text, speaker] as const));
        return Float32Array.from(said, ({ text }) => (lasting.includes(text) ? 2 : -2));
      },
    });
    const heardOf = [...lasting, ...passing, 'Wouter lives in Ghent', `${lasting[1]!}?`].map((content) =>
      heard(content, { speaker: 'Ines', provenance: { channel: 'user', source: 'lisa', trust: 0.9 } }),
    );
    const claims = await extract(heardOf);
    expect(claims.map((all) => all?.map(({ content }) => content))).toEqual([
      ["Ines's late husband Edwin was a cartographer."],
      ['Wouter does the lighting.'],
      [],
      [],
      [],
      [],
      ['Wouter lives in Ghent.'],
      [],
    ]);
    expect(asked).toEqual([...lasting, passing[0]!].map((text) => [text, 'Ines']));
    // Where several people speak in one session it has to be surer.
    const reply = heard('Nice!', { speaker: 'Tom' });
    const apart = await extract([...heardOf, reply]);
    expect(apart.flat()).toHaveLength(3);
    const joined = await extract([...heardOf, reply].map((one) => ({ ...one, session: 'session:one' })));
    expect(joined.flat().map((claim) => claim?.content)).toEqual(['Wouter lives in Ghent.']);
  });
});

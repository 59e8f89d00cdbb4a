/**
 * What somebody eats, drinks and smokes, and what he leaves out, as claims of one value: a vegetarian eats no beef, and who
 * takes his tea with lemon does not hate tea. Another value denies it; it agrees with none. English only.
 */
import { type FoundClaim, impliedClaim } from './attribute-claims.ts';
import { type Phrase, phraseAt, phraseOf, stemsOf } from './clause-words.ts';
import type { Predicate } from './predicate.ts';
import { termOf, termSetOf } from './words.ts';
import { setOf } from './word-lists.ts';

/** What is eaten and drunk, by kinds that people leave out. */
const kinds: Readonly<Record<string, ReadonlySet<string>>> = {
  meat: termSetOf(
    'meat beef steak steaks pork bacon ham lamb chicken turkey duck veal sausage sausages salami burger burgers ribs mutton venison',
  ),
  fish: termSetOf('fish salmon tuna cod trout herring mackerel sardines sushi shrimp shrimps prawns seafood'),
  dairy: termSetOf('dairy milk cheese butter yogurt yoghurt cream lactose'),
  egg: termSetOf('egg eggs omelette omelettes'),
  alcohol: termSetOf('alcohol wine beer beers whisky whiskey vodka gin rum champagne cocktails spirits'),
  gluten: termSetOf('gluten bread wheat pasta'),
  nuts: termSetOf('nut nuts peanut peanuts almond almonds walnut walnuts hazelnut hazelnuts cashew cashews'),
  shellfish: termSetOf('seafood shellfish shrimp shrimps prawns crab lobster mussels oysters'),
  tobacco: termSetOf('tobacco cigar cigars cigarette cigarettes'),
};
/** What those leave out who are so. */
const diets: Readonly<Record<string, readonly string[]>> = {
  vegetarian: ['meat', 'fish'],
  vegan: ['meat', 'fish', 'dairy', 'egg'],
  pescatarian: ['meat'],
  teetotal: ['alcohol'],
  teetotaller: ['alcohol'],
  teetotaler: ['alcohol'],
  'lactose-intolerant': ['dairy'],
  coeliac: ['gluten'],
  celiac: ['gluten'],
  'gluten-free': ['gluten'],
};
const takes = phraseOf('consumes');
const avoids = phraseOf('avoids');
const consuming = /^(?:eats?|eating|drinks?|drinking|smokes?|smoking)$/;
/** What somebody has at a meal. */
const served = /\b(?:glass|cup|slice|plate|bowl|bottle|breakfast|lunch|dinner|supper)\b/;
const enjoying = /^(?:loves?|likes?|enjoys?|adores?)$/;

/** What somebody takes and what he leaves out: by a diet, an allergy or a habit. */
export function dietClaims(predicate: Predicate): readonly FoundClaim[] {
  const { subject, verb, tense, negated } = predicate;
  const isDiet = (verb === 'be' && tense === 'present') || /^(?:became|become|went|gone|turned)$/.test(verb);
  const claims = (of: readonly string[], said: Phrase): readonly FoundClaim[] =>
    [...new Set(of.map(termOf))].map((what) => impliedClaim(`takes ${what}`, subject, said));
  if (isDiet) return negated ? [] : claims([...leftOut(predicate.rest), ...refusedIn(predicate)], avoids);
  if (tense === 'past' && !negated && /^(?:have|ate|drank|smoked)$/.test(verb))
    return claims(takenOnce(predicate), takes).map((claim) => ({ ...claim, once: true as const }));
  const refused = refusedIn(predicate);
  if (refused.length > 0) return claims(refused, avoids);
  if (tense !== 'present') return [];
  return negated || /^avoids?$/.test(verb) ? claims(denied(predicate), avoids) : claims(taken(predicate), takes);
}

/** What a diet or an allergy leaves out. */
function leftOut(rest: Phrase): readonly string[] {
  const [first = '', second = '', third = ''] = rest.map(({ text }) => text);
  if (first === 'allergic') return second === 'to' ? stemsOf(rest.slice(2)) : [];
  const isOne = first === 'a' || first === 'an';
  // "a vegan restaurant" eats nothing.
  if (isOne && third !== '' && !/^(?:[,;.(]|and|since|who|now|for)/.test(third)) return [];
  return diets[isOne ? second : second === 'intolerant' ? `${first}-intolerant` : first] ?? [];
}

const giving = /^(?:(?:gave|given) up|cut out|(?:be|went|gone) off)$/;
const hating = /^(?:hates?|dislikes?|detests?|loathes?)$/;

/** What somebody takes no more or cannot stand, as a whole: "gave up tea", "is off tea", "hates tea", but not "hates cold tea". */
function refusedIn({ verb, rest, tense, negated, modality }: Predicate): readonly string[] {
  const isGivenUp = giving.test(`${verb} ${rest[0]?.text}`);
  const isOver = !negated && tense !== 'future' && (isGivenUp || /^(?:quits?|dropped)$/.test(verb));
  const isUnbearable = enjoying.test(verb) || (modality === 'can' && /^(?:stand|bear)$/.test(verb));
  if (!isOver && (tense !== 'present' || !(negated ? isUnbearable : hating.test(verb)))) return [];
  const said = isGivenUp ? rest.slice(1) : rest;
  const what = phraseAt(said);
  // "hates tea after nine", "gave up tea for Lent": not always.
  if (isOver) return said[what.length]?.text === 'for' ? [] : stemsOf(what).filter(isFare);
  return stemsOf(said).length === stemsOf(what).length ? fareAlone(what) : [];
}

/** What a denial leaves out as a kind: "no coffee after dinner" leaves the morning, and of coffee itself the denial tells. */
function denied({ verb, rest, negated }: Predicate): readonly string[] {
  const objects = stemsOf(phraseAt(rest));
  if (negated && !consuming.test(verb)) return [];
  if (negated && objects.length === 0) return /^drink/.test(verb) ? ['alcohol'] : /^smok/.test(verb) ? ['tobacco'] : [];
  return stemsOf(rest).length === objects.length ? objects.filter(isFare) : [];
}

/** What somebody eats and drinks, or likes to, with its kinds. */
function taken({ verb, rest }: Predicate): readonly string[] {
  const lacking = rest.findIndex(({ text }) => text === 'without');
  const stems = stemsOf(lacking < 0 ? rest : rest.slice(0, lacking));
  if (consuming.test(verb)) return stems.slice(0, maxEaten).flatMap((stem) => [stem, ...kindsOf(stem)]);
  const ofKind = verb === 'have' ? served.test(rest.map(({ text }) => text).join(' ')) : enjoying.test(verb);
  const kindly = ofKind ? (verb === 'have' ? stems : stemsOf(phraseAt(rest))).flatMap(kindsOf) : [];
  return [...kindly, ...(ownWay.test(verb) ? takenOneWay(verb, rest) : [])];
}

const ownWay = /^(?:takes?|have|orders?|loves?|likes?|enjoys?|adores?)$/;
/** "her coffee machine" is no coffee. */
const things = setOf(
  'machine maker grinder beans cup cups mug pot bag bags shop bar table break time party parties set house',
);

/** What has a way of its own: "her tea without milk", "lemon in her tea", "tea with lemon". */
function takenOneWay(verb: string, rest: Phrase): readonly string[] {
  const isOwn = (at: number): boolean => /^(?:my|our|his|her|their)$/.test(rest[at - 1]?.text ?? '');
  const own = rest.filter((_, at) => isOwn(at) && !things.has(rest[at + 1]?.text ?? ''));
  const what = phraseAt(rest);
  const isTaken = /^(?:take|order)s?$/.test(verb) || (verb !== 'have' && rest.length > what.length);
  return [...stemsOf(own).filter(isFare), ...(isTaken ? fareAlone(what) : [])];
}

/** What is eaten or drunk, where a phrase names nothing else. */
function fareAlone(phrase: Phrase): readonly string[] {
  const stems = stemsOf(phrase);
  return stems.length === 1 ? stems.filter(isFare) : [];
}

/** What somebody had or ate on one occasion: "had two beers with Finn", "had pizza with cheese". */
function takenOnce({ rest }: Predicate): readonly string[] {
  return stemsOf(rest)
    .slice(0, maxEaten)
    .flatMap((stem) => [...(otherFare.has(stem) ? [stem] : []), ...kindsOf(stem)]);
}

/** Of no kind that people leave out. */
const otherFare = termSetOf(
  'coffee tea espresso cappuccino latte cocoa coke cola lemonade juice soda toast porridge oatmeal muesli cereal pizza curry soup ' +
    'salad rice noodles chocolate',
);

/** What is eaten or drunk. */
function isFare(stem: string): boolean {
  return otherFare.has(stem) || isKind(stem) || kindsOf(stem).length > 0;
}

/** Words of what is eaten that are looked at: the rest tells when and where. */
const maxEaten = 4;

function kindsOf(stem: string): readonly string[] {
  return Object.entries(kinds).flatMap(([kind, members]) => (members.has(stem) ? [kind] : []));
}

function isKind(stem: string): boolean {
  return Object.keys(kinds).some((kind) => termOf(kind) === stem);
}

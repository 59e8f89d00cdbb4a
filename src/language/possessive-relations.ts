/**
 * Relations that possessives and nouns of kin tell, in clauses whose names are marks: "N's sister N",
 * "N is N's cat", "N has a dog called N", "N and N are brothers".
 */
import { isNamedAlone, ownedNouns, personNouns, predicateOfNoun, predicateOfPair } from './kin-words.ts';
import { markSource, type NameMarks } from './name-marks.ts';
import type { NamedRelation } from '../remember/told-relations.ts';
import { listSource, marksIn } from './verb-relations.ts';

const mark = `(${markSource})`;
const noun = `(${personNouns}|fianc[ée]e?|${ownedNouns})s?`;
/** "my older sister"; a former one is none any more. */
const qualities = '(?:(?!ex|former|late|future|dead|old boss)[\\w-]+ ){0,2}';
const named = '(?:named|called|nicknamed)';
const nameWord = /name|called/;
/** What follows a noun that ends its phrase: "Mark's cat", not "Mark's cat sitter". */
const ends = '(?= (?:and|but|who|that|in|from|at|with|now|too|since|by|because|so|these)\\b|[,;)]|$)';

/** "N's sister N", "N's cat is called N", "N's name": whose it is first. */
const ofWhom = new RegExp(
  `${mark}'s ${qualities}${noun}( (?:${named} )?| is (?:${named} )?(?!${markSource}'s)|, (?:${named} )?(?=${markSource},)|'s name is )${mark}`,
  'g',
);
/** "N is N's sister", "N, N's sister, ...": whose it is second. */
const whose = new RegExp(`(${listSource})(,| (?:is|are)(?: also)?) ${mark}'s ${qualities}${noun}${ends}`, 'g');
/** "N is the sister of N". */
const nounOf = new RegExp(`(${listSource}) (?:is|are) (?:the|an?) ${qualities}${noun} of ${mark}(?!'s)`, 'g');
/** "N and N are sisters". */
const pair = new RegExp(
  `${mark} and ${mark} are (?:(?:both|now|best|good|close|twin|old) )*(${personNouns.split('|').join('s|')}s|married|engaged)${ends}`,
  'g',
);
/** "N has a cat named N and a dog called N": everything after the verb. */
const holding = new RegExp(
  `${mark}(?:,? (?:also|just|recently|now|still))* (?:has|have|owns?|got|have got|has got|adopted|bought|runs?) (?=an? |another )(.*)$`,
);
const held = new RegExp(`\\b(?:an?|another) ${qualities}${noun},? (?:${named} )${mark}`, 'g');

/** The relations that the possessives of a clause tell. */
export function possessiveRelations(clause: string, marks: NameMarks): readonly NamedRelation[] {
  const found: NamedRelation[] = [];
  const add = (who: string, word: string, whom: string): void => {
    const [one, other] = [marks.of(who)?.name, marks.of(whom)?.name];
    if (one === undefined || other === undefined) return;
    const predicate = predicateOfNoun(word);
    found.push(
      predicate === undefined ? { from: other, predicate: 'owns', to: one } : { from: one, predicate, to: other },
    );
  };
  for (const [, whom = '', word = '', between = '', who = ''] of clause.matchAll(ofWhom)) {
    // "My business, Jon": only persons and pets are named without a word for it.
    if (isNamedAlone(word) || nameWord.test(between)) add(who, word, whom);
  }
  for (const { 0: all, 1: list = '', 2: between, 3: whom = '', 4: word = '', index } of clause.matchAll(whose)) {
    // "Mel, my dog and I": what is said in between ends with a comma.
    if (between === ',' && !/^(?:[,;)]|$)/.test(clause.slice(index + all.length))) continue;
    for (const who of marksIn(list)) add(who, word, whom);
  }
  for (const [, list = '', word = '', whom = ''] of clause.matchAll(nounOf)) {
    for (const who of marksIn(list)) add(who, word, whom);
  }
  const [, holder = '', objects = ''] = holding.exec(clause) ?? [];
  for (const [, word = '', who = ''] of objects.matchAll(held)) add(who, word, holder);
  return [...found, ...pairs(clause, marks)];
}

function pairs(clause: string, marks: NameMarks): readonly NamedRelation[] {
  return [...clause.matchAll(pair)].flatMap(([, one = '', other = '', word = '']) => {
    const predicate = predicateOfPair(word);
    const [from, to] = [marks.of(one)?.name, marks.of(other)?.name];
    return predicate === undefined || from === undefined || to === undefined ? [] : [{ from, predicate, to }];
  });
}

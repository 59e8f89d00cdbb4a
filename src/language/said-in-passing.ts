/**
 * What a sentence takes for granted about who speaks, also in a question: who speaks of "my wife" is married. Finds it
 * by words and in English only; the rules of statements decide what becomes of it.
 */
import { verbForms } from './grammar.ts';
import { petNouns } from './people-nouns.ts';
import { isPersonsName } from './told-clause.ts';
import { stopWords } from './word-lists.ts';

const near = '(?:(?:younger|older|little|big|eldest|youngest|twin|oldest) )?';
/** Whom not everybody has. */
const people =
  'husband|wife|fiancée?|girlfriend|boyfriend|son|daughter|brother|sister|niece|nephew|grandson|granddaughter';
const mine = new RegExp(
  `\\b(?:[Mm]y (${near}(?:${people}|kids|children|sons|daughters|brothers|sisters))|(?:[Mm]y|[Oo]ur) ((?:${petNouns})s?))(?![\\w-])(?:,? (?:named |called )?(\\p{Lu}\\p{Ll}+)\\b)?(?: ([\\p{L}']+))?`,
  'gu',
);
/** Here "my wife" is a wish, or is no more. */
const notMine =
  /\b(?:if|would|could|might|wish|dream|imagine|pretend|hope|want|future|someday|late|ex|died|dead|passed|lost|former|used to|as a (?:kid|child)|when i was|growing up|childhood|back then|years ago|like|joke|quit|left|leaving|divorced|separated|(?:split|broke) up)\b/i;
const adopted = new RegExp(
  `\\b(?:I|we)(?:'ve| have)? (?:just |recently )?(?:got|adopted|have got|bought) (?:an? (?:new )?)(${petNouns}) (?:named|called) (\\p{Lu}\\p{Ll}+)`,
  'gu',
);
const homeland = /\bmy (home country|home ?town)(?:,| of| is|:) (\p{Lu}[\p{L}]+(?: \p{Lu}\p{L}+)*)/giu;
const origin =
  /\bI(?:'m| am)? (?:originally |(?:just |recently )?(?:moved|come|came) (?:here |over )?)?from (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*)/gu;
const married =
  /\b(?:I|we)(?:'m|'re|'ve been| am| are| have been| got) (?:happily )?married( for \w+ years)?\b(?! to)/i;
/** "David and I got married" */
const marriedTo = /\b(\p{Lu}\p{Ll}+) and I (?:got|are|have been) married\b/u;
const jobAs =
  /\bmy (?:job|work) as (an? [\p{L} -]+?)(?=[,.!?]| (?:and|is|at|for|in|has|keeps|can|but|so|which|to)\b|$)/iu;

/** What a sentence takes for granted about who speaks, as clauses of his: `I am married`. */
export function impliedIn(sentence: string): readonly string[] {
  if (notMine.test(sentence)) return [];
  const spouse = marriedTo.exec(sentence)?.[1];
  const wed = married.exec(sentence);
  const job = jobAs.exec(sentence)?.[1] ?? '';
  return [
    ...Array.from(sentence.matchAll(mine)).flatMap(([words, person, pet, name, next]) =>
      ofKin({ noun: person ?? pet ?? '', name: words.includes(',') ? undefined : name, next }),
    ),
    ...Array.from(sentence.matchAll(adopted), ([, pet, name]) => `I have a ${pet} called ${name}`),
    ...Array.from(sentence.matchAll(homeland), ([, what, place]) => `My ${what} is ${place}`),
    ...Array.from(
      sentence.matchAll(origin),
      ([words, place]) => `I ${/moved/.test(words) ? 'moved' : 'come'} from ${place}`,
    ),
    ...(spouse !== undefined && isPersonsName(spouse)
      ? [`I am married to ${spouse}`]
      : wed === null
        ? []
        : [wed[1] === undefined ? 'I am married' : `I have been married${wed[1]}`]),
    ...(job === '' || job.split(' ').length >= 5 ? [] : [`I work as ${job}`]),
  ];
}

interface Kin {
  readonly noun: string;
  readonly name: string | undefined;
  /** The word that follows. */
  readonly next: string | undefined;
}

function ofKin({ noun, name, next = '' }: Kin): readonly string[] {
  const isMany = /(?:s|ren)$/.test(noun);
  if (name !== undefined && isPersonsName(name) && !isMany) return [`My ${noun} is called ${name}`];
  // "My horse painting" is no horse, and "my brothers been" is one brother.
  if (next !== '' && !isAfterNoun(next)) return [];
  if (isMany) return /^(?:been|got|gotten|gone|a|an|in|not)$/.test(next) ? [] : [`I have ${noun}`];
  return [/^(?:husband|wife)$/.test(noun) ? 'I am married' : `I have ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`];
}

/** Whether a word can follow a noun, so that the noun is no part of another. */
function isAfterNoun(word: string): boolean {
  const form = verbForms.get(word);
  return stopWords.has(word.replace("'", '')) || (form !== undefined && form !== 'ing') || /(?:ed|ly|n't)$/.test(word);
}

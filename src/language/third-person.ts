/**
 * Says what somebody says of himself in words that mean the same to whoever reads them: "I prefer
 * tea", said by Mark, becomes "Mark prefers tea".
 */
import { irregularForms } from './terms-irregular.ts';
import { adverbs } from './clause-words.ts';
import { verbForms } from './verb-forms.ts';

/** Stands for the speaker until all is said. */
const mark = '\u0000';
const opened: readonly (readonly [RegExp, string])[] = [
  [/\bI(?:'m| am)\b/g, `${mark} is`],
  [/\bI(?:'ve| have)\b/g, `${mark} has`],
  [/\bI'd\b/g, `${mark} would`],
  [/\bI'll\b/g, `${mark} will`],
  [/\bI do(?=n't\b| not\b)/g, `${mark} does`],
  [/\b(?:my|mine)\b/gi, `${mark}'s`],
  [/\b(?:me|myself)\b/gi, mark],
];
/** Before the verb these stand, and change nothing in it. */
const before = new Set([...adverbs, 'never', 'no', 'longer', 'much']);
const modal = /^(?:can|could|will|would|shall|should|must|may|might|ought)(?:n't|not)?$|'/;

/** A clause about the speaker by name; one that does not speak of him stays as it is. */
export function inThirdPerson(clause: string, name: string): string {
  let text = clause.replace(/[\u2018\u2019\u02bc\u2032]/g, "'").replace(/(?<![\w.])i(?=[' ])/g, 'I');
  for (const [said, means] of opened) text = text.replace(said, means);
  const words = text.split(' ');
  for (const [at, word] of words.entries()) {
    if (word !== 'I') continue;
    words[at] = mark;
    let verb = at + 1;
    while (isBeforeVerb(words[verb] ?? '')) verb += 1;
    if (verb < words.length) words[verb] = thirdPerson(words[verb] as string);
  }
  return words.join(' ').replaceAll(mark, name);
}

function isBeforeVerb(word: string): boolean {
  return (
    before.has(word) || (/ly$/.test(word) && !verbForms.has(word) && !/^(?:re|supp|comp|multip|imp)ly$/.test(word))
  );
}

/** A verb as it goes with a name; a past stays as it is. */
function thirdPerson(verb: string): string {
  const [, stem = '', rest = ''] = /^(\p{L}+)(.*)$/u.exec(verb) ?? [];
  const form = verbForms.get(stem);
  if (stem === '' || form === 'past' || form === 'both' || modal.test(verb)) return verb;
  if (form === undefined && (irregularForms.has(stem) || /ed$|^was$/.test(stem))) return verb;
  if (/(?:s|x|z|ch|sh|o)$/.test(stem)) return `${stem}es${rest}`;
  return `${stem.replace(/([^aeiou])y$/, '$1ie')}s${rest}`;
}

/**
 * A clause in the first person, told of who speaks by name: he is named once, after that a pronoun stands for him, and
 * the verbs agree. And sentences about "he" and "she", told of whom they name. English only.
 */
import { classOfWord, genderOfName } from './lexicon.ts';
import { adverbs, verbForms } from './grammar.ts';
import { capital } from './sentences.ts';
import { isPersonsName } from './told-clause.ts';
import type { Self } from './voice.ts';
import { irregularForms, peopleNouns, petNouns } from './word-lists.ts';

const firstPerson = /\bI(?:'m|'ve|'d|'ll| am\b| have\b| do(?=n't| not\b)|\b)|\b(?:myself|my|mine|me|our|ours)\b/gi;
/** Somebody else, whom a pronoun could mean as well. */
const kinWord = new RegExp(`\\b(?:${peopleNouns})\\b`, 'u');

function namesAnother(text: string): boolean {
  return (
    kinWord.test(text) ||
    (text.match(/\p{Lu}\p{Ll}+/gu) ?? []).some((word) => classOfWord(word.toLowerCase()) === 'person')
  );
}

/** Before the verb these stand, and change nothing in it. */
const before = new Set([...adverbs, 'never', 'once', 'no', 'longer', 'much']);
const modal = /^(?:can|could|will|would|shall|should|must|may|might|ought|had)(?:n't|not)?$|'/;

interface Pronouns {
  readonly subject: string;
  readonly object: string;
  readonly own: string;
  readonly owned: string;
  readonly reflexive: string;
}

const pronounsOf = {
  male: { subject: 'he', object: 'him', own: 'his', owned: 'his', reflexive: 'himself' },
  female: { subject: 'she', object: 'her', own: 'her', owned: 'hers', reflexive: 'herself' },
  unknown: { subject: 'they', object: 'them', own: 'their', owned: 'theirs', reflexive: 'themselves' },
} as const satisfies Readonly<Record<string, Pronouns>>;

/** A name as people write it: `elise` is `Elise`; an agent is called as it calls itself. */
export function writtenName({ name, is }: Self): string {
  return is === 'person' && name === name.toLowerCase() ? nameInCapitals(name) : name;
}

/** A name in small letters with the capitals that it has. */
export function nameInCapitals(name: string): string {
  return name.replace(/(?<=^| )\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** What stands for each form of "I"; `isOther` where "our" is that of somebody else too. */
function formsOf({ subject, object, own, owned, reflexive }: Pronouns, isOther: boolean): ReadonlyMap<string, string> {
  const [be, have, does] = subject === 'they' ? ['are', 'have', 'do'] : ['is', 'has', 'does'];
  return new Map([
    ['my', own],
    ['our', isOther ? 'their' : own],
    ['mine', owned],
    ['ours', isOther ? 'theirs' : owned],
    ['me', object],
    ['myself', reflexive],
    ["i'm", `${subject} ${be}`],
    ['i am', `${subject} ${be}`],
    ["i've", `${subject} ${have}`],
    ['i have', `${subject} ${have}`],
    ["i'd", `${subject} would`],
    ["i'll", `${subject} will`],
    ['i do', `${subject} ${does}`],
  ]);
}

/** Whether the first word about the speaker makes him the one whom a pronoun means: "I", or "my goal". */
function isSubjectAt(clause: string, at: number, word: string): boolean {
  return word.startsWith('i') || (word === 'my' && !kinWord.test(clause.slice(at, clause.indexOf(' is '))));
}

/** "with my husband Tomas and our two kids" */
const withPartner = /\bmy (?:husband|wife|partner|girlfriend|boyfriend|fianc[e\u00e9]e?)\b[^,;]* and our\b/i;

/** A clause about the speaker by name; one that does not speak of him stays as it is. */
export function inThirdPerson(clause: string, self: Self): string | undefined {
  const name = writtenName(self);
  const pronouns = pronounsOf[genderOfName(name.split(' ')[0] ?? '') ?? 'unknown'];
  // Stands before a verb that has to agree.
  const agree = '\u0001';
  let isNamed = false;
  let isSubject = false;
  // "My wife and our son": theirs.
  const isOther = (/^my /i.test(clause) && kinWord.test(clause)) || withPartner.test(clause);
  const text = clause.replace(firstPerson, (word, at: number) => {
    const lower = word.toLowerCase();
    const byName = !isNamed || !isSubject || namesAnother(clause.slice(0, at));
    if (!isNamed) isSubject = isSubjectAt(clause, at, lower);
    isNamed = true;
    const forms = byName ? { subject: name, object: name, own: `${name}'s`, owned: `${name}'s` } : pronouns;
    const known = formsOf({ ...forms, reflexive: isSubject ? pronouns.reflexive : name }, isOther).get(lower);
    return known ?? (forms.subject === 'they' ? 'they' : `${forms.subject}${agree}`);
  });
  if (text === `${name} is ${name}`) return undefined;
  if (text.replace(name, '').includes(`${name}'s name is ${name}`) || text.startsWith(`${name}'s name is ${name}`))
    return undefined;
  const words = text.split(' ');
  for (const [position, word] of words.entries()) {
    if (!word.endsWith(agree)) continue;
    words[position] = word.slice(0, -1);
    let verb = position + 1;
    while (isBeforeVerb(words[verb] ?? '')) verb += 1;
    if (verb >= words.length) continue;
    const spoken = words[verb]!;
    words[verb] = thirdPerson(spoken);
    const end = words[verb] === spoken ? -1 : secondVerb(words, verb + 1);
    if (end > 0) return words.slice(0, end).join(' ');
  }
  return words.join(' ');
}

/** Where an "and" joins a second verb, which would have to agree as well; -1 where it joins something else. */
function secondVerb(words: readonly string[], from: number): number {
  for (let at = from + 1; at + 1 < words.length; at += 1) {
    if (/^(?:to|can|will|that|when|who|how|if|because|where|for)$/.test(words[at] ?? '')) return -1;
    if (words[at] === 'and' && verbForms.get(words[at + 1] ?? '') === 'base') return at;
  }
  return -1;
}

function isBeforeVerb(word: string): boolean {
  return (
    before.has(word) || (/ly$/.test(word) && !verbForms.has(word) && !/^(?:re|supp|comp|multip|imp)ly$/.test(word))
  );
}

/** A verb as it goes with a name; a past and what is in the third person stay as they are. */
function thirdPerson(verb: string): string {
  if (verb === "haven't") return "hasn't";
  const [, stem = '', rest = ''] = /^(\p{L}+(?:-\p{L}+)*)(.*)$/u.exec(verb) ?? [];
  const form = verbForms.get(stem);
  if (stem === '' || form === 'past' || form === 'both' || form === 'third' || modal.test(verb)) return verb;
  if (form === undefined && (irregularForms.has(stem) || /ed$|^was$/.test(stem))) return verb;
  if (/(?:s|x|z|ch|sh|o)$/.test(stem)) return `${stem}es${rest}`;
  return `${stem.replace(/([^aeiou])y$/, '$1ie')}s${rest}`;
}

// "He" and "she" are whoever the sentence or the clause before is about, where it names one.

/** Somebody's name, and one's own relative or pet, as patterns. */
export const someoneNamed: string = String.raw`\p{Lu}[\p{L}\p{M}'-]+`;
export const kinNamed: string = `(?:[Mm]y|[Oo]ur) (?:\\p{Ll}+ )?(?:${peopleNouns}|${petNouns})`;
const whoever = `${someoneNamed}(?: ${someoneNamed})?`;
const subject = new RegExp(`^(${kinNamed},? )?(${whoever})(?:,? (?!and\\b|or\\b)\\p{Ll}|['\u2019](?:s|ll|d) )`, 'u');
const named = new RegExp(`(?:['\u2019]s| is| called| named) (${whoever})[.!]*$`, 'u');
const gotPet = new RegExp(`\\b(?:adopted|got|bought|rescued) (?:an?|the) (?:\\p{Ll}+ )?(${petNouns})[.!]*$`, 'u');
const someKin = new RegExp(`\\b(?:my|our|his|her) (?:\\p{Ll}+ )?(?:${peopleNouns})\\b(?! \\p{Lu})`, 'iu');
/** "Halina's mother Wanda", "Bart's girlfriend is called Femke": the second one. */
const kinOfNamed = new RegExp(
  `^${whoever}['\u2019]s (?:\\p{Ll}+ )?(?:${peopleNouns}|${petNouns}),? (?:is (?:called |named )?)?(${whoever})(?= \\p{Ll}|[.!]*$)`,
  'u',
);
/** Either may be meant. */
const couple = new RegExp(`\\b(?:married|engaged) to ${someoneNamed}`, 'u');
/** "Duarte told me he is colour-blind" */
const toldOfSelf = new RegExp(
  `^(${whoever}) (?:told (?:me|us)|says?|said|mentioned) (?:that )?s?he(?:(['\u2019]s)|(?= (?:is|has|can|lives|works|loves|hates|likes|plays)))`,
  'u',
);
const goingOn = /(?:[;,\u2013\u2014]| and| but| &)\s+(?:now |also )?(?=s?he\b)|[;\u2013\u2014]\s+(?=(?:his|her)\b)/i;
const pronoun = /^(?:(?:and|but|so|now|also),? )*(?:(s?he)(?:'(s|ll|d)(?= (\S+)))?|(his|her)) (?=\S)/i;
/** "She's moved" is "she has moved". */
const done = /^(?:been|got|had|gone|done|given|taken|lived|worked|moved|started|become|quit|left|lost|found)$/;

/** The one whom a sentence names, with whose dog or brother that is; undefined where it speaks of several. */
function namedIn(sentence: string): string | undefined {
  const pet = gotPet.exec(sentence)?.[1];
  if (pet !== undefined) return `My ${pet}`;
  const [, relative] = kinOfNamed.exec(sentence) ?? [];
  if (relative !== undefined || couple.test(sentence)) return relative;
  const [, kin, begun = ''] = subject.exec(sentence) ?? [];
  const first = kin !== undefined || isPersonsName(begun.split(' ')[0]!) ? begun : '';
  const last = named.exec(sentence)?.[1] ?? '';
  const names = new Set([first, last].filter((name) => name !== ''));
  const isNamed = (word: string): boolean => [...names].some((name) => name.split(' ').includes(word));
  for (const [word] of sentence.matchAll(/(?<!\b(?:in|at|from|to|near|on) )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?/gu)) {
    const [one = ''] = word.split(' ');
    if (classOfWord(one.toLowerCase()) === 'person' && !isNamed(one)) names.add(word);
  }
  const [name] = names;
  if (names.size !== 1 || (first === '' && last === '' && someKin.test(sentence))) return undefined;
  return kin === undefined ? name : `${capital(kin.replace(/,? $/, ''))} ${name}`;
}

/** A sentence or clause with a name for the pronoun at its beginning; as it is where another may be meant. */
function withName(clause: string, name: string | undefined): string {
  const gender = genderOfName(
    name
      ?.split(' ')
      .find((word) => word !== 'My' && word !== 'Our')
      ?.toLowerCase() ?? '',
  );
  return clause.replace(
    pronoun,
    (all, he: string | undefined, short: string | undefined, verb: string, own: string) => {
      const is = /^s|r$/i.test(he ?? own) ? 'female' : 'male';
      if (name === undefined || (gender ?? is) !== is) return all;
      if (he === undefined) return `${name}'s `;
      const helper = { s: done.test(verb) ? ' has' : ' is', ll: ' will', d: ' would' }[short ?? ''] ?? '';
      return `${name}${helper} `;
    },
  );
}

/** Sentences with a name for "he" and "she", where the sentence or clause before names only one. */
export function withNames(sentences: readonly string[]): readonly string[] {
  let name: string | undefined;
  return sentences.flatMap((said) => {
    const sentence = said.replace(toldOfSelf, (_, who: string, short?: string) => who + (short ? ' is' : ''));
    const [first = '', ...rest] = sentence.split(goingOn);
    const begun = withName(first, name);
    if (begun === first) name = namedIn(first);
    const told = rest.map((part) => withName(part, name));
    const isTold = rest.length > 0 && told.every((part, at) => part !== rest[at]);
    return isTold
      ? [begun, ...told].map((part) => part.replace(/(?<![.!?])$/, '.'))
      : [begun + sentence.slice(first.length)];
  });
}

const calling = new RegExp(
  `^(?:I|[Ww]e|[Ee]very(?:one|body)|[Pp]eople|(?:[Mm]y|[Oo]ur) (?:friends|family|colleagues))(?: all| always| usually| mostly)? calls? (me|(?:my|our) (?:\\S+ )?(?:${peopleNouns}|${petNouns}|baby)(?: ${someoneNamed})?|${someoneNamed}) (?:just |simply |only )?(?!\\S+days?$)(${someoneNamed})$`,
  'u',
);

/** "We call my husband Bartholomew just Bart" as what he is called; any other clause as it is. */
export function asCalled(clause: string): string {
  return clause.replace(calling, (_, whom: string, name: string) =>
    whom === 'me' ? `I am called ${name}` : `${capital(whom)} is called ${name}`,
  );
}

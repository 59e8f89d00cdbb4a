/**
 * What a sentence takes for granted about who speaks, also in a question: who speaks of "my wife" is married. Finds it
 * by words and in English only; the rules of statements decide what becomes of it.
 */
import { verbForms } from './grammar.ts';
import { capital } from './sentences.ts';
import { kinNamed, someoneNamed, withNames } from './third-person.ts';
import { isPersonsName } from './told-clause.ts';
import { somebodyNouns, escaped, peopleNouns, petNouns, stopWords } from './word-lists.ts';

const near = '(?:(?:younger|older|little|big|eldest|youngest|twin|oldest) )?';
/** Whom not everybody has. */
const people =
  'husband|wife|fiancée?|girlfriend|boyfriend|son|daughter|brother|sister|niece|nephew|grandson|granddaughter';
const mine = new RegExp(
  `\\b(?:[Mm]y (${near}(?:${people}|kids|children|sons|daughters|brothers|sisters))|(?:[Mm]y|[Oo]ur) ((?:${petNouns})s?))(?![\\w-])(?:,? (?:named |called )?(\\p{Lu}\\p{Ll}+)\\b)?(?: ([\\p{L}']+))?`,
  'gu',
);
/** Nothing of this is so. */
const supposed = /\b(?:if|would|could|might|wish|dream|imagine|pretend|hope|want|future|someday|like|joke)\b/i;
/** Here "my wife" is no more. */
const noMore =
  /\b(?:late|ex|died|dead|passed|lost|former|used to|as a (?:kid|child)|when i was|growing up|childhood|back then|years ago|quit|left|leaving|divorced|separated|(?:split|broke) up|wedding)\b/i;
const adopted = new RegExp(
  `\\b(?:I|we)(?:'ve| have)? (?:just |recently )?(?:got|adopted|have got|bought) (?:an? (?:new )?)(${petNouns}) (?:named|called) (\\p{Lu}\\p{Ll}+)`,
  'gu',
);
const homeland = /\bmy (home country|home ?town)(?:,| of| is|:) (\p{Lu}[\p{L}]+(?: \p{Lu}\p{L}+)*)/giu;
const origin =
  /\b(?:I|[Ww]e)(?:'m|'re|'ve| am| are| have)? (?:originally |(?:just |recently )?(?:moved|come|came) (?:here |over )?)?from (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*)(?!\p{L}| to\b)(?:,? ((?:in (?:about )?\d{4}|last (?:year|month))\b))?/gu;
const married =
  /\b(?:I|we)(?:'m|'re|'ve been| am| are| have been| got) (?:happily )?married( for \w+ years)?\b(?! to)/i;
/** "David and I got married", "Leo and I are engaged" */
const marriedTo =
  /\b(\p{Lu}\p{Ll}+) and I (?:(?:just |finally )?got|are|have been) (married|engaged|together|a couple)\b/u;
const jobAs =
  /\bmy (?:job|work) as (an? [\p{L} -]+?)(?=[,.!?]| (?:and|is|at|for|in|has|keeps|can|but|so|which|to)\b|$)/iu;

/** Somebody's relative, helper or pet with a name: it tells something even of those whom everybody has. */
const kinCalled = new RegExp(
  `\\b([Mm]y|[Oo]ur|\\p{Lu}\\p{Ll}+'s) (${near}(?:${somebodyNouns})) (\\p{Lu}\\p{Ll}+)(?! [\\p{Lu}&]|-)(?:'s)?\\b`,
  'gu',
);
/** Even a name says nothing here. */
const unreal = /\b(?:if|wish|dream|imagine|pretend|like|joke|died|passed away|divorced|broke up|ex)\b/i;

/** What a sentence takes for granted about who speaks, as clauses of his: `I am married`. */
export function impliedIn(sentence: string): readonly string[] {
  if (unreal.test(sentence)) return [];
  const names = Array.from(sentence.matchAll(kinCalled)).flatMap(([, whose = '', noun = '', name = '']) =>
    isPersonsName(name) ? [`${whose.endsWith("'s") ? whose : 'My'} ${noun} is called ${name}`] : [],
  );
  return [...names, ...grantedIn(sentence).filter((clause) => !names.includes(clause))];
}

function grantedIn(sentence: string): readonly string[] {
  if (supposed.test(sentence)) return [];
  // Where somebody comes from stays so.
  const origins = Array.from(sentence.matchAll(origin), ([words, place, when]) => {
    return /moved/.test(words) ? `I moved from ${place}${when ? ` ${when}` : ''}` : `I come from ${place}`;
  });
  if (noMore.test(sentence)) return origins;
  const [, spouse, union = ''] = marriedTo.exec(sentence) ?? [];
  const wed = married.exec(sentence);
  const job = jobAs.exec(sentence)?.[1] ?? '';
  return [
    ...Array.from(sentence.matchAll(mine)).flatMap(([words, person, pet, name, next]) =>
      ofKin({ noun: person ?? pet ?? '', name: words.includes(',') ? undefined : name, next }),
    ),
    ...Array.from(sentence.matchAll(adopted), ([, pet, name]) => `I have a ${pet} called ${name}`),
    ...Array.from(sentence.matchAll(homeland), ([, what, place]) => `My ${what} is ${place}`),
    ...origins,
    ...(spouse !== undefined && isPersonsName(spouse)
      ? [union.endsWith('ed') ? `I am ${union} to ${spouse}` : `I am together with ${spouse}`]
      : wed === null
        ? []
        : [wed[1] === undefined ? 'I am married' : `I have been married${wed[1]}`]),
    ...(job === '' || job.split(' ').length >= 5 ? [] : [`I work as ${job}`]),
  ];
}

/** Nobody means what is said so: "Yeah right, and I'm the Queen of England", "I'm basically a wizard". */
const ironic: readonly RegExp[] = [
  /^(?:oh,? )?yeah,? right\b|^look at me\b/i,
  /^(?:[Oo]h,? )?(?:[Yy]eah|[Ss]ure|[Rr]ight|[Oo]f course|[Oo]kay|OK)[,.]? (?:and|then) (?:I'm|I am|my \p{L}+ is) (?:the \p{L}|\p{Lu})/u,
  /^(?:please,? )?(?:(?:say|repeat|write|type|read)(?: this| it| after me)?|(?:translate|proofread|rephrase|rewrite|spell)\b[^:]{0,40}): /i,
  /\bI(?:'m| am) (?:(?:basically|practically|pretty much|virtually) (?!(?:an? )?(?:vegetarian|vegan|pescatarian|diabetic|deaf|blind)\b)(?:an? \p{L}|\p{Lu})|an? (?:regular|real|proper) \p{Lu}|the next \p{Lu})/u,
];
/** Takes back what was said just before: "no wait, Finn is my son". */
const takingBack = /^(?:no,? wait|wait,? no|no,? sorry|sorry,? no|scratch that|correction|make that)\b[,:.]?\s*/i;
const midway = /[,;\u2013\u2014-]\s+(?=(?:no,? wait|wait,? no|no,? sorry|sorry,? no|scratch that|make that)\b)/i;

const spot = '(?:live|work|study|teach|volunteer|commute)';
const someone = `${someoneNamed}(?: ${someoneNamed})?`;
const unlisted = `(?!(?:${somebodyNouns}),)\\p{Ll}+`;
const trait = String.raw`(?:lactose|gluten)[- ]intolerant|(?:left|right)-handed|colou?r-?blind|vegan|vegetarian|coeliac|celiac|diabetic|allergic to [\p{L} ]+`;
/** What a sentence leaves out of its second half, and the sentences that say all of it. */
const shortened: readonly (readonly [RegExp, readonly string[]])[] = [
  // "I'm allergic to nuts, and my son Noah to bee stings."
  [
    new RegExp(`^(.+ allergic to .+?),? and (${kinNamed}(?: ${someoneNamed})?|${someoneNamed}) to (.+)$`, 'u'),
    ['$1', '$2 is allergic to $3'],
  ],
  // "I live in Oslo but work in Drammen."
  [
    new RegExp(
      `^(I|We|${someoneNamed}) (${spot}s? [^,;]+?),? (?:but|and) (${spot}(?:s|es)? (?:in|at|for|as|to|with) .+)$`,
      'u',
    ),
    ['$1 $2', '$1 $3'],
  ],
  // "Our dog is called Pepper; she's a collie."
  [new RegExp(`^(.+ (?:called|named) (${someoneNamed}))[;,] (?:s?he|it)(?:'s| is) (an? .+)$`, 'u'), ['$1', '$2 is $3']],
  // "Her son Ivo plays the tuba": who she is, the sentence before told.
  [
    new RegExp(
      `^(?:[Hh]is|[Hh]er|[Tt]heir) (?:\\p{Ll}+ )?(?:${peopleNouns}|${petNouns}),? (${someoneNamed}),? (?!and\\b|or\\b)(\\p{Ll}.*)$`,
      'u',
    ),
    ['$1 $2'],
  ],
  // "Hey, I'm Salome, pastry chef at the Hotel Miramonti."
  [
    new RegExp(
      `^(?:(?:[Hh]ey|[Hh]i|[Hh]ello),? )?(?:I'm|I am|[Mm]y name is) (?:${someone}), (?:an? )?((?:\\p{Ll}+ ){1,4}(?:at|for|of|in|from|on) \\S.*)$`,
      'u',
    ),
    ['I am a $1'],
  ],
  // "Lactose intolerant, since forever."
  [new RegExp(`^(${trait})(?:,? (?:since|for|all|from) .*)?$`, 'iu'), ['I am $1']],
  // "Efua's bday: 14 March", "Kwame - nut allergy"
  [new RegExp(`^(${someoneNamed}'s) (?:[Bb]-?day|[Bb]irthday)(?::| -) (.+)$`, 'u'), ['$1 birthday is $2']],
  [new RegExp(`^(${someoneNamed}): (?:[Bb]-?day|[Bb]irthday) ((?:on|in) .+)$`, 'u'), ["$1's birthday is $2"]],
  [new RegExp(`^(${someoneNamed})(?::| [-\u2013]) (?:severe )?(\\p{L}+ allergy)$`, 'u'), ['$1 has a $2']],
  // "Bjarne Holm: allergic to penicillin, emergency contact is his wife"
  [new RegExp(`^(${someone})(?::| [-\u2013]) (${trait})(?:[,;] .*)?$`, 'u'), ['$1 is $2']],
  // "Our lead, Yara, is left-handed."
  [
    new RegExp(`^(?:[Mm]y|[Oo]ur) (?:${unlisted} ?){1,3}, (${someoneNamed}), (?!and\\b|or\\b)(\\p{Ll}.*)$`, 'u'),
    ['$1 $2'],
  ],
  // "Can't stand open-plan offices."
  [/^((?:can't stand|cannot stand|can't bear|don't like) .+)$/i, ['I $1']],
  // "I left the harbour office and joined Nordlinje last week."
  [
    new RegExp(
      `^(I|We|${someoneNamed})(?: have| has|'ve)? (?:left|quit) [^,;]+? and (?:have |has )?(joined|started at) (\\p{Lu}.*)$`,
      'u',
    ),
    ['$1 $2 $3'],
  ],
  // "Hugo, my boss, is vegan.", "Sunniva's dog, a spaniel named Biscuit, sleeps under her desk."
  [new RegExp(`^(${someoneNamed}), (${kinNamed}(?: (?:on|at|in|from) [^,]+)?), (.+)$`, 'u'), ['$1 is $2', '$1 $3']],
  // "Keir, the intern, is colour-blind."
  [new RegExp(`^(${someoneNamed}), (?:the|an?) (?:\\p{Ll}+ )?(?:${somebodyNouns}), (.+)$`, 'u'), ['$1 $2']],
  [
    new RegExp(
      `^((?:${someoneNamed}'s|[Mm]y|[Oo]ur) (?:${peopleNouns}|${petNouns})), (an? [^,]+ (?:named|called) ${someoneNamed}), .+$`,
      'u',
    ),
    ['$1 is $2'],
  ],
  // "Moved to Basel last weekend!": who speaks did.
  [/^(?:just |finally )?((?:moved to \p{Lu}|(?:sold|bought|quit|joined|retired (?:from|in|at|last)) ).*)$/iu, ['I $1']],
  // "Job: paramedic", "Home address: 12 Tern Street"
  [/^(?:my )?(job|home address|address|blood type|shoe size|birthday|phone(?: number)?): (.+)$/i, ['My $1 is $2']],
  // "Thijs sold his houseboat and rents a flat on Weaver Street now."
  [
    new RegExp(
      `^(I|We|${kinNamed}(?: ${someoneNamed})?|${someoneNamed}) ((?:has |have )?(?:sold|left|quit|moved|gave up|retired|stopped|divorced|finished) [^,;]*?) and (?:now )?((?:has|have|is|am|are|(?:live|rent|work|drive|own|play|teache?|stud(?:y|ie)|run|cycle|commute|share|use)s?) .+)$`,
      'u',
    ),
    ['$1 $2', '$1 $3'],
  ],
  // "Falk is divorced and has two sons."
  [
    new RegExp(
      `^(I|${kinNamed}(?: ${someoneNamed})?|${someone}) ((?:is|am) [^,;]*?),? and ((?:has|have|(?:live|work|play|speak|drive|run|own|keep|collect|share|train)s?|teach(?:es)?|stud(?:y|ies)) .+)$`,
      'u',
    ),
    ['$1 $2', '$1 $3'],
  ],
  [/^(.+ (?:is|am|are) (?:an?|due (?:in|on)) [^,]+|I'm an? [^,]+), not [^,]+$/u, ['$1']],
  // "I used to smoke, but I quit two years ago."
  [
    /^I used to (smok|vap|gambl|drink)e?,? but (?:I |I've |I have )?(?:quit|stopped|gave (?:it )?up|given (?:it )?up)\b.*$/u,
    ['I quit $1ing'],
  ],
];

/** Sentences as they are meant: each says all of it, and what is no earnest or taken back at once is left out. */
export function meantIn(sentences: readonly string[]): readonly string[] {
  const parts = sentences.flatMap((sentence) => sentence.split(midway));
  const kept = parts.filter((_, at) => !takingBack.test(parts[at + 1] ?? ''));
  const meant = kept.flatMap((part) => [
    part
      .replace(takingBack, '')
      .replace(inBrackets, '$2 is called $1')
      .replace(aside, '')
      .replace(isShort, ' is')
      .replace(someoneCalled, ' is $1'),
    ...Array.from(part.matchAll(aged), ([, name, age]) => `${name} is ${age}.`),
  ]);
  return withNames(meant.filter((sentence) => !ironic.some((form) => form.test(sentence)))).flatMap((sentence) => {
    const plain = sentence.replace(/[.!]+$/, '');
    const [form, whole = []] = shortened.find(([one]) => one.test(plain)) ?? [];
    return form === undefined
      ? [sentence]
      : whole.map((said) => {
          const told = capital(plain.replace(form, said)).replace(/^I am a (?=[aeio])/, 'I am an ');
          return `${told.replace(/^(My|I) (\p{Lu})/u, (_, who: string, first: string) => `${who} ${first.toLowerCase()}`)}.`;
        });
  });
}

/** "Our landlord is a man called Uwe." */
const someoneCalled = / is an? (?:man|woman|guy|lady|bloke|chap|girl|boy) ((?:called|named) \p{Lu})/gu;
/** "Milo (our tortoise): no spinach!" */
const inBrackets = new RegExp(`^(${someoneNamed}) \\((${kinNamed})\\): .+$`, 'u');
/** "Our two, Mirte (9) and Sil (6), ..." */
const aged = /(\p{Lu}\p{Ll}+) \((\d{1,3})\)/gu;
/** "Hadeel's expecting a baby": no expecting of hers. */
const isShort =
  /(?<=\p{Lu}\p{Ll}+)'s(?= (?:an? |expecting|getting|going|coming|working|living|moving|dating|studying|learning|seeing|allergic|vegetarian|vegan|diabetic|married|engaged|retired|afraid|scared)\b)/gu;
/** Says nothing of its own: "(plants, not kids)", "believe it or not", "poor Jette". */
const aside =
  / \([^()]{1,60}\)|, (?:both|all) (?:at|in|on|still|of) [^,.;]+(?=[.!]*$)|, (?:believe it or not|poor \p{Lu}\p{L}+|(?:above all|most of all|especially) [^,.;]+|tragic|robbery|ugh|phew|yay|sadly|luckily|wish me luck|fingers crossed|(?:very |so |pretty )?(?:badly|slowly)|tiny (?:wedding|party)|boxes everywhere|\p{L}+ (?:days|weeks|months) in)(?=[.!]*$)|, not (?:(?:in|on) \p{Lu}\p{L}+|\d+|one|two|three|four|five|six)(?=[,.!]|$)/giu;

const bare = new RegExp(
  `^(?<owner>.+?) (?:has|have) an? (?:\\p{Ll}+ )?(?<noun>${peopleNouns}|${petNouns})\\.?$|^.+? (?:(?:is|are) married|(?:moved|comes?) from \\p{Lu}[\\p{L} ]+)\\.?$`,
  'u',
);

/** Whether a statement only names whoever is somebody's: "Yusuf's sister is called Leyla." */
export function tellsOnlyName(statement: string): boolean {
  return onlyNames.test(statement);
}
const onlyNames = new RegExp(`'s (?:\\p{Ll}+ )?(?:${somebodyNouns}) is called \\p{L}+\\.?$`, 'u');

const named = new RegExp(
  `^(?<whose>.+'s (?:\\p{Ll}+ )?(?:${peopleNouns}|${petNouns})) (?<name>${someoneNamed}) (?:is|has|\\p{Ll}+s)\\b`,
  'u',
);
const parted = /\b(?:ex|divorced|separated|broke up|split up|left|died|dead|passed away|no longer|fired|quit)\b/i;

/**
 * What is left of a statement about somebody's relative or pet with a name when a later message says otherwise of the name:
 * that the name is theirs. Undefined where the message may end that too.
 */
export function nameLeft(statement: string, later: string): string | undefined {
  const { whose, name = '' } = named.exec(statement)?.groups ?? {};
  if (whose === undefined || !later.includes(name) || parted.test(later)) return undefined;
  return `${whose} is called ${name}.`;
}

/** Whether a statement tells hardly anything: that somebody has a brother, or is married. */
export function isBare(statement: string): boolean {
  return bare.test(statement);
}

/** Whose what a statement says is there, where it says nothing else: "Rosa has a brother." */
export function bareKin(statement: string): { readonly owner: string; readonly noun: string } | undefined {
  const { owner, noun } = bare.exec(statement)?.groups ?? {};
  return owner === undefined || noun === undefined ? undefined : { owner, noun };
}

/** Whether a statement tells more than one that tells hardly anything: "Rosa's brother Jan is a vet", and that she has one, or his name. */
export function saysMoreThan(statement: string, other: string): boolean {
  if (statement === other) return false;
  if (tellsOnlyName(other)) return statement.includes(other.replace(/ is called (\p{L}+)\.?$/u, ' $1'));
  if (!isBare(other)) return false;
  if (statement.startsWith(`${other.replace(/\.$/, '')} `)) return true;
  const { owner, noun } = bareKin(other) ?? {};
  const owned = `(?<!\\p{L})${escaped(owner ?? '')}'s (?:\\p{Ll}+ )?${noun}(?!\\p{L})`;
  return owner !== undefined && new RegExp(owned, 'u').test(statement);
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

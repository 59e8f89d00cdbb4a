/**
 * Relations that verbs tell, in clauses whose names are marks: "N lives in N", "N and N work at N",
 * "N moved to N and works at N". Only forms that state what is so now match; an auxiliary or a word that
 * is not listed between the subject and the verb breaks the match.
 */
import type { EntityType } from '../domain/records.ts';
import { foldName } from './fold.ts';
import { listed } from './word-lists.ts';

// A text in which every known name is one character, so that rules see where names stand and not how they are
// written: "Mark lives in New York" reads "N lives in N". Whoever speaks is a name too.

/** A name that a text may relate to another. */
export interface RelatedName {
  readonly name: string;
  readonly type: EntityType;
  /** The forms in which the text writes it. */
  readonly surfaces: readonly string[];
}

/** A relation between two names of a memory. */
export interface NamedRelation {
  readonly from: string;
  /** In words. */
  readonly predicate: string;
  readonly to: string;
  /** Whether it was found in the text: then nobody is told where it makes no edge. */
  readonly found?: true;
}

/** One mark, as the source of a regular expression: of a name, or of whoever speaks as "I". */
export const markSource = '[\\uE000-\\uE0FF\\uF8FF]';
/** The mark of "I". */
const selfMark = '\uf8ff';

const firstMark = 0xe000;
const privateUse = /[\uE000-\uF8FF]/g;

/** What the marks of a text stand for. */
export class NameMarks {
  readonly #names: readonly RelatedName[];
  readonly #speaker: RelatedName | undefined;

  constructor(names: readonly RelatedName[], speaker: string | undefined) {
    const key = speaker === undefined ? undefined : foldName(speaker);
    this.#names = names;
    this.#speaker =
      names.find(({ name }) => foldName(name) === key) ??
      (speaker === undefined ? undefined : { name: speaker, type: 'person', surfaces: [speaker] });
  }

  /** The name that a mark stands for. */
  of(mark: string): RelatedName | undefined {
    return mark === selfMark ? this.#speaker : this.#names[mark.charCodeAt(0) - firstMark];
  }

  /** The text with marks in the place of names, and of "I" and "my" where it is known who speaks. */
  mark(content: string): string {
    const marks = new Map(
      this.#names.flatMap(({ surfaces }, position) =>
        surfaces.map((surface): [string, string] => [surface, String.fromCharCode(firstMark + position)]),
      ),
    );
    const plain = content.replace(privateUse, ' ').replace(/[\u2018\u2019\u02bc\u2032]/g, "'");
    const marked =
      marks.size === 0 ? plain : plain.replace(anyOf([...marks.keys()]), (form) => marks.get(form) ?? form);
    return this.#speaker === undefined ? marked : withSelf(marked);
  }
}

/** "I'm", "my" and "we": whoever speaks. */
function withSelf(text: string): string {
  return text
    .replace(/\b(?:[Mm]y|[Oo]ur)\b/g, `${selfMark}'s`)
    .replace(/\b(?:I|[Ww]e)(?:'m| am|'re| are)\b/g, `${selfMark} am`)
    .replace(/\b(?:I|[Ww]e)(?:'ve| have)\b/g, `${selfMark} have`)
    .replace(/\b(?:I|[Ww]e)\b(?!['./])/g, selfMark);
}

/** One of some texts as whole words, the longest first. */
function anyOf(forms: readonly string[]): RegExp {
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  const escaped = longestFirst.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
}

// Nouns that say how somebody stands to somebody, or that something is somebody's.

/** Nouns of persons, those that mean the same side by side; `mum` and `mother` tell `mother of`. */
const kinds =
  'sister|brother|mother mom mum|father dad|son|daughter|cousin|aunt|uncle|niece|nephew|grandmother grandma|' +
  'grandfather grandpa|partner boyfriend girlfriend fiance fiancee|friend|colleague coworker co-worker|' +
  'boss manager supervisor|neighbour neighbor|roommate flatmate|teacher|mentor';
/** From a noun of a person to the predicate that runs from the person to whose it is. */
const persons: ReadonlyMap<string, string> = new Map([
  ...kinds.split('|').flatMap((kind): [string, string][] => {
    const nouns = listed(kind);
    return nouns.map((noun) => [noun, `${nouns[0]} of`]);
  }),
  ...listed('wife husband spouse').map((noun): [string, string] => [noun, 'married to']),
]);

const pets =
  'cat kitten dog puppy pup rabbit bunny hamster parrot bird horse pony tortoise turtle goldfish fish snake lizard ' +
  'gecko ferret pet guinea-pig goat chicken';
const things =
  'boat car bike van truck motorbike guitar bakery shop store restaurant cafe studio farm company startup business gallery';

/** Pets, whose names follow without further ado. */
export const petNouns: string = pets.split(' ').join('|').replace('guinea-pig', 'guinea pig');
/** Nouns of what somebody owns under a name. */
export const ownedNouns: string = `${petNouns}|${things.split(' ').join('|')}`;
/** Nouns of persons. */
export const personNouns: string = [...persons.keys()].join('|');

/** The predicate from somebody to whose he is; undefined for a noun of what is owned. */
export function predicateOfNoun(noun: string): string | undefined {
  const one = noun.toLowerCase().replace(/é/g, 'e');
  return persons.get(one) ?? persons.get(one.replace(/s$/, ''));
}

/** Whether a name follows a noun without a word for it: "my sister Ines", but "my shop called Crumb". */
export function isNamedAlone(noun: string): boolean {
  return predicateOfNoun(noun) !== undefined || petNouns.split('|').includes(noun.replace(/s$/, ''));
}

/** The predicate of two of a kind: "are sisters", "are married". */
export function predicateOfPair(word: string): string | undefined {
  if (word === 'married') return 'married to';
  return word === 'engaged' ? 'partner of' : predicateOfNoun(word);
}

/** One or more marks: "N, N and N". */
export const listSource: string = `${markSource}(?:(?:, | and |, and | & )(?:the )?${markSource})*`;

interface VerbRule {
  readonly predicate: string;
  /** The verb up to its object, as the source of a regular expression. */
  readonly verb: string;
  /** The object is the one who does it: "is imported by". */
  readonly passive?: true;
  /** What its subject may be. @default anything */
  readonly from?: Fits;
  /** What its object may be. @default anything */
  readonly to?: Fits;
}

type Fits = (type: EntityType) => boolean;

const isPerson: Fits = (type) => type === 'person';
const isNobody: Fits = (type) => type !== 'person';
const isThing: Fits = (type) => type !== 'person' && type !== 'place' && type !== 'url';
const isCode: Fits = (type) => type === 'file' || type === 'function' || type === 'identifier';
const isHome: Fits = (type) => type === 'place' || type === 'other' || type === 'organisation';
const mayLive: Fits = (type) => type === 'person' || type === 'other';

const be = '(?:is|am|are)';
const have = '(?:has|have)';
const made = '(?:created|written|invented|founded|designed|developed|built)';

/** In order: of two that match one stretch the earlier counts. */
const rules: readonly VerbRule[] = [
  { predicate: 'lives in', verb: `(?:lives?|resides?|${be} (?:now )?living) in`, from: mayLive, to: isHome },
  { predicate: 'lives in', verb: `${have} (?:been living|lived) in`, from: mayLive, to: isHome },
  { predicate: 'lives in', verb: `${be} (?:now )?based in`, from: isPerson, to: isHome },
  {
    predicate: 'lives in',
    verb: `(?:${have} )?(?:re)?(?:moved|located)(?: back| out| over)?(?: from [^,.;]{1,30}?)? to`,
    from: mayLive,
    to: isHome,
  },
  { predicate: 'located in', verb: `${be} (?:located|situated|based) in`, from: isNobody, to: isHome },
  {
    predicate: 'located in',
    verb: `${be} in`,
    from: (type) => type === 'place' || type === 'organisation',
    to: (type) => type === 'place',
  },
  {
    predicate: 'works at',
    verb: `(?:works?|${be} (?:working|employed))(?: as an? [\\w -]{1,30}?)? (?:at|for|by)`,
    from: mayLive,
    to: isThing,
  },
  {
    predicate: 'works at',
    verb: '(?:got|started|have|has) (?:an?|my|his|her) (?:new )?(?:job|position|role) (?:at|with)',
    from: mayLive,
    to: isThing,
  },
  { predicate: 'married to', verb: `(?:${be} (?:now )?married to|married)`, from: mayLive, to: mayLive },
  { predicate: 'member of', verb: `(?:${be} (?:an? |the )?(?:\\w+ )?members? of|joined)`, from: mayLive, to: isNobody },
  { predicate: 'part of', verb: `${be} (?:an? )?part of`, from: isNobody, to: isNobody },
  { predicate: 'is a', verb: `is an?(?= ${markSource}(?:[,;]|$| and | but ))`, to: isNobody },
  { predicate: 'owns', verb: 'owns?', to: isNobody },
  { predicate: 'owns', verb: `${be} owned by`, passive: true },
  { predicate: 'imports', verb: 'imports?', from: isThing, to: isThing },
  { predicate: 'imports', verb: `${be} imported by`, passive: true, from: isThing, to: isThing },
  { predicate: 'calls', verb: 'calls?', from: isCode, to: isCode },
  { predicate: 'calls', verb: `${be} called (?:by|from)`, passive: true, from: isCode, to: isCode },
  { predicate: 'depends on', verb: '(?:depends?|relies|rely) on', from: isThing, to: isThing },
  { predicate: 'uses', verb: `(?:uses?|${be} (?:now )?using)`, to: isThing },
  { predicate: 'uses', verb: `${be} used by`, passive: true, from: isThing },
  { predicate: 'created by', verb: `(?:was|were|is|are) (?:originally )?${made} by`, from: isThing },
  {
    predicate: 'created by',
    verb: '(?:created|wrote|invented|founded|designed|developed|built)',
    passive: true,
    to: isThing,
  },
];

/** How the verbs of the rules begin, as the source of a regular expression. */
export const verbHints: string =
  'live|resid|living|based|moved|relocated|located|situated|work|employed|job|position|role|married|member|joined|part of|' +
  'own|import|call|depend|rel|us(?:e|ing)|created|written|wrote|invented|founded|designed|developed|built|is an? |(?:is|are) in ';

/** Words between a subject and its verb that change nothing. */
const middle = '(?:,? (?:now|still|also|both|currently|recently|just|finally|actually|really|already|mostly|all|who))*';
/** Subjects follow these words, or nothing: "with N lives in N" has another one. */
const leads = new RegExp(
  `(?:^|[,;:(]|\\b(?:and|but|so|because|while|since|then|well|hi|hey|yes|today|function|method|file|module|class|script|` +
    `library|package|company|${personNouns}|${petNouns})) ?(?:[Tt]he )?$`,
  'i',
);
const articles = '(?:(?:the|an?) )?';

const compiled = rules.map((rule) => ({
  ...rule,
  // Alone it is looked for many times as fast as with its subject.
  alone: new RegExp(` (?:${rule.verb}) `),
  pattern: new RegExp(
    `(?:(?<subject>${listSource}),?|\\b(?:and|but)(?: (?:he|she|they))?)${middle} (?<verb>${rule.verb}) ${articles}(?<object>${listSource})(?!'s|\\w)`,
    'g',
  ),
}));

/** The relations that the verbs of a clause tell. */
export function verbRelations(clause: string, marks: NameMarks): readonly NamedRelation[] {
  const lead = leadOf(clause);
  const likely = compiled.filter(({ alone }) => alone.test(clause));
  return likely.flatMap((rule) =>
    [...clause.matchAll(rule.pattern)].flatMap(({ groups = {}, index }) => {
      const { subject = lead, verb = '', object = '' } = groups;
      const isOwn = groups['subject'] === undefined || isSubject(clause.slice(0, index), subject);
      const [ones, others] = [marksIn(subject), marksIn(object)];
      if (!isOwn || ones.length === 0 || !agrees(ones, verb)) return [];
      const sides = { ones: namesOf(ones, marks, rule.from), others: namesOf(others, marks, rule.to) };
      return sides.ones.flatMap((one) => sides.others.map((other) => relationOf(rule, one, other)));
    }),
  );
}

function relationOf({ predicate, passive }: VerbRule, one: string, other: string): NamedRelation {
  return passive === true ? { from: other, predicate, to: one } : { from: one, predicate, to: other };
}

/** The names of some marks that are what they may be. */
function namesOf(side: readonly string[], marks: NameMarks, fits: Fits = () => true): readonly string[] {
  return side.flatMap((mark) => {
    const name = marks.of(mark);
    return name !== undefined && fits(name.type) ? [name.name] : [];
  });
}

/** Whether a name may be a person's. */
export function mayBePerson(name: RelatedName | undefined): boolean {
  return name !== undefined && mayLive(name.type);
}

/** The marks of a text, in order. */
export function marksIn(list: string): readonly string[] {
  return list.match(new RegExp(markSource, 'g')) ?? [];
}

/** The first names of a clause that can be its subject; empty where there are none. */
function leadOf(clause: string): string {
  for (const { 0: list, index } of clause.matchAll(new RegExp(`${listSource}(?!'s)`, 'g'))) {
    if (isSubject(clause.slice(0, index), list)) return list;
  }
  return '';
}

function isSubject(before: string, subject: string): boolean {
  return subject.startsWith(selfMark) || leads.test(before);
}

/** "N lives", "N and N live", "I live"; "let N live" does not agree. */
function agrees(subject: readonly string[], verb: string): boolean {
  const [word = ''] = verb.split(' ');
  if (/(?:ed|got|wrote|built|was|were)$/.test(word)) return true;
  const isOne = subject.length === 1 && subject[0] !== selfMark;
  return isOne === /s$/.test(word);
}

/**
 * What the rules of links see of a text: its assertions, without questions, code, quotations,
 * hypotheticals and what is marked as past. Made once per text by `parseStatement`.
 */

/** A text, and who said it. */
export interface Said {
  readonly content: string;
  /** Who "I" is: the speaker, else the subject of the believer. Without one, "I" is the same unnamed person in every text. */
  readonly speaker?: string;
}

/** When an assertion holds. `either` is a verb whose past looks like its present (`put`, `read`). */
export type Tense = 'present' | 'past' | 'perfect' | 'future' | 'either';

/** How an assertion is meant: plainly, as an ability, as an obligation, or as an order to the reader. */
export type Modality = 'plain' | 'can' | 'ought' | 'order';

/** A claim about something that has one value at a time. */
export interface Claim {
  /** `subject|slot`, folded. */
  readonly key: string;
  /** Stems and `#` values, as in {@link Clause.terms} and {@link Clause.values}; never empty. */
  readonly value: readonly string[];
  /** The value is given up, not taken: "switched from Jest". */
  readonly left?: boolean;
  /** Many values may hold at a time; only giving one up conflicts with it. */
  readonly plural?: boolean;
  /** It has taken another's place: "switched to Vitest" contradicts any other value, also where many may hold at a time. */
  readonly taken?: boolean;
  /** It happened once, and need not be so in general: "had a steak yesterday". */
  readonly once?: boolean;
  /** It follows from what is said, as being alive does from living somewhere: another value denies it, and it agrees with none. */
  readonly implied?: boolean;
  /** The words that say it. */
  readonly text: string;
  /** Under which conditions it holds, as sorted stems; other conditions are another claim. */
  readonly scope: string;
}

/** One assertion. */
export interface Clause {
  /** The words that say it. */
  readonly text: string;
  /** Folded stems of the subject; `!` for orders, `nobody`; empty when it is unknown (`she`, `a server`). */
  readonly subject: string;
  /** The stem of the main verb, synonyms as one; `be` where there is none. */
  readonly verb: string;
  /** Stems of the content words after the subject, without the verb; synonyms as one. */
  readonly terms: ReadonlySet<string>;
  /** Numbers, dates, times and weekdays after the subject, in order: `#n:8`, `#d:05-12`, `#t:9:15`, `#w:friday`. */
  readonly values: readonly string[];
  /** The stems after the verb in order, light words as empty strings: tells a dog from a dog bed. */
  readonly order: readonly string[];
  readonly negated: boolean;
  readonly tense: Tense;
  readonly modality: Modality;
  /** Where it says of how many: `only one process`, `many processes`, `three processes`. */
  readonly counted?: Counted;
}

/** Of how many an assertion is made. */
export interface Counted {
  /** The rest of the assertion, the same whatever the number. */
  readonly key: string;
  /** Two and more; else one and no more. */
  readonly many: boolean;
}

/** What a text says has ended or was replaced. */
export type Ending = NamedEnding | Handover | Mending | NewMeasure | NewTime | NewPlace;

/** A thing that is no longer used, done or there. */
export interface NamedEnding {
  readonly kind: 'named';
  /** As it is written. */
  readonly what: string;
  /** The key of the speaker, where it was theirs. */
  readonly self?: string;
  /** Terms of what had it: that the frontend left React ends nothing elsewhere. Empty where all may have. */
  readonly held: ReadonlySet<string>;
  /** Terms of what is said with it. */
  readonly beside: ReadonlySet<string>;
  /** It is known by its name alone; else what ends must have a term of {@link beside} too. */
  readonly isNamed: boolean;
  /** Whether it stopped by itself, so that who asks for it by name asks of what is over. */
  readonly stops: boolean;
}

/** What somebody else has in charge from now on. */
export interface Handover {
  readonly kind: 'handover';
  readonly what: string;
  /** Terms of who has it now. */
  readonly to: ReadonlySet<string>;
}

/** A thing that came out of a state: an invoice that was paid. */
export interface Mending {
  readonly kind: 'mending';
  readonly what: string;
  /** Key of who says it. */
  readonly self: string;
  /** Terms that tell which one is meant. */
  readonly held: ReadonlySet<string>;
  /** Tells the states that are over. */
  readonly undone: RegExp;
}

/** A thing whose measure is another now. */
export interface NewMeasure {
  readonly kind: 'setting';
  readonly what: string;
  /** Key of who says it. */
  readonly self: string;
  /** Parts of the day or the week for which it holds; empty where it holds always. */
  readonly times: ReadonlySet<string>;
  readonly from?: Measure;
  readonly now: Measure;
}

/** A thing that is at another time now. */
export interface NewTime {
  readonly kind: 'moving';
  readonly what: string;
  /** Key of who says it. */
  readonly self: string;
  /** The days of the week, months and hours that it was moved to, in lower case. */
  readonly now: readonly string[];
}

/** A thing that is in another place now. */
export interface NewPlace {
  readonly kind: 'placing';
  readonly what: string;
  /** Key of who says it. */
  readonly self: string;
}

/** A number, and the stem of its unit if it has one. */
export interface Measure {
  readonly number: string;
  readonly unit: string;
}

/** A parsed text. */
export interface Statement {
  readonly clauses: readonly Clause[];
  readonly claims: readonly Claim[];
  readonly endings: readonly Ending[];
  /** The terms of a short text, in which one sentence goes on with what another speaks of. */
  readonly terms?: ReadonlySet<string>;
  /** Sentences without a verb, and their parts: "Walter's medication: ramipril 5 mg in the morning". */
  readonly fragments?: readonly string[];
  /** What heads the text, with its number: "Entry 12". */
  readonly label?: string;
}

/** The rules by which two statements are found to support or to contradict each other, in the order of trust. */
export const linkRules = ['slot', 'polarity', 'antonym', 'value', 'agreement'] as const;

/**
 * Why two statements are linked: another value of something single-valued, a negation, an
 * antonym, another number or date in an otherwise same sentence, or that they say the same.
 */
export type LinkRule = (typeof linkRules)[number];

/** How one statement stands to another. */
export interface Relation {
  readonly kind: 'supports' | 'contradicts';
  readonly rule: LinkRule;
  /** 0..1: how much of what the two sentences say is shared. */
  readonly similarity: number;
  /** One of the two happened once, which an exception does, too: it takes back nothing. */
  readonly once?: boolean;
  /** The words that decided it, of the one text and of the other. */
  readonly texts: readonly [string, string];
}

/** A relation of two clauses or claims, whose words are known. */
export type FoundRelation = Omit<Relation, 'texts'>;

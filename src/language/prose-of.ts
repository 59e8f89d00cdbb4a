/**
 * Memories as a few natural sentences within a budget of tokens: the text that surfaces before an
 * agent speaks. It decides the order and the length; the templates beside it decide the words. It
 * chooses no memories, and knows nothing of where they come from.
 */
import type { CountTokens } from '../domain/values.ts';
import {
  type Lead,
  type Passages,
  type PlainStatement,
  type ProseItem,
  type Scene,
  type Told,
  type ToldMemory,
  asClause,
  isSame,
  nameOf,
  passagesIn,
  secondForm,
} from './told.ts';
import { normaliseContent } from './fold.ts';
import { plainWords, small } from './sentences.ts';
import { tellFact, tellObservation } from './tell-memory.ts';
import { termsOf } from './words.ts';

/** For whom prose is made, and within which bounds. */
export interface ProseOptions {
  /** The name of the agent that reads it: what it said and thinks is told in the second person. */
  readonly reader: string;
  /** Dates are told as seen from here. */
  readonly now: Date;
  /** Of the whole text; 0 and more. */
  readonly maxTokens: number;
  readonly countTokens: CountTokens;
  /** What was just said: of a long memory the sentence is told that has most of its words. @default nothing */
  readonly message?: string;
  /** What the talk is of: where words do not tell, the sentence that names one of these. @default none */
  readonly names?: readonly string[];
}

/** A sentence, and the memories that it tells. */
export interface ProseSentence {
  readonly text: string;
  /** Ids; several where facts make one sentence, or say the same. */
  readonly memories: readonly string[];
}

/** Prose, as a whole and by sentences. */
export interface Prose {
  /** '' when nothing fits. */
  readonly text: string;
  readonly tokens: number;
  readonly sentences: readonly ProseSentence[];
}

/** Characters of a memory's own words at most; the next where a sentence does not fit into what is left of the budget. */
const [fullLength, ...shorterLengths] = [200, 110, 60] as const;

/** Tells memories, the first first; what does not fit into the budget is shortened, then left out. */
export function proseOf(items: readonly ProseItem[], options: ProseOptions): Prose {
  const { maxTokens, countTokens } = options;
  const sentences: ProseSentence[] = [];
  const wordings: Wording[] = [];
  let room = maxTokens;
  // No token crosses a space, so that sentences may be counted one by one.
  const takes = (sentence: ProseSentence): boolean => {
    const tokens = countTokens(sentence.text);
    if (tokens > room) return false;
    room -= tokens;
    sentences.push(sentence);
    wordings.push(wordingOf(sentence.text));
    return true;
  };
  const left = [...items];
  const bare = sceneOf(options);
  let before: Lead | undefined;
  for (let item = left.shift(); item !== undefined; item = left.shift()) {
    const content = wordingOf(item.content);
    const same = wordings.findIndex((wording) => saysTheSame(wording, content));
    if (same >= 0) {
      sentences.splice(same, 1, ...sentences.slice(same, same + 1).map((sentence) => withMemory(sentence, item.id)));
      continue;
    }
    const scene = before === undefined ? bare : { ...bare, before };
    const told = tell(item, scene);
    const pair = joinedWithNext(told, left, scene);
    if (pair !== undefined && takes({ text: pair.text, memories: [item.id, pair.next.id] })) {
      left.splice(left.indexOf(pair.next), 1);
      before = undefined;
      continue;
    }
    for (const { text, lead } of tellings(item, told, scene)) {
      if (!takes({ text: finished(text), memories: [item.id] })) continue;
      before = lead;
      break;
    }
  }
  const text = sentences.map((sentence) => sentence.text).join(' ');
  return { text, tokens: maxTokens - room, sentences };
}

function sceneOf({ reader, now, names = [], message = '' }: ProseOptions): Scene {
  const named = new Set(names.flatMap(termsOf));
  const terms = new Set(termsOf(message).filter((term) => !named.has(term)));
  const found = new Map<string, Passages>();
  const passages = (content: string): Passages => {
    const known = found.get(content) ?? passagesIn(plainWords(content), { names, terms });
    found.set(content, known);
    return known;
  };
  return { reader, now, passagesIn: passages, most: fullLength };
}

/** A memory as a sentence, as it is `told` first, then ever shorter. */
function* tellings(item: ProseItem, told: Told | undefined, scene: Scene): Generator<Told> {
  if (told !== undefined) yield told;
  for (const most of shorterLengths) {
    const shorter = tell(item, { ...scene, most });
    if (shorter !== undefined) yield shorter;
  }
  const relation = tellRelation(item, scene);
  if (relation !== undefined) yield relation;
}

interface Pair {
  readonly text: string;
  readonly next: ProseItem;
}

/** A statement with the first of the others that goes with it. */
function joinedWithNext(told: Told | undefined, others: readonly ProseItem[], scene: Scene): Pair | undefined {
  if (told?.statement === undefined) return undefined;
  for (const next of others) {
    const other = tell(next, scene);
    const text = other === undefined ? undefined : joinStatements(told, other);
    if (text !== undefined) return { text: finished(text), next };
  }
  return undefined;
}

function withMemory({ text, memories }: ProseSentence, id: string): ProseSentence {
  return { text, memories: [...memories, id] };
}

function finished(text: string): string {
  return /[.!?…。！？”]$/u.test(text) ? text : `${text}.`;
}

/** Longer statements stand alone, in characters. */
const shortStatement = 90;

/** One sentence without its full stop; undefined where the two have nothing in common or are too long for that. */
function joinStatements(one: Told, other: Told): string | undefined {
  if (one.statement === undefined || other.statement === undefined) return undefined;
  if (one.text.length > shortStatement || other.text.length > shortStatement || /[,;:…]/u.test(one.text))
    return undefined;
  // What says the same goes with it as one sentence.
  if (saysTheSame(wordingOf(one.text), wordingOf(other.text))) return undefined;
  const { subject, rest } = other.statement;
  if (one.statement.subject === subject) return `${one.text} and ${rest}`;
  const [first = '', second] = subject.split(' and ');
  const named = (name: string, text: string): boolean => ` ${text.replace(/['’]s\b|[.,]/g, '')} `.includes(` ${name} `);
  if (second !== undefined && named(first, one.text) && named(second, one.text)) return `${one.text}, and they ${rest}`;
  const isShared = named(subject, one.text) || named(one.statement.subject, other.text);
  return isShared ? `${one.text}, and ${other.text}` : undefined;
}

/** Terms that a sentence has beside those of what it tells, at most: who told it, and when. */
const termsBeside = 6;
const denial = /\b(?:not?|never|nobody|nothing|none|neither|nor|cannot|without)\b|n['’]t\b/gi;

/** What is compared of a text; it is worked out once for each. */
interface Wording {
  readonly normal: string;
  readonly terms: ReadonlySet<string>;
  readonly denials: number;
}

/** What is compared of a text. */
function wordingOf(text: string): Wording {
  return {
    normal: normaliseContent(text),
    terms: new Set(termsOf(text)),
    denials: text.match(denial)?.length ?? 0,
  };
}

/** Word for word, or by the same terms with as many denials: `I moved to Vienna`, told of Greta, says `Greta moved to Vienna`. */
function saysTheSame(sentence: Wording, content: Wording): boolean {
  if (content.normal !== '' && sentence.normal.includes(content.normal)) return true;
  const [told, terms] = [sentence.terms, content.terms];
  if (terms.size < 2 || told.size > terms.size + termsBeside) return false;
  return [...terms].every((term) => told.has(term)) && sentence.denials === content.denials;
}

// What one entity is to another, as a statement: the shortest that can be said of a memory that tells it.

type Relation = NonNullable<ProseItem['relations']>[number];

/** What a relation is told for. */
export interface RelationOptions {
  readonly reader: string;
  readonly content: string;
}

/** `sister of` is told as `Mark's sister`. */
const possessed = /^(?:(?:an?|the) )?(?!part|member|kind|type|instance|made|out)(\p{Ll}[\p{Ll}-]*) of$/u;
/** Of which the noun is somebody's. */
const owned = /\b(?:[Mm]y|[Oo]ur|an?)(?: \p{Ll}+)? (\p{Ll}+),?(?: named| called)? $/u;
/** What says what something is without a verb. */
const withoutVerb =
  /^(?:an?|part|member|married|engaged|located|based|created|made|written|owned|known|named|called|partner)\b/;

/** The statement, in the second person where it is about the reader; `content` is what tells it. */
function relationStatement(relation: Relation, { reader, content }: RelationOptions): PlainStatement {
  const { from, predicate, to } = relation;
  const noun = predicate === 'owns' ? ownedAs(to, content) : undefined;
  if (noun !== undefined)
    return relationStatement({ from: to, predicate: `${noun} of`, to: from }, { reader, content: '' });
  const isReader = isSame(from, reader);
  const object = isSame(to, reader) ? 'you' : nameOf(to);
  const [verb = '', ...others] = withVerb(predicate, object).split(' ');
  const form = isReader ? (secondForm(verb) ?? verb) : verb;
  return { subject: isReader ? 'You' : nameOf(from), rest: [form, ...others].join(' ') };
}

/** What follows the subject: `is part of the shop`, `lives in Seattle`, `is Mark's sister`. */
function withVerb(predicate: string, object: string): string {
  const noun = possessed.exec(predicate)?.[1];
  if (noun !== undefined) return `is ${object === 'you' ? 'your' : `${object}'s`} ${noun}`;
  if (/^(?:is )?an?$/.test(predicate)) return `is ${/^[aeiou]/i.test(object) ? 'an' : 'a'} ${object}`;
  if (predicate === 'member of') return `is a member of ${object}`;
  return `${withoutVerb.test(predicate) ? 'is ' : ''}${predicate} ${object}`;
}

/** What somebody calls what is his: the `cat` of `my cat Luna`. */
function ownedAs(name: string, content: string): string | undefined {
  const position = content.indexOf(name);
  return position < 0 ? undefined : owned.exec(content.slice(0, position))?.[1];
}

/** Three words and more before the first form of be: nobody's name. */
const longSubject = /^(?:.* that )?((?:\S+ ){2,}\S+)(?= (?:is|was|are|were|has|will)\b)/u;
/** Our own words at the beginning of a sentence, which need no capital inside another. */
const ownOpening = /^(?:You|It|An?|The|As|At|According|Somebody|Later)\b/;

/** The memory as a sentence; undefined where nothing can be said. */
function tell(item: ProseItem, scene: Scene): Told | undefined {
  const told = (isBriefSelf(item) ? tellRelation(item, scene) : undefined) ?? tellMemory(item, scene);
  if (told === undefined || item.contradictedBy === undefined) return told;
  const { before: _, ...alone } = scene;
  const against = tellMemory(item.contradictedBy, alone);
  return against === undefined ? told : { text: withContradiction(told.text, against, item.contradictedBy) };
}

/** What the relations of a memory say, where its own words do not fit. */
function tellRelation({ relations = [], content }: ProseItem, { reader }: Scene): Told | undefined {
  const [relation] = relations;
  if (relation === undefined) return undefined;
  const statement = relationStatement(relation, { reader, content });
  return { text: `${statement.subject} ${statement.rest}`, statement };
}

function tellMemory(memory: ToldMemory, scene: Scene): Told | undefined {
  return memory.type === 'fact' ? tellFact(memory, scene) : tellObservation(memory, scene);
}

/** `I live in Seattle.`: all that it says is the relation. */
function isBriefSelf({ type, content, relations = [] }: ProseItem): boolean {
  const [relation] = relations;
  if (type !== 'user_input' || relation === undefined || relations.length > 1 || !/\b(?:I|[Mm]y)\b/.test(content))
    return false;
  const { from, predicate, to } = relation;
  const [verb = ''] = predicate.split(' ', 1);
  const related = new Set(termsOf([from, predicate, secondForm(verb) ?? '', to].join(' ')));
  return !/[?？]/u.test(content) && termsOf(content).every((term) => related.has(term));
}

/** What is said against it; of a long subject that both have, `it` is said. */
function withContradiction(said: string, { text, statement }: Told, memory: ToldMemory): string {
  const names = memory.entities.map(({ name }) => name);
  const isStatement = memory.type === 'fact' && (statement !== undefined || !ownOpening.test(text));
  const clause = isStatement ? asClause(text, names) : undefined;
  const against = clause === undefined ? asInner(text, names) : `it was also said that ${clause}`;
  if (/[.!?…”]$/u.test(said)) return `${said} But ${against}`;
  const subject = longSubject.exec(said)?.[1];
  return `${said}, though ${subject === undefined ? against : against.replace(`${subject} `, 'it ')}`;
}

function asInner(text: string, names: readonly string[]): string {
  if (ownOpening.test(text)) return small(text);
  return asClause(text, names) ?? text;
}

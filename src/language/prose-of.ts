/**
 * Memories as a few natural sentences within a budget of tokens: the text that surfaces before an
 * agent speaks. It decides the order and the length; the templates beside it decide the words. It
 * chooses no memories, and knows nothing of where they come from.
 */
import { termsOf } from './terms.ts';
import type { CountTokens } from '../ambient/count-tokens.ts';
import { joinStatements } from './join-statements.ts';
import { type Passages, passagesIn } from './passage.ts';
import { plainWords } from './plain-words.ts';
import type { ProseItem } from '../ambient/prose-item.ts';
import { saysTheSame, type Wording, wordingOf } from './says-the-same.ts';
import { tell, tellRelation } from './tell.ts';
import type { Lead, Scene, Told } from './told.ts';

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
const lengths: readonly number[] = [200, 110, 60];

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
      sentences[same] = withMemory(sentences[same] as ProseSentence, item.id);
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
  return { reader, now, passagesIn: passages, most: lengths[0] as number };
}

/** A memory as a sentence, as it is `told` first, then ever shorter. */
function* tellings(item: ProseItem, told: Told | undefined, scene: Scene): Generator<Told> {
  if (told !== undefined) yield told;
  for (const most of lengths.slice(1)) {
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

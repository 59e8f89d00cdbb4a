/**
 * A session told in one paragraph within a budget of tokens: told at length where there is room, else
 * in fewer and shorter words, and what matters least goes first. What was said stands in quotation
 * marks, on one line: it is data, whatever it says.
 */
import type { CountTokens } from '../ambient/count-tokens.ts';
import { keyOf } from '../domain/ids.ts';
import { isoDay } from '../recall/memory-text.ts';
import { onOneLine, shorten } from '../language/shorten.ts';
import type { SessionInView } from './session-options.ts';

/** Something that was said, with its id. */
export interface SaidInSession {
  readonly id: string;
  readonly content: string;
}

/** A way that thinking could still take. */
export interface OpenFork extends SaidInSession {
  readonly branchId?: string;
  readonly reason?: string;
}

/** What a digest tells of. */
export interface DigestMaterial {
  readonly session: SessionInView;
  /** The current line of the last chain, from its root. */
  readonly line: readonly SaidInSession[];
  /** Whether that line said that it needs another thought; missing where it did not say. */
  readonly needsMore?: boolean | undefined;
  /** What was decided, oldest first. */
  readonly decisions: readonly SaidInSession[];
  readonly forks: readonly OpenFork[];
  /** Names that are spoken of, the most frequent first. */
  readonly names: readonly string[];
}

/** How much of each thing is told. */
interface Brevity {
  /** Characters to a saying. */
  readonly characters: number;
  readonly thoughts: number;
  readonly others: number;
  readonly names: number;
}

/** Characters of the goal that are told however little of the rest is. */
const leastOfGoal = 120;

/** From the most to the least; steps small enough that most of a budget is used. */
const brevities: readonly Brevity[] = [
  { characters: 400, thoughts: 8, others: 5, names: 10 },
  { characters: 240, thoughts: 6, others: 4, names: 8 },
  { characters: 160, thoughts: 4, others: 3, names: 6 },
  { characters: 120, thoughts: 3, others: 2, names: 6 },
  { characters: 90, thoughts: 2, others: 2, names: 5 },
  { characters: 70, thoughts: 2, others: 1, names: 4 },
  { characters: 50, thoughts: 1, others: 1, names: 3 },
  { characters: 30, thoughts: 1, others: 1, names: 2 },
];

/** The paragraph, of at most `maxTokens`. */
export function digestText(material: DigestMaterial, maxTokens: number, countTokens: CountTokens): string {
  let sentences: readonly string[] = [];
  for (const brevity of brevities) {
    sentences = sentencesOf(material, brevity);
    const text = sentences.join(' ');
    if (countTokens(text) <= maxTokens) return text;
  }
  for (let count = sentences.length; count > 0; count--) {
    const text = sentences.slice(0, count).join(' ');
    if (countTokens(text) <= maxTokens) return text;
  }
  return cut(sentences[0] ?? '', maxTokens, countTokens);
}

/** The beginning of a text that fits. */
function cut(text: string, maxTokens: number, countTokens: CountTokens): string {
  for (let most = text.length; most > 0; most = Math.floor(most * 0.8)) {
    const kept = shorten(text, most);
    if (countTokens(kept) <= maxTokens) return kept;
  }
  return '';
}

function sentencesOf(material: DigestMaterial, brevity: Brevity): readonly string[] {
  const { session, line, decisions, forks, names } = material;
  const told = line.slice(-brevity.thoughts);
  const isTold = new Set(told.map(({ id }) => id));
  const said = (sayings: readonly SaidInSession[]): readonly string[] =>
    sayings.map(({ content }) => quoted(content, brevity));
  const decided = decisions.filter(({ id }) => !isTold.has(id)).slice(-brevity.others);
  return [
    headOf(session, brevity),
    ...sentence(lineHead(line.length, told.length), said(told), ', then '),
    ...(told.length === 0 ? [] : endOf(material.needsMore)),
    ...sentence('Decided:', said(decided), '; '),
    ...sentence(
      'Left open:',
      forks.slice(-brevity.others).map((fork) => forkOf(fork, brevity)),
      '; ',
    ),
    ...sentence('It speaks of', namesTold(names, brevity), ''),
  ];
}

function namesTold(names: readonly string[], brevity: Brevity): readonly string[] {
  const told = names.slice(0, brevity.names).map((name) => shorten(onOneLine(name), 60));
  return told.length === 0 ? [] : [new Intl.ListFormat('en-GB').format(told)];
}

function headOf(
  { id, goal, status, planStatus, startedAt, memories, thoughts }: SessionInView,
  brevity: Brevity,
): string {
  const what =
    goal === undefined
      ? `Session ${shorten(onOneLine(keyOf(id)), 40)}`
      : `A session for ${quoted(goal, { characters: Math.max(brevity.characters, leastOfGoal) })}`;
  const plan = planStatus.replace('_', ' ');
  const counted = `${memories} ${memories === 1 ? 'memory' : 'memories'}, ${thoughts} of them ${thoughts === 1 ? 'a thought' : 'thoughts'}`;
  return `${what}, ${plan} and ${status}, begun on ${isoDay(startedAt)}, with ${counted}.`;
}

function lineHead(all: number, told: number): string {
  return all === told ? 'The current line of thought:' : `The current line of ${all} thoughts ends with`;
}

function endOf(needsMore: boolean | undefined): readonly string[] {
  if (needsMore === undefined) return [];
  return [needsMore ? 'Another thought is needed.' : 'No other thought is needed.'];
}

function forkOf({ content, branchId, reason }: OpenFork, brevity: Brevity): string {
  const where = branchId === undefined ? '' : ` on ${shorten(onOneLine(branchId), 40)}`;
  const why = reason === undefined ? '' : `, because ${quoted(reason, brevity)}`;
  return `${quoted(content, brevity)}${where}${why}`;
}

function sentence(head: string, parts: readonly string[], between: string): readonly string[] {
  return parts.length === 0 ? [] : [`${head} ${parts.join(between)}.`];
}

function quoted(text: string, { characters }: Pick<Brevity, 'characters'>): string {
  return `"${shorten(onOneLine(text).replaceAll('"', "'"), characters)}"`;
}

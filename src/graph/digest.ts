/**
 * `digest`: a session in one paragraph, without a language model: first what there is to tell in a perspective, then
 * how it is told. `resume` goes on with a session and answers its digest.
 */
import { type CountTokens, groupBy, idIn, inList, keyOf, present } from '../domain/values.ts';
import { tokenCounter } from '../embed/count-tokens.ts';
import { NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import type { Perspective } from '../domain/belief.ts';
import type { Memory, Mention } from '../domain/records.ts';
import { knowledgeTypeOf } from '../language/knowledge.ts';
import { onOneLine, shorten } from '../language/sentences.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { isoDay } from '../recall/memory-text.ts';
import type { RecallParts } from '../recall/recall.ts';
import { changeSession, sessionHint } from '../remember/sessions.ts';
import type { Writer } from '../remember/writer.ts';
import { navigate } from './navigate.ts';
import type { ReasoningChain } from './reasoning-chain.ts';
import {
  type DigestOptions,
  type ResumeOptions,
  type ResumedSession,
  type SessionDigest,
  type SessionInView,
  defaultDigestTokens,
  digestSchema,
  resumeSchema,
} from './session-options.ts';
import { type SeenSession, seenSession, seenSessions, shownSession } from './sessions.ts';

/** The last memories of a session that are read for what was decided and who is spoken of. */
const maxRead = 200;

/** What a digest is made with. */
interface DigestBudget {
  readonly maxTokens?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tells a session in one paragraph.
 *
 * @throws {NotFoundError} when the session is not in view.
 */
export async function digest(
  parts: RecallParts,
  perspective: Perspective,
  options: DigestOptions,
): Promise<SessionDigest> {
  const { session, ...budget } = checked('digest', digestSchema, options);
  throwIfCancelled('digest', budget.signal);
  await parts.follow();
  const seen = await seenSession(parts, perspective, 'digest', idIn('session', session));
  return digestOf(parts, perspective, seen, budget);
}

async function digestOf(
  parts: RecallParts,
  perspective: Perspective,
  session: SeenSession,
  { maxTokens = defaultDigestTokens, signal }: DigestBudget,
): Promise<SessionDigest> {
  throwIfCancelled('digest', signal);
  const { index, ledger } = parts;
  const ids = session.rows.slice(-maxRead).map((row) => index.memories.idOf(row));
  const last = session.rows.findLast((row) => index.thoughts.get(row)?.number !== undefined);
  const chain = last === undefined ? undefined : await navigate(parts, perspective, { id: index.memories.idOf(last) });
  const [memories, { mentions }] = await Promise.all([ledger.memories(ids), ledger.edges(ids)]);
  const countTokens = await tokenCounter();
  const material = { session, ...toldOf(index, chain, memories), names: namesOf(mentions) };
  const text = digestText(material, maxTokens, countTokens);
  return { session: session.id, text, tokens: countTokens(text) };
}

/** What a chain, and what was said beside it, give to tell. */
function toldOf(
  index: RecallIndex,
  chain: ReasoningChain | undefined,
  memories: readonly Memory[],
): Omit<DigestMaterial, 'session' | 'names'> {
  const thoughts = new Map(chain?.thoughts.map((thought) => [thought.id, thought]));
  const isLeft = ({ id }: Memory): boolean => thoughts.get(id)?.isCurrent === false;
  return {
    line: chain?.current.flatMap((id) => thoughts.get(id) ?? []) ?? [],
    needsMore: chain?.end.nextThoughtNeeded,
    decisions: memories.filter((memory) => isDecision(memory) && !isLeft(memory)),
    forks: chain === undefined ? [] : openForks(index, chain),
  };
}

function isDecision({ content, knowledgeType }: Memory): boolean {
  if (knowledgeType !== undefined) return knowledgeType === 'decision';
  return !content.trimEnd().endsWith('?') && knowledgeTypeOf(content, 'world.fact') === 'decision';
}

/** Ways beside the current line that nobody revised and that did not say that they are at their end. */
function openForks({ memories, thoughts }: RecallIndex, chain: ReasoningChain): readonly OpenFork[] {
  const contents = new Map(chain.thoughts.map(({ id, content }) => [id, content]));
  return chain.forks
    .flatMap(({ alternatives }) => alternatives)
    .filter(({ fate, last }) => {
      const isBeside = fate === 'continued' || fate === 'ended';
      return isBeside && thoughts.get(memories.row(last))?.isLast !== true;
    })
    .map(({ last, branchId, reason }) => present({ id: last, content: contents.get(last) ?? '', branchId, reason }));
}

/** Each entity by the name that was used last, the most frequent first. */
function namesOf(mentions: readonly Mention[]): readonly string[] {
  return [...groupBy(mentions, ({ entity }) => entity).values()]
    .map((told) => ({ times: told.length, name: told.at(-1)?.surfaces[0] ?? '' }))
    .filter(({ name }) => name !== '')
    .sort((one, other) => other.times - one.times || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
}

// A session told in one paragraph within a budget of tokens: told at length where there is room, else in fewer and
// shorter words, and what matters least goes first. What was said stands in quotation marks, on one line: it is data,
// whatever it says.

/** Something that was said, with its id. */
export interface SaidInSession {
  readonly id: string;
  readonly content: string;
}

/** A way that thinking could still take. */
interface OpenFork extends SaidInSession {
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

interface Brevity {
  /** Characters to a saying. */
  readonly characters: number;
  readonly thoughts: number;
  readonly others: number;
  readonly names: number;
}

/** Characters of the goal that are told however little of the rest is. */
const minGoalCharacters = 120;

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
  return told.length === 0 ? [] : [inList(told)];
}

function headOf(
  { id, goal, status, planStatus, startedAt, memories, thoughts }: SessionInView,
  brevity: Brevity,
): string {
  const what =
    goal === undefined
      ? `Session ${shorten(onOneLine(keyOf(id)), 40)}`
      : `A session for ${quoted(goal, { characters: Math.max(brevity.characters, minGoalCharacters) })}`;
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

/**
 * Goes on with a session: opens it again where it was closed, and tells where it stood.
 *
 * @throws {NotFoundError} when it is not in view, or none is named and none of its own or shared is open.
 */
export async function resume(
  writer: Writer,
  parts: RecallParts,
  perspective: Perspective,
  options: ResumeOptions,
): Promise<ResumedSession> {
  const { id, ...budget } = checked('resume', resumeSchema, options);
  throwIfCancelled('resume', budget.signal);
  await parts.follow();
  const find = (session: string): Promise<SeenSession> => seenSession(parts, perspective, 'resume', session);
  const before = id === undefined ? await lastOpen(parts, perspective) : await find(idIn('session', id));
  const reopened = before.isOwn && before.status === 'closed';
  if (reopened) await changeSession(writer, perspective, { id: before.id, status: 'open' });
  const session = reopened ? await find(before.id) : before;
  const digest = await digestOf(parts, perspective, session, budget);
  return { session: shownSession(session), reopened, digest };
}

async function lastOpen(parts: RecallParts, perspective: Perspective): Promise<SeenSession> {
  const found = (await seenSessions(parts, perspective)).find(({ isOwn, status }) => isOwn && status === 'open');
  if (found !== undefined) return found;
  throw new NotFoundError(
    'NOT_FOUND',
    `resume: "id" is required where no session of ${perspective.agent}'s is open; name one that sessions lists, or open one with session.`,
    { hint: sessionHint },
  );
}

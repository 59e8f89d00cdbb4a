/**
 * Reads a message together with memories, by the model of the embedder. What came up by its words and has nothing to do with
 * the message goes; what bears on it without its words comes; and what a later memory has ended gives way to that one. Only
 * what the agent was told is read, no talk between people.
 */
import { CancelledError } from '../domain/errors.ts';
import { embedQueries } from '../embed/check-vectors.ts';
import { weekdayName } from '../language/dates.ts';
import { plainSpelling } from '../language/plain-spelling.ts';
import { hydrateIds } from '../recall/constellation.ts';
import { answerFloor } from '../recall/defaults.ts';
import { type Reading, opponentsOf, readingOf } from '../recall/reading.ts';
import { type RecallParts, readsLanguage } from '../recall/recall.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import { firstOf, lacksMany, nearestRows } from '../recall/semantic-scores.ts';
import { isOfPeople } from '../recall/said-around.ts';
import type { View } from '../recall/view.ts';
import { requestIn } from './bearing.ts';
import {
  leastNear,
  longestMessageRead,
  longestReading,
  maxCameRead,
  maxEndRead,
  maxNearRead,
  maxQuestions,
  readToCome,
  readToStay,
} from './defaults.ts';
import { messageSeed, triggerSeed } from './seeds.ts';
import type { WalkNode } from './walk.ts';

/** What a message is read with. */
type Reader = Pick<RecallParts, 'ledger' | 'embedder'>;

/** A message, and the memories that came up for it by row. */
export interface MessageToRead {
  readonly message: string;
  readonly nodes: ReadonlyMap<number, WalkNode>;
  /** How long it may be read, in milliseconds. */
  readonly readWithinMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The memories that a message may bring up, by row, and the ids of those that later ones have ended. */
export interface AfterReading {
  readonly nodes: ReadonlyMap<number, WalkNode>;
  readonly ended: ReadonlySet<string>;
}

/** A memory that was read with a message, and the log-odds that it bears on it. */
interface Read {
  readonly row: number;
  readonly memory: RecalledMemory;
  readonly logOdds: number;
}

/**
 * The memories that are left when the message is read with them, and those that come by it; as they came up where nothing
 * reads, or where that takes too long.
 *
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when the embedder fails
 */
export async function readWith(
  reader: Reader,
  view: View,
  { message, nodes, readWithinMs = longestReading, signal }: MessageToRead,
): Promise<AfterReading> {
  let soFar: AfterReading = { nodes, ended: new Set() };
  const { embedder } = reader;
  const { vectors } = view.index;
  const mayRead = message.length <= longestMessageRead && vectors.count > 0 && !lacksMany(view.index, vectors);
  if (embedder.answers === undefined || !mayRead || readWithinMs === 0 || !readsLanguage(embedder, message))
    return soFar;
  const timeUp = AbortSignal.timeout(readWithinMs);
  const either = signal === undefined ? timeUp : AbortSignal.any([signal, timeUp]);
  try {
    const [asked] = await embedQueries('ambient', embedder, [message], either);
    if (asked === undefined) return soFar;
    const query = { text: message, vector: asked.vector, sifting: { floor: answerFloor, keepsContext: false } };
    const reading = readingOf(reader, { query, view }, { operation: 'ambient', signal: either });
    if (reading === undefined) return soFar;
    const read = await readBeside(reader, view, { nodes, reading, vector: asked.vector });
    const left = withRead(nodes, read, staying(message));
    soFar = { ...soFar, nodes: left };
    const leading = read
      .filter(({ row, logOdds }) => logOdds >= readToCome && left.has(row))
      .sort((one, other) => other.logOdds - one.logOdds)
      .slice(0, maxEndRead)
      .map(({ memory }) => memory);
    if (leading.length === 0) return soFar;
    return await asTheyAreNow(reader, view, { nodes: left, leading, reading, vector: asked.vector });
  } catch (error) {
    if (error instanceof CancelledError && signal?.aborted !== true) return soFar;
    throw error;
  }
}

/** What a message came to, and what reads it. */
interface UnderWay extends Pick<MessageToRead, 'nodes'> {
  readonly reading: Reading;
  /** Of the message. */
  readonly vector: Float32Array;
}

/** The memories that came up, and those nearest to the message, as they are read with it. */
async function readBeside(
  { ledger }: Reader,
  view: View,
  { nodes, reading, vector }: UnderWay,
): Promise<readonly Read[]> {
  const { memories } = view.index;
  const tells = (row: number): boolean => memories.questionShare.get(row) <= maxQuestions && isOfPeople(view, row);
  const near = nearestRows(view, vector, { least: leastNear, limit: 2 * maxNearRead, mayBe: () => true });
  const came = [...nodes.values()].sort((one, other) => other.closeness - one.closeness);
  const rows = [...firstOf(near, tells, maxNearRead), ...firstOf(came, tells, maxCameRead)];
  const ids = [...new Set(rows)].map((row) => memories.idOf(row));
  const found = (await hydrateIds(ledger, view, ids)).filter(({ superseded }) => superseded === undefined);
  // Where one person says all of it, it is the one who writes the message, and needs no name.
  const isOfOne = new Set(found.map(({ speaker }) => speaker)).size === 1;
  const logOdds = await reading.logOddsOf(isOfOne ? found.map(({ speaker: _speaker, ...said }) => said) : found);
  return found.map((memory, at) => ({ row: memories.row(memory.id), memory, logOdds: logOdds[at]! }));
}

/** Names a day that is ahead, or today: "How is the weather tomorrow?" asks for where one lives. */
const ofOnesDays = new RegExp(
  `\\b(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week(?:end)?)|${weekdayName})\\b`,
  'iu',
);

/** What tells of memories that came up by words whether they stay, whatever a reading finds: all for an order, and a rule for a day. */
function staying(message: string): (node: WalkNode) => boolean {
  if (requestIn(plainSpelling(message)).isOrder) return () => true;
  const isOfDay = ofOnesDays.test(message);
  return ({ by }) => isOfDay && (by === 'called-for' || by === 'bearing');
}

/** What came up, without what has nothing to do with the message and with what bears on it. */
function withRead(
  nodes: ReadonlyMap<number, WalkNode>,
  read: readonly Read[],
  stays: (node: WalkNode) => boolean,
): ReadonlyMap<number, WalkNode> {
  const left = new Map(nodes);
  const best = Math.max(...read.map(({ logOdds }) => logOdds));
  for (const { row, logOdds } of read) {
    const node = nodes.get(row);
    const closeness = Math.max(1 / (1 + Math.exp(-logOdds)), node?.closeness ?? 0);
    if (logOdds >= readToCome) left.set(row, { row, seed: messageSeed, by: 'read', ...node, closeness });
    else if (node !== undefined && logOdds < leastToStay(node, best) && !stays(node)) left.delete(row);
  }
  return left;
}

/** What a memory that came up by words must be read as at least, to stay. */
function leastToStay({ seed }: WalkNode, best: number): number {
  const isNamed = seed.text !== messageSeed.text && seed.text !== triggerSeed && seed.isThing !== true;
  if (!isNamed) return readToStay.unnamed;
  return best >= readToCome ? readToStay.besideOther : readToStay.named;
}

/** What bears most on the message, with the later memory in the place of each that it has ended. */
async function asTheyAreNow(
  { embedder, ledger }: Reader,
  view: View,
  { nodes, leading, reading, vector }: UnderWay & { readonly leading: readonly RecalledMemory[] },
): Promise<AfterReading> {
  const answer = leading.map((memory): RecalledMemory => ({ ...memory, role: 'primary' }));
  const ids = answer.map(({ id }) => id);
  const against = await hydrateIds(ledger, view, opponentsOf(embedder, view, { vector }, ids, ids.length));
  const beside = against.map((memory): RecalledMemory => ({ ...memory, role: 'supporting' }));
  const ends = await reading.endsAmong(answer, beside);
  const ended = new Set<string>();
  if (ends === undefined) return { nodes, ended };
  const now = new Map(nodes);
  const all = [...answer, ...beside];
  for (const memory of all) {
    const [last] = all
      .filter((other) => ends(other, memory))
      .sort((one, other) => other.occurredAt.getTime() - one.occurredAt.getTime());
    if (last === undefined) continue;
    ended.add(memory.id);
    const row = view.index.memories.row(memory.id);
    const node = now.get(row);
    if (node === undefined) continue;
    now.delete(row);
    const place = view.index.memories.row(last.id);
    now.set(place, { ...node, by: 'changed', ...now.get(place), row: place });
  }
  return { nodes: now, ended };
}

/**
 * What a cross-encoder says of the first memories of a ranking: it reads the question together with each of them and with
 * what was said right before. Each has its place between the least and the best of them, 0..1.
 */
import { MadeleineError, UnavailableError, UnsupportedError, throwIfCancelled } from '../domain/errors.ts';
import type { Memory } from '../domain/records.ts';
import { present } from '../domain/values.ts';
import type { Embedder, Passage } from '../embed/embedder.ts';
import type { Ledger } from '../store/ledger.ts';
import { evidencedMemories } from './defaults.ts';
import { rank, type RankQuery } from './rank.ts';
import { turnsFrom } from './said-around.ts';
import { seen } from './believer-view.ts';
import type { View } from './view.ts';

/** What evidence is looked for in. */
export interface EvidenceParts {
  readonly embedder: Embedder;
  readonly ledger: Ledger;
}

/** Turns before a memory that are read with it. */
const turnsBefore = 2;

/**
 * The query with the evidence of the first memories, by their ids; as it is for a profile that doesn't weigh evidence, and
 * where the meaning of the query counts for nothing.
 *
 * @throws {UnsupportedError} UNSUPPORTED for an embedder that judges no passages
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when it fails
 */
export async function withEvidence(
  { embedder, ledger }: EvidenceParts,
  view: View,
  query: RankQuery,
  { operation, signal }: { readonly operation: string; readonly signal: AbortSignal | undefined },
): Promise<RankQuery> {
  if ((query.profile.weights.evidence ?? 0) === 0) return query;
  if (embedder.judge === undefined)
    throw new UnsupportedError(
      'UNSUPPORTED',
      `${operation}: "evidence" has a weight in the profile "${query.profile.name}", and the embedder "${embedder.model}" judges no passages; choose another profile, or the embedder "minilm".`,
    );
  if (query.vector === undefined) return query;
  const { tilt: _tilt, opponentsOf: _opponentsOf, sifting: _sifting, ...plain } = query;
  const { hits } = rank(view, { ...plain, limit: evidencedMemories, offset: 0 });
  const ids = hits.map(({ id }) => id);
  const passages = await passagesOf(ledger, view, ids);
  throwIfCancelled(operation, signal);
  try {
    const scores = await embedder.judge(query.text, passages, present({ signal }));
    if (scores.length !== ids.length || !scores.every(Number.isFinite))
      throw new Error(`"judge" must answer a finite number for each of ${ids.length} passages`);
    return { ...query, evidence: new Map(ids.map((id, at) => [id, shareOf(scores, at)])) };
  } catch (cause) {
    throwIfCancelled(operation, signal);
    if (cause instanceof MadeleineError) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    const message = `${operation}: the embedder "${embedder.model}" failed (${said}); choose another profile.`;
    throw new UnavailableError('EMBEDDER_UNAVAILABLE', message, { cause });
  }
}

/** Where one of some scores lies between the least and the best of them; 0 where all are alike. */
function shareOf(scores: Float32Array, at: number): number {
  const [least, best] = [Math.min(...scores), Math.max(...scores)];
  return best === least ? 0 : (scores[at]! - least) / (best - least);
}

/** What some memories say, each with the turns before it that are in view. */
async function passagesOf(ledger: Ledger, view: View, ids: readonly string[]): Promise<readonly Passage[]> {
  const before = ids.map((id) => saidBefore(view, id));
  const memories = await ledger.memories([...new Set([...ids, ...before.flat()])]);
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const saidIn = (id: string): readonly Passage[] => [byId.get(id)].flatMap((one) => one ?? []).map(saidOf);
  return ids.map((id, at) => ({ ...(saidIn(id)[0] ?? { text: '' }), before: (before[at] ?? []).flatMap(saidIn) }));
}

function saidOf(memory: Memory): Passage {
  return { text: memory.content, ...('speaker' in memory ? present({ speaker: memory.speaker }) : {}) };
}

/** The memories right before one in its session, the last first. */
function saidBefore({ byBeliever, index: { memories } }: View, id: string): readonly string[] {
  const row = memories.row(id);
  for (const { believer, states } of byBeliever) {
    const document = believer.document(row);
    if (document < 0 || states[document] === seen.not) continue;
    return turnsFrom(document, turnsBefore, (at) => believer.timelines.previous.get(at))
      .filter((turn) => states[turn] !== seen.not)
      .map((turn) => memories.ids[believer.rowOf.get(turn)]!);
  }
  return [];
}

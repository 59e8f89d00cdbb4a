/**
 * What a cross-encoder says for `thorough`: how well the first memories of a ranking, each with what was said right before,
 * hold evidence beside the others, 0..1.
 */
import { UnsupportedError, throwIfCancelled } from '../domain/errors.ts';
import type { Memory } from '../domain/records.ts';
import { present } from '../domain/values.ts';
import { askEmbedder } from '../embed/check-vectors.ts';
import type { Embedder, Passage } from '../embed/embedder.ts';
import type { Ledger } from '../store/ledger.ts';
import { evidencedMemories } from './defaults.ts';
import { rank, type RankQuery } from './rank.ts';
import type { RecalledMemory } from './recall-options.ts';
import { saidBefore } from './said-around.ts';
import type { View } from './view.ts';

/** What evidence is looked for in. */
export interface EvidenceParts {
  readonly embedder: Embedder;
  readonly ledger: Ledger;
}

/** Who asks, and how it is given up. */
export interface ReadingCall {
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
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
  { operation, signal }: ReadingCall,
): Promise<RankQuery> {
  if ((query.profile.weights.evidence ?? 0) === 0) return query;
  const { judge } = embedder;
  if (judge === undefined)
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
  const scores = await scoresOf({ embedder, operation, signal }, { name: 'judge', count: ids.length }, () =>
    judge.call(embedder, query.text, passages, present({ signal })),
  );
  const [least, best] = [Math.min(...scores), Math.max(...scores)];
  // All alike tell nothing.
  const shareOf = (score: number): number => (best === least ? 0 : (score - least) / (best - least));
  return { ...query, evidence: new Map(ids.map((id, at) => [id, shareOf(scores[at]!)])) };
}

/** What a method of the embedder says of some texts: a finite number each. */
export function scoresOf(
  { embedder, operation, signal }: ReadingCall & { readonly embedder: Embedder },
  { name, count }: { readonly name: string; readonly count: number },
  judge: () => Promise<Float32Array>,
): Promise<Float32Array> {
  return askEmbedder(operation, embedder, { signal, remedy: 'choose another profile' }, async () => {
    const scores = await judge();
    if (scores.length !== count || !scores.every(Number.isFinite))
      throw new Error(`"${name}" must answer a finite number for each of ${count} texts`);
    return scores;
  });
}

/** What some memories say, each with the turns before it that are in view. */
async function passagesOf(ledger: Ledger, view: View, ids: readonly string[]): Promise<readonly Passage[]> {
  const before = ids.map((id) => saidBefore(view, id, turnsBefore));
  const memories = await ledger.memories([...new Set([...ids, ...before.flat()])]);
  const said = new Map(memories.map((memory) => [memory.id, saidOf(memory)]));
  return ids.map((id, at) => ({
    text: '',
    ...said.get(id),
    before: before[at]!.flatMap((one) => said.get(one) ?? []),
  }));
}

/** What a memory says, and who says it. */
export function saidOf(memory: Memory | RecalledMemory): Passage {
  return { text: memory.content, ...('speaker' in memory ? present({ speaker: memory.speaker }) : {}) };
}

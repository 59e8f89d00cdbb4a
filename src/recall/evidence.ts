/**
 * What a cross-encoder says of the first memories of a ranking: it reads the question together with each of them and with
 * what was said right before. Each has its place between the least and the best of them, 0..1.
 */
import { UnsupportedError, throwIfCancelled } from '../domain/errors.ts';
import type { Memory } from '../domain/records.ts';
import { present } from '../domain/values.ts';
import { askEmbedder } from '../embed/check-vectors.ts';
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
  const scores = await askEmbedder(operation, embedder, { signal, remedy: 'choose another profile' }, async () => {
    const judged = await judge.call(embedder, query.text, passages, present({ signal }));
    if (judged.length !== ids.length || !judged.every(Number.isFinite))
      throw new Error(`"judge" must answer a finite number for each of ${ids.length} passages`);
    return judged;
  });
  const [least, best] = [Math.min(...scores), Math.max(...scores)];
  // All alike tell nothing.
  const shareOf = (score: number): number => (best === least ? 0 : (score - least) / (best - least));
  return { ...query, evidence: new Map(ids.map((id, at) => [id, shareOf(scores[at]!)])) };
}

/** What some memories say, each with the turns before it that are in view. */
async function passagesOf(ledger: Ledger, view: View, ids: readonly string[]): Promise<readonly Passage[]> {
  const before = ids.map((id) => saidBefore(view, id));
  const memories = await ledger.memories([...new Set([...ids, ...before.flat()])]);
  const said = new Map(memories.map((memory) => [memory.id, saidOf(memory)]));
  return ids.map((id, at) => ({
    text: '',
    ...said.get(id),
    before: before[at]!.flatMap((one) => said.get(one) ?? []),
  }));
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

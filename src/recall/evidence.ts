/**
 * What the reader of a question and a memory is given, and what it says for `thorough`: how well the first memories of a
 * ranking, each with what was said right before, answer beside the others, 0..1.
 */
import { UnsupportedError, throwIfCancelled } from '../domain/errors.ts';
import type { Memory } from '../domain/records.ts';
import { present } from '../domain/values.ts';
import { askEmbedder } from '../embed/check-vectors.ts';
import type { Embedder, Passage } from '../embed/embedder.ts';
import { plainWords } from '../language/sentences.ts';
import { passageOf, passagesIn } from '../language/told.ts';
import { termsOf } from '../language/words.ts';
import type { Ledger } from '../store/ledger.ts';
import { evidencedMemories, longestPart, longestWhole } from './defaults.ts';
import { rank, type RankQuery } from './rank.ts';
import type { RecalledMemory } from './recall-options.ts';
import { isOfPeople, turnBeside } from './said-around.ts';
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

/**
 * The query with the evidence of the first memories, by their ids; as it is for a profile that doesn't weigh evidence, and
 * where the meaning of the query counts for nothing.
 *
 * @throws {UnsupportedError} UNSUPPORTED for an embedder that reads no passages
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when it fails
 */
export async function withEvidence(
  { embedder, ledger }: EvidenceParts,
  view: View,
  query: RankQuery,
  { operation, signal }: ReadingCall,
): Promise<RankQuery> {
  if ((query.profile.weights.evidence ?? 0) === 0) return query;
  const { answers } = embedder;
  if (answers === undefined)
    throw new UnsupportedError(
      'UNSUPPORTED',
      `${operation}: "evidence" has a weight in the profile "${query.profile.name}", and the embedder "${embedder.model}" reads no passages; choose another profile, or the embedder "minilm".`,
    );
  if (query.vector === undefined) return query;
  const { tilt: _tilt, opponentsOf: _opponentsOf, sifting: _sifting, ...plain } = query;
  const { hits } = rank(view, { ...plain, limit: evidencedMemories, offset: 0 });
  const ids = hits.map(({ id }) => id);
  const said = await passagesOf(ledger, view, await ledger.memories(ids));
  const passages = ids.map((id) => said.get(id) ?? { text: '' });
  throwIfCancelled(operation, signal);
  const scores = await scoresOf({ embedder, operation, signal }, { name: 'answers', count: ids.length }, () =>
    answers.call(embedder, query.text, passages, present({ signal })),
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
  read: () => Promise<Float32Array>,
): Promise<Float32Array> {
  return askEmbedder(operation, embedder, { signal, remedy: 'choose another profile' }, async () => {
    const scores = await read();
    if (scores.length !== count || !scores.every(Number.isFinite))
      throw new Error(`"${name}" must answer a finite number for each of ${count} texts`);
    return scores;
  });
}

/** What some memories say, by their ids, each with the turn before it as far as that is in view. */
async function passagesOf(
  ledger: Ledger,
  view: View,
  memories: readonly (Memory | RecalledMemory)[],
): Promise<ReadonlyMap<string, Passage>> {
  const before = new Map(memories.map(({ id }) => [id, turnBeside(view, id, 'previous')]));
  const turns = await ledger.memories([...new Set([...before.values()].filter((id) => id !== undefined))]);
  const said = new Map(turns.map((turn) => [turn.id, saidOf(turn)]));
  return new Map(
    memories.map((memory) => {
      const turn = said.get(before.get(memory.id) ?? '');
      return [memory.id, { ...saidOf(memory), before: turn === undefined ? [] : [turn] }];
    }),
  );
}

/**
 * What memories say, as it is read with a question alone: of a long one the sentences that have most of the question's words;
 * a turn in a talk goes with the turn before it.
 */
export async function readFor(
  ledger: Ledger,
  view: View,
  question: string,
  memories: readonly RecalledMemory[],
): Promise<readonly Passage[]> {
  const turns = memories.filter(({ id }) => !isOfPeople(view, view.index.memories.row(id)));
  const inTalk = await passagesOf(ledger, view, turns);
  const sought = { names: [], terms: new Set(termsOf(question)) };
  return memories.map((memory) => {
    const said = inTalk.get(memory.id) ?? saidOf(memory);
    const isLong = said.text.length > longestWhole;
    return isLong ? { ...said, text: passageOf(passagesIn(plainWords(said.text), sought), longestPart) } : said;
  });
}

/** What a memory says, and who says it. */
function saidOf(memory: Memory | RecalledMemory): Passage {
  return { text: memory.content, ...('speaker' in memory ? present({ speaker: memory.speaker }) : {}) };
}

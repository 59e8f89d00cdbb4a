/**
 * The step that turns what was observed into what is known: claims that are read out of
 * observations become facts that are DERIVED_FROM them, and the observations are marked as read in
 * the same transaction. It decides who may be made to believe what, with any extractor:
 *
 *   - `system` only what the user said, an agent only what it has recorded itself;
 *   - nothing is trusted further than its sources;
 *   - what an agent says that it could have recalled is no news, and is not believed once more;
 *   - what was withdrawn or corrected after it had been said stays so.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import { type Belief, type Observation, systemAgent } from '../domain/records.ts';
import { rulesExtractor } from '../language/extract-by-rules.ts';
import { type ClaimedFact, type Voice, voiceOf } from '../language/voice.ts';
import { embedTexts } from '../embed/check-vectors.ts';
import { prepareFact } from '../remember/believe.ts';
import type { CheckedBelief } from '../remember/believe-options.ts';
import { FactBatch, type PreparedFact } from '../remember/fact-batch.ts';
import { promotedBySleep } from '../remember/past-sleeps.ts';
import type { Writer } from '../remember/writer.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import { type SleepBatch, type SleepStep, type SleepWork, makeStep } from './sleep-step.ts';

/** Reads observations that no sleep has read yet. */
export const promote: SleepStep = makeStep<string>({ name: 'promote', batchSize: 50, find: unread, handle });

/** What a claim would have somebody believe. */
interface Candidate {
  readonly claim: ClaimedFact;
  /** Who recorded all of its sources. */
  readonly agent: string;
  /** In the order in which they were said. */
  readonly sources: readonly Observation[];
  /** Whether an agent said it, and not the user. */
  readonly byAgent: boolean;
}

async function unread({ writer }: SleepWork): Promise<readonly string[]> {
  return writer.parts.ledger.unreadObservations();
}

async function handle(work: SleepWork, ids: readonly string[]): Promise<SleepBatch> {
  const { dryRun, signal, writer } = work;
  const { ledger } = writer.parts;
  const observations = await ledger.records('observation', ids);
  const agents = await agentNames(ledger);
  const claims = await (work.extract ?? rulesExtractor(agents))(observations, signal);
  const read = observations.filter((_, position) => claims[position] !== undefined);
  const candidates = candidatesOf(observations, claims.flat(), agents);
  const unreadable = observations.length - read.length;
  const counts = { facts: 0, ...(unreadable === 0 ? {} : { unread: unreadable }) };
  if (dryRun) return { changed: read.length, counts: { ...counts, facts: candidates.length } };
  counts.facts = await believeAll(work, read, candidates);
  return { changed: read.length, counts };
}

/** The claims that keep to the bounds, with what they are derived from. */
function candidatesOf(
  observations: readonly Observation[],
  claims: readonly (ClaimedFact | undefined)[],
  agents: ReadonlySet<string>,
): readonly Candidate[] {
  const byId = new Map(observations.map((observation) => [observation.id, observation]));
  return claims.flatMap((claim) => {
    if (claim === undefined) return [];
    const sources = claim.from.flatMap((id) => byId.get(id) ?? []);
    const voices = sources.map((observation) => voiceOf(observation, agents));
    const [first] = sources;
    if (first === undefined || sources.length < claim.from.length) return [];
    const isAllowed = sources.every(
      ({ agent }, position) => agent === first.agent && mayBelieve(claim.believer, agent, voices[position]),
    );
    return isAllowed
      ? [{ claim, agent: first.agent, sources, byAgent: voices.some((voice) => voice?.self?.is === 'agent') }]
      : [];
  });
}

function mayBelieve(believer: string, agent: string, voice: Voice | undefined): boolean {
  return voice !== undefined && (believer === agent || believer === voice.believer);
}

/** Believes what is news and marks what was read, in one transaction; answers how many beliefs are new. */
async function believeAll(
  { signal, writer }: SleepWork,
  read: readonly Observation[],
  candidates: readonly Candidate[],
): Promise<number> {
  const texts = candidates.map(({ claim }) => claim.content);
  const vectors = await embedTexts('sleep', writer.parts.embedder, texts, signal);
  return writer.exclusive(async () => {
    throwIfCancelled('sleep', signal);
    const standing = candidates.flatMap((candidate, position) =>
      candidate.sources.every((observation) => isBelieved(writer, observation))
        ? [{ candidate, item: preparedOf(writer, candidate, vectors[position]) }]
        : [],
    );
    const prepared = standing.map(({ item }) => item);
    const batch = await FactBatch.load(writer, systemAgent, prepared);
    let believed = 0;
    for (const { candidate, item } of standing) {
      const beliefs = batch.beliefsIn(item);
      if (isNoNews(candidate, beliefs)) continue;
      // Said again it is not surer: only a first belief has the confidence of the claim.
      const isFirst = !beliefs.some((belief) => belief.agent === item.believer);
      const { outcome } = batch.add(isFirst ? item : { ...item, input: { ...item.input, confidence: undefined } });
      if (outcome === 'stored') believed += 1;
    }
    const consolidatedAt = writer.parts.clock();
    await batch.commit(
      read.map(({ id }): LedgerPatch => ({ table: 'observation', record: { id }, set: { consolidatedAt } })),
    );
    return believed;
  });
}

/** Whether somebody of the agent's perspective holds an observation: what was withdrawn or is gone says nothing. */
function isBelieved({ parts: { index } }: Writer, { agent, id }: Observation): boolean {
  return [agent, systemAgent].some((believer) => {
    const belief = index.beliefOf(believer, id);
    return belief !== undefined && belief.withdrawnAt === undefined;
  });
}

function preparedOf(
  writer: Writer,
  { claim, sources, agent }: Candidate,
  vector: Float32Array | undefined,
): PreparedFact {
  const { content, believer, kind, about, confidence } = claim;
  const trustAtMost = Math.min(...sources.map(({ provenance }) => provenance.trust));
  const [{ domain, topic } = {}] = sources;
  const input: CheckedBelief & { readonly content: string } = {
    content,
    kind,
    shared: believer === systemAgent,
    confidence: Math.min(confidence, trustAtMost),
    importance: Math.max(...sources.map(({ importance }) => importance)),
    ...promotedBySleep,
    derivedFrom: sources.map(({ id }) => id),
    ...(about === undefined ? {} : { about }),
    ...(domain === undefined ? {} : { domain }),
    ...(topic === undefined ? {} : { topic }),
  };
  return { ...prepareFact(writer, agent, input, vector), trustAtMost };
}

/** Whether a claim adds nothing to the beliefs in what it says. */
function isNoNews({ byAgent, sources }: Candidate, beliefs: readonly Belief[]): boolean {
  if (byAgent && beliefs.some(({ withdrawnAt }) => withdrawnAt === undefined)) return true;
  const saidAt = Math.max(...sources.map(({ recordedAt }) => recordedAt.getTime()));
  return beliefs.some(({ withdrawnAt, validTo }) => saidAt <= Math.max(timeOf(withdrawnAt), timeOf(validTo)));
}

function timeOf(date: Date | undefined): number {
  return date?.getTime() ?? Number.NEGATIVE_INFINITY;
}

/** The names of all agents, by which sleep tells agents that speak from people. */
export async function agentNames(ledger: LedgerReader): Promise<ReadonlySet<string>> {
  return new Set((await ledger.list('agent')).map(({ name }) => name));
}

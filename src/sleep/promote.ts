/**
 * The step that turns what was observed into what is known: claims that are read out of
 * observations become facts that are DERIVED_FROM them, and the observations are marked as read in
 * the same transaction. It decides who may be made to believe what, with any extractor:
 *
 *   - `system` only what the user said, where the policy gives that to everyone; an agent only what it recorded itself;
 *   - nothing is trusted further than its sources;
 *   - what is said in confidence stays with who heard it, and says so, also where the message before or after asks for it;
 *   - what an agent says that it could have recalled is no news, and is not believed once more;
 *   - what was withdrawn or corrected after it had been said stays so;
 *   - what of an earlier sleep's facts a message is read to end is superseded by it;
 *   - a claim has the audience of what it was read out of, and what has different audiences is read apart.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import { agentOf, audienceOf, believerWithin } from '../domain/audience.ts';
import { groupBy, present } from '../domain/values.ts';
import { type Belief, type Observation, systemAgent } from '../domain/records.ts';
import type { Sharing } from '../domain/sharing.ts';
import { channelBounds, leastTrusted } from '../domain/vocabulary.ts';
import { extractByRules, isOfImport } from '../language/extract-by-rules.ts';
import { bareKin, isBare, saysMoreThan, tellsOnlyName } from '../language/said-in-passing.ts';
import {
  type ClaimedFact,
  type Extractor,
  type Voice,
  asksForConfidence,
  isConfidential,
  voiceOf,
} from '../language/voice.ts';
import { nameInCapitals } from '../language/third-person.ts';
import { escaped } from '../language/word-lists.ts';
import { stemOf } from '../language/words.ts';
import { documentOf } from '../recall-index/posting-lists.ts';
import { embedTexts, type TextVectors } from '../embed/check-vectors.ts';
import type { Embedder } from '../embed/embedder.ts';
import { prepareFact } from '../remember/believe.ts';
import type { CheckedBelief } from '../remember/believe-options.ts';
import { FactBatch, type PreparedFact } from '../remember/fact-batch.ts';
import { isForEveryone, sharingIn } from '../remember/sharing.ts';
import { promotedBySleep } from '../remember/past-sleeps.ts';
import type { Writer } from '../remember/writer.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import type { LedgerPatch } from '../store/codec.ts';
import type { Suspects } from './conflicts.ts';
import { settle } from './resolve.ts';
import { judgeByReading, standingClaims, suspectsByMeaning } from './standing-claims.ts';
import { type SharedClaim, type SleepBatch, type SleepStep, type SleepWork, makeStep } from './sleep-step.ts';

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
  /** In whose talk its sources may surface; empty for anybody's. */
  readonly audience: readonly string[];
}

async function unread({ writer }: SleepWork): Promise<readonly string[]> {
  return writer.parts.ledger.unreadObservations();
}

async function handle(work: SleepWork, ids: readonly string[]): Promise<SleepBatch> {
  const { dryRun, signal, writer } = work;
  const { embedder, ledger } = writer.parts;
  const observations = await ledger.records('observation', ids);
  const agents = await agentNames(ledger);
  // Who extracts otherwise reads what was said as it was said.
  const namesIn = work.extract ? nobody : await livingIn(ledger, ids);
  const extract = work.extract ?? rulesExtractor(agents, writer.parts.clock(), embedder, namesIn);
  const sharing = await sharingIn(writer);
  const confided = await confidedAmong(writer, observations);
  const read: Observation[] = [];
  const candidates: Candidate[] = [];
  const suspects: Suspects[] = [];
  for (const heard of groupBy(observations, (one) => JSON.stringify(holdersOf(writer, one))).values()) {
    const claims = await extract(
      heard.map((one) => withNames(one, namesIn(one))),
      signal,
    );
    read.push(...heard.filter((_, position) => claims[position] !== undefined));
    const corrected = await standingClaims(work, heard, claims.flat());
    const holders = holdersOf(writer, heard[0]!);
    suspects.push(...suspectsByMeaning(work, heard, holders));
    for (const audience of audiencesIn(holders)) {
      candidates.push(...candidatesOf({ sharing, audience, agents, confided }, heard, corrected));
    }
  }
  const telling = await withoutBare(writer, candidates);
  const unreadable = observations.length - read.length;
  const counts = { facts: 0, ...(unreadable === 0 ? {} : { unread: unreadable }) };
  if (dryRun) {
    return {
      changed: read.length,
      counts: { ...counts, facts: telling.length },
      shares: telling.flatMap(shared),
    };
  }
  // Before they are marked as read: a sleep that ends here looks at them again.
  const ended = await settle(work, suspects, judgeByReading(work));
  counts.facts = await believeAll(work, read, telling);
  return { changed: read.length, counts: { ...counts, ...ended.counts } };
}

/** Answered by whatever is so for long: what a memory of facts keeps. The reader of the bundled model has learned it. */
const lastingQuestion = 'What is so for long?';

/** From these log-odds on what no rule knows is so for long: told to the agent, and among people (LoCoMo, REALTALK). */
const [surelyLasts, lastsFarMore] = [1, 4];

/** Tells the names of the people and animals that an observation mentions. */
type NamesIn = (observation: Observation) => readonly string[];

const nobody: NamesIn = () => [];

/**
 * Reads claims by the rules; what was planned for a time before `now` is no claim. What somebody says is so without a rule
 * that knows it is claimed where it is read to last.
 *
 * @param embedder - reads, where it can. @default nothing is read
 * @param namesIn - the names that are known. @default those that the rules know
 */
export function rulesExtractor(
  agents: ReadonlySet<string>,
  now: Date,
  embedder: Pick<Embedder, 'answers'> = {},
  namesIn: NamesIn = nobody,
): Extractor {
  const extract = (observation: Observation, lasts: (text: string) => boolean): readonly ClaimedFact[] =>
    extractByRules(observation, { agents, now, lasts, names: namesIn(observation) });
  return async (observations, signal) => {
    const asked = observations.map(() => new Set<string>());
    const known = observations.map((observation, at) =>
      extract(observation, (text) => {
        asked[at]!.add(text);
        return false;
      }),
    );
    const said = observations.flatMap(({ speaker }, at) =>
      [...asked[at]!].map((text) => ({ at, passage: { text, ...present({ speaker }) } })),
    );
    if (embedder.answers === undefined || said.length === 0) return known;
    const logOdds = await embedder.answers(
      lastingQuestion,
      said.map(({ passage }) => passage),
      present({ signal }),
    );
    const isAmongPeople = saidAmongPeople(observations, agents);
    const lasting = observations.map(() => new Set<string>());
    for (const [place, { at, passage }] of said.entries()) {
      const least = isAmongPeople(observations[at]!) ? lastsFarMore : surelyLasts;
      if (logOdds[place]! >= least) lasting[at]!.add(passage.text);
    }
    return observations.map((observation, at) =>
      lasting[at]!.size === 0 ? known[at] : extract(observation, (text) => lasting[at]!.has(text)),
    );
  };
}

/** Tells which of some observations are of an import, or of a session in which several people speak. */
function saidAmongPeople(
  observations: readonly Observation[],
  agents: ReadonlySet<string>,
): (observation: Observation) => boolean {
  const speakers = new Map<string, Set<string>>();
  const ofSession = ({ session = '' }: Observation): Set<string> => speakers.get(session) ?? new Set();
  for (const observation of observations) {
    const self = voiceOf(observation, agents)?.self;
    // What has no session, each says to the agent.
    if (self?.is === 'person' && observation.session !== undefined)
      speakers.set(observation.session, ofSession(observation).add(self.name));
  }
  return (observation) => ofSession(observation).size > 1 || isOfImport(observation, voiceOf(observation, agents));
}

/** The names of the people and animals that each of some observations mentions, the first word of a long one too. */
async function livingIn(ledger: LedgerReader, ids: readonly string[]): Promise<NamesIn> {
  const mentions = await ledger.edgesAround('mentions', ids);
  const entities = await ledger.records('entity', [...new Set(mentions.map(({ entity }) => entity))]);
  const living = new Map(
    entities.flatMap(({ id, name, type }) => (type === 'person' || type === 'animal' ? [[id, name] as const] : [])),
  );
  const byMemory = groupBy(mentions, ({ memory }) => memory);
  return ({ id }) => {
    const named = (byMemory.get(id) ?? []).flatMap(({ entity }) => living.get(entity) ?? []);
    return named.flatMap((name) => [name, ...name.split(' ').slice(0, 1)]);
  };
}

/** Writes names with capitals: "my gf marit" is "my gf Marit". */
function withNames(observation: Observation, names: readonly string[]): Observation {
  const content = names.reduce((text, name) => text.replace(inSmallLetters(name), nameInCapitals), observation.content);
  return { ...observation, content };
}

/** A name as whole words, in small letters. */
function inSmallLetters(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}@._/-])${escaped(name.toLowerCase())}(?![\\p{L}\\p{N}_-])`, 'gu');
}

/** Turns back and ahead in which the same speaker may ask for confidence. */
const turnsBeside = 3;

/** The ids of observations beside which their speaker asks for confidence: in what he says just before or just after. */
async function confidedAmong(writer: Writer, observations: readonly Observation[]): Promise<ReadonlySet<string>> {
  const { index, ledger } = writer.parts;
  const { memories } = index;
  const beside = new Map<string, readonly string[]>();
  for (const observation of observations) {
    const { id, agent } = observation;
    const own = holdersOf(writer, observation).find((key) => agentOf(key) === agent);
    const believer = own === undefined ? undefined : index.believer(own);
    if (believer === undefined) continue;
    const row = memories.row(id);
    const document = believer.document(row);
    const { previous, next, timelineOf } = believer.timelines;
    const isAlone = (at: number): boolean => at >= 0 && at < believer.documents && timelineOf.get(at) < 0;
    // What has no session lies in the order in which it was said.
    const steps = isAlone(document)
      ? [(at: number) => (isAlone(at - 1) ? at - 1 : -1), (at: number) => (isAlone(at + 1) ? at + 1 : -1)]
      : [(at: number) => previous.get(at), (at: number) => next.get(at)];
    const speaker = memories.speaker.get(row);
    const near = steps.flatMap((step) => {
      for (let [at, turns] = [step(document), 0]; at >= 0 && turns < turnsBeside; at = step(at), turns++) {
        const other = believer.rowOf.get(at);
        if (other >= 0 && memories.speaker.get(other) === speaker) return [memories.idOf(other)];
      }
      return [];
    });
    beside.set(id, near);
  }
  const said = await ledger.said([...new Set([...beside.values()].flat())]);
  const asking = new Set(said.filter(({ content }) => asksForConfidence(content)).map(({ id }) => id));
  return new Set([...beside].filter(([, near]) => near.some((id) => asking.has(id))).map(([id]) => id));
}

/** By what it is decided who comes to believe a claim. */
interface Hearing extends Pick<Candidate, 'audience'> {
  readonly sharing: Sharing;
  readonly agents: ReadonlySet<string>;
  /** Ids of the observations that a message beside them asks to keep. */
  readonly confided: ReadonlySet<string>;
}

/** The claims that keep to the bounds, with what they are derived from. */
function candidatesOf(
  { sharing, audience, agents, confided }: Hearing,
  observations: readonly Observation[],
  claims: readonly (ClaimedFact | undefined)[],
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
    if (!isAllowed) return [];
    const byAgent = voices.some((voice) => voice?.self?.is === 'agent');
    const isConfided = sources.some((source) => confided.has(source.id) || isConfidential(source.content));
    const isShared = byAgent ? isFinding(sharing, claim, sources) : isToOthers(sharing, claim, audience);
    const believer = isShared && !isConfided ? systemAgent : first.agent;
    const content = isConfided && !byAgent ? inConfidence(claim.content) : claim.content;
    return [{ claim: { ...claim, content, believer }, agent: first.agent, sources, byAgent, audience }];
  });
}

/** What was told in confidence says so, for whoever is about to repeat it. */
function inConfidence(content: string): string {
  return isConfidential(content) ? content : `${content.replace(/[.!]+$/u, '')} (told in confidence).`;
}

/** Whether the policy gives other agents what a user states. */
function isToOthers({ statements }: Sharing, { believer }: ClaimedFact, audience: readonly string[]): boolean {
  if (believer !== systemAgent) return false;
  return statements === 'everyone' || (statements === 'audience' && audience.length > 0);
}

/** Whether the policy gives everyone what an agent has noted. */
function isFinding(sharing: Sharing, { content }: ClaimedFact, sources: readonly Observation[]): boolean {
  return sources.every(({ type, speaker, provenance: { channel }, ...source }) =>
    [content, source.content].every((text) => isForEveryone(sharing, { content: text, type, speaker, channel })),
  );
}

/** Facts that are looked at for one that says more, the latest first. */
const maxLooked = 64;

/** Candidates but those of which another one, or a held fact, says more: "Rosa has a brother" beside "Rosa's brother Jan is a vet". */
async function withoutBare(writer: Writer, candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  const telling: Candidate[] = [];
  for (const candidate of candidates) {
    const { content } = candidate.claim;
    const saysMore = (other: string): boolean => saysMoreThan(other, content);
    const key = keyOf(candidate);
    const isToldBy = (other: Candidate): boolean => saysMore(other.claim.content) && keyOf(other) === key;
    const isTold =
      (isBare(content) || tellsOnlyName(content)) &&
      (candidates.some(isToldBy) || (await factsOfKin(writer, key, content)).some(saysMore));
    if (!isTold) telling.push(candidate);
  }
  return telling;
}

function keyOf({ audience, claim: { believer } }: Candidate): string {
  return believerWithin(believer, audience);
}

/** What a believer's latest facts say that have the noun of a relative or a pet. */
async function factsOfKin(
  { parts: { index, ledger } }: Writer,
  key: string,
  content: string,
): Promise<readonly string[]> {
  const { memories } = index;
  const believer = index.believer(key);
  const noun = bareKin(content)?.noun;
  if (noun === undefined || believer === undefined) return [];
  const term = memories.vocabulary.find(stemOf(noun));
  if (term < 0) return [];
  const rows = Array.from(believer.postings(term).subarray(-maxLooked), (one) => believer.rowOf.get(documentOf(one)));
  const ids = rows.filter((row) => row >= 0).map((row) => memories.idOf(row));
  const said = await ledger.said(ids.filter((id) => id.startsWith('fact:') && index.isHeld([key], id)));
  return said.map((one) => one.content);
}

function shared({ agent, audience, claim: { believer, content } }: Candidate): readonly SharedClaim[] {
  if (believer === agent) return [];
  return [{ content, from: agent, believer, ...(audience.length === 0 ? {} : { audience }) }];
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
      candidate.sources.every((observation) => isBelieved(writer, observation, candidate.audience))
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
function isBelieved({ parts: { index } }: Writer, { agent, id }: Observation, audience: readonly string[]): boolean {
  return index.isHeld(
    [agent, systemAgent].map((name) => believerWithin(name, audience)),
    id,
  );
}

/** Who of an agent's perspective holds an observation: observations that differ in this are read apart. */
function holdersOf({ parts: { index } }: Writer, { agent, id }: Observation): readonly string[] {
  const own = [...index.byName.keys()].filter((key) => agentOf(key) === agent || agentOf(key) === systemAgent);
  return own.filter((key) => index.isHeld([key], id)).sort();
}

/** The audiences of holders; what one of them holds for anybody is for all. */
function audiencesIn(holders: readonly string[]): readonly (readonly string[])[] {
  const audiences = holders.map(audienceOf);
  return audiences.length === 0 || audiences.some(({ length }) => length === 0) ? [[]] : audiences;
}

function preparedOf(
  writer: Writer,
  { claim, sources, agent, audience }: Candidate,
  vectors: TextVectors | undefined,
): PreparedFact {
  const { content, believer, kind, about, confidence, validTo } = claim;
  const trustAtMost = Math.min(...sources.map(({ provenance }) => provenance.trust));
  const channel = leastTrusted([promotedBySleep.channel, ...sources.map(({ provenance }) => provenance.channel)]);
  const [{ domain, topic } = {}] = sources;
  const input: CheckedBelief & { readonly content: string } = {
    content,
    kind,
    shared: believer === systemAgent,
    audience,
    confidence: Math.min(confidence, trustAtMost),
    importance: Math.min(
      Math.max(...sources.map(({ importance }) => importance)),
      channelBounds[channel]?.importance ?? 10,
    ),
    ...promotedBySleep,
    channel,
    derivedFrom: sources.map(({ id }) => id),
    ...(about === undefined ? {} : { about }),
    ...(validTo === undefined ? {} : { validTo }),
    ...(domain === undefined ? {} : { domain }),
    ...(topic === undefined ? {} : { topic }),
  };
  return { ...prepareFact(writer, agent, input, vectors), trustAtMost };
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
  return new Set((await ledger.list('agent')).map(({ name }) => agentOf(name)));
}

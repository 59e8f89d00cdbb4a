/**
 * Why a memory is believed: by whom in a perspective, since when and where from, what it follows
 * from, what took whose place, and what stands for and against it. Reads only what this
 * perspective believes or has believed; what others make of the same memory stays out.
 */
import { agentOf, toldBeliever } from '../domain/audience.ts';
import { type Perspective, archiveThreshold, effectiveStrength, recallThreshold } from '../domain/belief.ts';
import { NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { type Belief, type DerivedFrom, type Memory, type Supersedes, isFact, systemAgent } from '../domain/records.ts';
import { present } from '../domain/values.ts';
import { onOneLine, shorten } from '../language/sentences.ts';
import { isoDay } from './memory-text.ts';
import type { RecallParts } from './recall.ts';
import { View, isDerivedFor } from './view.ts';
import type { BeliefState, Why, WhyBeliever, WhyLink, WhyMemory, WhySuccession } from './why-value.ts';

/**
 * Tells why a memory is believed, or was.
 *
 * @throws {NotFoundError} when the perspective has never believed it, whether or not others do.
 */
export async function why(
  parts: RecallParts,
  perspective: Perspective,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Why> {
  throwIfCancelled('why', signal);
  await parts.follow();
  throwIfCancelled('why', signal);
  const { ledger } = parts;
  const at = parts.clock().getTime();
  const view = new View(parts.index, perspective, { at });
  if (!view.knows(id)) throw notFound(perspective, id);
  const pairs = perspective.believers.map((agent) => ({ agent, memory: id }));
  const { believes, derived, supersedes } = await ledger.reasons(id, pairs);
  const links = view.linksOf(id);
  const sources = derived.filter((edge) => isDerivedFor(view, edge));
  const successions = supersedes.filter(
    ({ believer, from, to }) => perspective.believers.includes(believer) && view.knows(from === id ? to : from),
  );
  const others = [
    ...sources.map(({ observation }) => observation),
    ...successions.map(({ from, to }) => (from === id ? to : from)),
    ...links.map(({ memory }) => memory),
  ];
  const found = new Map((await ledger.memories([...new Set([id, ...others])])).map((one) => [one.id, whyMemory(one)]));
  const memory = found.get(id);
  if (memory === undefined) throw notFound(perspective, id);
  const linked = (kind: 'supports' | 'contradicts'): readonly WhyLink[] =>
    links.flatMap(({ kind: known, memory: partner, rule, similarity, state }) => {
      const other = found.get(partner);
      return known !== kind || other === undefined ? [] : [{ memory: other, rule, similarity, state }];
    });
  const { memories } = parts.index;
  const compare = (one: string, other: string): number => view.compareLearned(memories.row(one), memories.row(other));
  const said = {
    agent: perspective.agent,
    memory,
    believers: perspective.believers.flatMap((agent) =>
      believes.filter((belief) => belief.agent === agent).map((belief) => believerOf(belief, at)),
    ),
    derivedFrom: sourcesOf(sources, found, view),
    supersedes: successionsOf(successions, found, { end: 'to', id, compare }),
    supersededBy: successionsOf(successions, found, { end: 'from', id, compare }),
    supports: linked('supports'),
    contradicts: linked('contradicts'),
  };
  return { ...said, text: whySentences(said).join('\n') };
}

function notFound({ agent }: Perspective, id: string): NotFoundError {
  return new NotFoundError('NOT_FOUND', `why: no memory "${id}" is in ${agent}'s view; look it up with search.`, {
    details: { id },
  });
}

function believerOf(belief: Belief, at: number): WhyBeliever {
  const {
    agent,
    confidence,
    since,
    reinforcedAt,
    permanent,
    provenance,
    withdrawnAt,
    validTo,
    past = [],
    tags,
    metadata,
  } = belief;
  const strength = effectiveStrength({ ...belief, reinforcedAt: reinforcedAt.getTime() }, at);
  return {
    ...toldBeliever(agent),
    state: beliefState(belief, strength),
    strength,
    confidence,
    since,
    reinforcedAt,
    permanent,
    provenance,
    ...(withdrawnAt === undefined ? {} : { withdrawnAt }),
    ...(validTo === undefined ? {} : { validTo }),
    ...present({ tags, metadata }),
    past: past.map(({ since: from, until }) => ({ since: from, until })),
  };
}

/** Each observation once, though both the agent and `system` may derive the memory from it. */
function sourcesOf(
  edges: readonly DerivedFrom[],
  found: ReadonlyMap<string, WhyMemory>,
  view: View,
): readonly WhyMemory[] {
  const ids = new Set(edges.map(({ observation }) => observation));
  const { memories } = view.index;
  return oldestFirst(
    [...ids].flatMap((id) => found.get(id) ?? []),
    (one, other) => view.compareStated(memories.row(one), memories.row(other)),
  );
}

// Why a memory is believed, in plain sentences. What memories say is quoted, shortened and kept on one line.

/** Characters that are told of a text at most. */
const maxTold = 300;

/** The sentences, the memory itself first. */
function whySentences(why: Omit<Why, 'text'>): readonly string[] {
  const { memory, believers, derivedFrom, supersedes, supersededBy, supports, contradicts } = why;
  return [
    `${memory.id}: ${quoted(memory)}`,
    ...believers.flatMap(beliefSentences),
    ...derivedFrom.map((source) => `It follows from ${named(source)}`),
    ...supersedes.map((one) => `It took the place of another${forWhom(one)}: ${named(one.memory)}`),
    ...supersededBy.map((one) => `Another took its place${forWhom(one)}: ${named(one.memory)}`),
    ...supports.map((link) => linkSentence('Supported', link)),
    ...contradicts.map((link) => linkSentence('Contradicted', link)),
  ];
}

function beliefSentences(believer: WhyBeliever): readonly string[] {
  const { provenance, past, validTo } = believer;
  const { channel, source, trust } = provenance;
  const from = `Learned through ${channel} from "${onOneLine(source)}", with a trust of ${trust.toFixed(2)}.`;
  const earlier = past.map(({ since, until }) => `from ${isoDay(since)} to ${isoDay(until)}`);
  return [
    `${standing(believer)} ${from}`,
    ...(earlier.length === 0 ? [] : [`${whose(believer.agent)} earlier beliefs in it: ${earlier.join(', ')}.`]),
    ...(validTo === undefined ? [] : [`${whose(believer.agent)} view is that it held until ${isoDay(validTo)}.`]),
  ];
}

/** Who believes it, since when and how strongly. */
function standing({
  agent,
  audience = [],
  state,
  strength,
  confidence,
  since,
  permanent,
  withdrawnAt,
}: WhyBeliever): string {
  const isUniversal = agent === systemAgent;
  const among = audience.length === 0 ? '' : ` in talk with ${audience.join(', ')}`;
  const name = onOneLine(agent);
  const from = isoDay(since);
  if (withdrawnAt !== undefined) {
    const until = isoDay(withdrawnAt);
    return `${isUniversal ? 'It was universal' : `${name} believed it`}${among} from ${from} until it was withdrawn on ${until}.`;
  }
  const subject = isUniversal
    ? `It has been universal${among} since ${from}`
    : `${name} has believed it${among} since ${from}`;
  const lasting = permanent ? ' that does not fade' : '';
  const faded =
    state === 'held' ? '' : state === 'faded' ? ', too faded for recall by itself' : ', so faded that it is archived';
  return `${subject}, with a strength of ${strength.toFixed(2)}${lasting} and a confidence of ${confidence.toFixed(2)}${faded}.`;
}

function whose(agent: string): string {
  return agent === systemAgent ? 'The universal' : `${onOneLine(agent)}'s`;
}

function forWhom({ believer, at, reason, withdrawnAt }: WhySuccession): string {
  const why = reason === undefined ? '' : ` (${shorten(onOneLine(reason), maxTold)})`;
  const until = withdrawnAt === undefined ? '' : ` and taken back on ${isoDay(withdrawnAt)}`;
  return ` on ${isoDay(at)}, for ${believer === systemAgent ? 'all' : onOneLine(believer)}${why}${until}`;
}

function linkSentence(verb: string, { memory, rule, similarity, state }: WhyLink): string {
  return `${verb} (${state}, ${onOneLine(rule)}, similarity ${similarity.toFixed(2)}) by ${named(memory)}`;
}

function named(memory: WhyMemory): string {
  const { id, occurredAt, speaker } = memory;
  const when = occurredAt === undefined ? '' : ` of ${isoDay(occurredAt)}`;
  const who = speaker === undefined ? '' : ` by ${onOneLine(speaker)}`;
  return `${id}${when}${who}: ${quoted(memory)}`;
}

function quoted({ content }: WhyMemory): string {
  return `"${shorten(onOneLine(content), maxTold)}"`;
}

/** How a belief stands whose effective strength is `strength`, 0..1. */
export function beliefState({ withdrawnAt }: Pick<Belief, 'withdrawnAt'>, strength: number): BeliefState {
  if (withdrawnAt !== undefined) return 'withdrawn';
  if (strength > recallThreshold) return 'held';
  return strength < archiveThreshold ? 'archived' : 'faded';
}

/** Which successions are told: those of the memory `id`, with the memory at the other end. */
interface SuccessionEnd {
  readonly end: 'from' | 'to';
  readonly id: string;
  /** Below 0 where the first of two memories, by their ids, comes first among what came about at once. */
  readonly compare: (one: string, other: string) => number;
}

/** The successions in which the memory at one end is another than `id`, oldest first; those whose memory is not found are left out. */
export function successionsOf(
  edges: readonly Supersedes[],
  found: ReadonlyMap<string, WhyMemory>,
  { end, id, compare }: SuccessionEnd,
): readonly WhySuccession[] {
  return edges
    .flatMap((edge): WhySuccession[] => {
      const memory = edge[end] === id ? undefined : found.get(edge[end]);
      const { from: _from, to: _to, saidAt: _said, ...told } = edge;
      return memory === undefined ? [] : [{ memory, ...told, believer: agentOf(told.believer) }];
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime() || compare(one.memory.id, other.memory.id));
}

/** A memory in the form in which it is told beside another. */
export function whyMemory(memory: Memory): WhyMemory {
  const { id, content } = memory;
  if (isFact(memory)) {
    const { validFrom, validTo } = memory;
    return {
      id,
      type: 'fact',
      content,
      ...(validFrom === undefined ? {} : { occurredAt: validFrom }),
      ...(validTo === undefined ? {} : { validTo }),
    };
  }
  const { type, occurredAt, speaker } = memory;
  return { id, type, content, occurredAt, ...(speaker === undefined ? {} : { speaker }) };
}

/** Memories in the order in which they happened, at one time as they were written; those without a time come first. */
export function oldestFirst(
  memories: readonly WhyMemory[],
  compare: (one: string, other: string) => number,
): readonly WhyMemory[] {
  const timeOf = ({ occurredAt }: WhyMemory): number => occurredAt?.getTime() ?? 0;
  return [...memories].sort((one, other) => timeOf(one) - timeOf(other) || compare(one.id, other.id));
}

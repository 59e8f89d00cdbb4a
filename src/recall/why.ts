/**
 * Why a memory is believed: by whom in a perspective, since when and where from, what it follows
 * from, what took whose place, and what stands for and against it. Reads only what this
 * perspective believes or has believed; what others make of the same memory stays out.
 */
import { effectiveStrength } from '../domain/belief-strength.ts';
import { NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import type { Perspective } from '../domain/perspective.ts';
import type { Belief, DerivedFrom } from '../domain/records.ts';
import type { RecallParts } from './recall.ts';
import { beliefState } from './belief-state.ts';
import { isDerivedFor } from './derivations-in-view.ts';
import { successionsOf } from './successions.ts';
import { Surroundings } from './surroundings.ts';
import { oldestFirst, whyMemory } from './why-memory.ts';
import { whySentences } from './why-text.ts';
import type { Why, WhyBeliever, WhyLink, WhyMemory } from './why-value.ts';

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
  const surroundings = new Surroundings(parts.index, perspective, { at });
  if (!surroundings.knows(id)) throw notFound(perspective, id);
  const pairs = perspective.believers.map((agent) => ({ agent, memory: id }));
  const { believes, derived, supersedes } = await ledger.reasons(id, pairs);
  const links = surroundings.linksOf(id);
  const sources = derived.filter((edge) => isDerivedFor(perspective, surroundings, edge));
  const successions = supersedes.filter(
    ({ believer, from, to }) => perspective.believers.includes(believer) && surroundings.knows(from === id ? to : from),
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
  const said = {
    agent: perspective.agent,
    memory,
    believers: perspective.believers.flatMap((agent) =>
      believes.filter((belief) => belief.agent === agent).map((belief) => believerOf(belief, at)),
    ),
    derivedFrom: sourcesOf(sources, found),
    supersedes: successionsOf(successions, found, 'to', id),
    supersededBy: successionsOf(successions, found, 'from', id),
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
  const { agent, confidence, since, reinforcedAt, permanent, provenance, withdrawnAt, validTo, past = [] } = belief;
  const strength = effectiveStrength({ ...belief, reinforcedAt: reinforcedAt.getTime() }, at);
  return {
    agent,
    state: beliefState(belief, strength),
    strength,
    confidence,
    since,
    reinforcedAt,
    permanent,
    provenance,
    ...(withdrawnAt === undefined ? {} : { withdrawnAt }),
    ...(validTo === undefined ? {} : { validTo }),
    past: past.map(({ since: from, until }) => ({ since: from, until })),
  };
}

/** Each observation once, though both the agent and `system` may derive the memory from it. */
function sourcesOf(edges: readonly DerivedFrom[], found: ReadonlyMap<string, WhyMemory>): readonly WhyMemory[] {
  const ids = new Set(edges.map(({ observation }) => observation));
  return oldestFirst([...ids].flatMap((id) => found.get(id) ?? []));
}

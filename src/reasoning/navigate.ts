/**
 * `navigate`: a chain of thought in a perspective. Sees all that its believers hold, however faded,
 * since a chain with a hole is two chains; what was withdrawn makes one. Reads only.
 */
import { throwIfCancelled, NotFoundError } from '../domain/errors.ts';
import { idIn } from '../domain/ids.ts';
import { checked } from '../domain/input.ts';
import type { Perspective } from '../domain/perspective.ts';
import { type Follows, isFact, type Observation } from '../domain/records.ts';
import { isRecorderTold } from '../recall/hydrate.ts';
import type { RecallParts } from '../recall/recall.ts';
import { Surroundings } from '../recall/surroundings.ts';
import { type ChainShape, shapeOf } from './chain-shape.ts';
import type { ChainFields, ChainPart, ChainThought } from './chain-value.ts';
import { walkChain } from './chain-walk.ts';
import { type NavigateOptions, navigateSchema } from './navigate-options.ts';
import { ReasoningChain } from './reasoning-chain.ts';

/**
 * Walks a chain of thought to its root and to all its ends.
 *
 * @throws {NotFoundError} when no observation of the id is in view.
 */
export async function navigate(
  parts: RecallParts,
  perspective: Perspective,
  options: NavigateOptions,
): Promise<ReasoningChain> {
  const { id, only, signal } = checked('navigate', navigateSchema, options);
  throwIfCancelled('navigate', signal);
  await parts.follow();
  throwIfCancelled('navigate', signal);
  const { index, ledger } = parts;
  const surroundings = new Surroundings(index, perspective, { at: parts.clock().getTime(), archived: true });
  const asked = idIn('observation', id);
  if (!surroundings.sees(asked)) throw notFound(perspective, asked);
  const { ids, edges } = walkChain(index, (one) => surroundings.sees(one), asked);
  const [memories, follows] = await Promise.all([ledger.memories(ids), ledger.named('follows', edges)]);
  const found = memories.filter((memory): memory is Observation => !isFact(memory));
  if (!found.some((one) => one.id === asked)) throw notFound(perspective, asked);
  const shape = shapeOf({
    asked,
    ids: found.map((one) => one.id),
    edges: follows.filter((edge): edge is Follows => edge !== undefined),
    branches: new Map(found.flatMap((one) => (one.branchId === undefined ? [] : [[one.id, one.branchId]]))),
    last: new Set(found.flatMap((one) => (one.nextThoughtNeeded === false ? [one.id] : []))),
  });
  const isTold = ({ id: thought, agent }: Observation): boolean =>
    isRecorderTold(
      agent,
      surroundings.beliefsIn(thought).filter(({ isSeen }) => isSeen),
    );
  return new ReasoningChain(narrowed(chainOf(perspective, asked, found, shape, isTold), only));
}

function notFound({ agent }: Perspective, id: string): NotFoundError {
  return new NotFoundError('NOT_FOUND', `navigate: no thought "${id}" is in ${agent}'s view; look it up with search.`, {
    details: { id },
  });
}

function chainOf(
  { agent }: Perspective,
  asked: string,
  found: readonly Observation[],
  shape: ChainShape,
  isTold: (thought: Observation) => boolean,
): ChainFields {
  const { goesOnFrom, toRoot, current, forks, revisions } = shape;
  const isCurrent = new Set(current);
  const revisedBy = new Map(revisions.map(({ of, by }) => [of, by]));
  const thoughts = found.map((one): ChainThought => {
    const { id, content, occurredAt, thoughtNumber, session, branchId } = one;
    const edge = goesOnFrom.get(id);
    const reviser = revisedBy.get(id);
    return {
      id,
      content,
      occurredAt,
      ...(thoughtNumber === undefined ? {} : { number: thoughtNumber }),
      ...(session === undefined ? {} : { session }),
      ...(isTold(one) ? { recordedBy: one.agent } : {}),
      ...(branchId === undefined ? {} : { branchId }),
      ...(edge === undefined
        ? {}
        : {
            follows: { id: edge.to, type: edge.type, ...(edge.reason === undefined ? {} : { reason: edge.reason }) },
          }),
      ...(reviser === undefined ? {} : { revisedBy: reviser }),
      isCurrent: isCurrent.has(id),
    };
  });
  const { thoughtNumber, totalThoughts, nextThoughtNeeded } = found.find(({ id }) => id === shape.end) as Observation;
  const end = {
    id: shape.end,
    ...(thoughtNumber === undefined ? {} : { number: thoughtNumber }),
    ...(totalThoughts === undefined ? {} : { totalThoughts }),
    ...(nextThoughtNeeded === undefined ? {} : { nextThoughtNeeded }),
  };
  return { agent, asked, total: found.length, thoughts, toRoot, current, forks, revisions, end };
}

/** A chain without all that was not asked for. */
function narrowed(chain: ChainFields, only: ChainPart | undefined): ChainFields {
  if (only === undefined) return chain;
  const { thoughts, forks, revisions } = chain;
  const isAsked = only === 'alternatives' ? besideTheLine(chain) : new Set(revisions.flatMap(({ of, by }) => [of, by]));
  return {
    ...chain,
    only,
    thoughts: thoughts.filter(({ id }) => isAsked.has(id)),
    toRoot: [],
    current: [],
    forks: only === 'alternatives' ? forks : [],
    revisions: only === 'revised' ? revisions : [],
  };
}

/** The thoughts of forks: where they are, where each way begins and ends, and all on ways that the current line left. */
function besideTheLine({ thoughts, forks }: ChainFields): ReadonlySet<string> {
  const chosen = new Set(forks.flatMap(({ at, alternatives }) => [at, ...alternatives.map(({ last }) => last)]));
  const left = new Set<string>();
  for (const { alternatives } of forks) {
    for (const { first, fate } of alternatives) (fate === 'current' ? chosen : left).add(first);
  }
  const after = new Map<string, string[]>();
  for (const { id, follows } of thoughts) {
    if (follows !== undefined) after.set(follows.id, [...(after.get(follows.id) ?? []), id]);
  }
  for (const id of left) for (const next of after.get(id) ?? []) left.add(next);
  return new Set([...chosen, ...left]);
}

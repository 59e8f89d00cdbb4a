/**
 * `navigate`: a chain of thought in a perspective. Sees all that its believers hold, however faded,
 * since a chain with a hole is two chains; what was withdrawn makes one. Reads only.
 */
import { throwIfCancelled, NotFoundError } from '../domain/errors.ts';
import { groupBy, idIn, present } from '../domain/values.ts';
import { checked } from '../domain/input.ts';
import type { Perspective } from '../domain/belief.ts';
import type { Observation } from '../domain/records.ts';
import type { IndexedThought } from '../recall-index/entry.ts';
import { isRecorderTold } from '../recall/constellation.ts';
import type { RecallParts } from '../recall/recall.ts';
import { View } from '../recall/view.ts';
import { type ChainShape, shapeOf } from './chain-shape.ts';
import {
  type ChainEnd,
  type ChainFields,
  type ChainThought,
  type NavigateOptions,
  navigateSchema,
} from './chain-value.ts';
import { reachedFrom, walkChain } from './walk.ts';
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
  const view = new View(index, perspective, { at: parts.clock().getTime(), archived: true });
  const asked = idIn('observation', id);
  if (!view.sees(asked)) throw notFound(perspective, asked);
  const walked = walkChain(view, asked);
  const [contents, reasons] = await Promise.all([ledger.contents(walked.ids), ledger.reasonsToFollow(walked.edges)]);
  const edges = walked.edges.map((edge, position) => present({ ...edge, reason: reasons[position] }));
  const known = new Map(walked.ids.map((one) => [one, index.thoughts.get(index.memories.row(one)) ?? {}]));
  const shape = shapeOf({ asked, ids: walked.ids, edges, known });
  const [last] = await ledger.records('observation', [shape.end]);
  const texts = new Map(walked.ids.map((one, position) => [one, contents[position]]));
  const thoughts = thoughtsOf(view, shape, { known, texts });
  const { toRoot, current, forks, revisions } = shape;
  const end = endOf(shape.end, last);
  const { agent } = perspective;
  const total = thoughts.length;
  const chain = present({ agent, asked, only, total, thoughts, toRoot, current, forks, revisions, end });
  return new ReasoningChain(narrowed(chain));
}

function notFound({ agent }: Perspective, id: string): NotFoundError {
  const message = `navigate: no thought "${id}" is in ${agent}'s view; look it up with search.`;
  return new NotFoundError('NOT_FOUND', message, { details: { id } });
}

interface ReadThoughts {
  readonly known: ReadonlyMap<string, Partial<IndexedThought>>;
  readonly texts: ReadonlyMap<string, string | undefined>;
}

/** The thoughts in the order of writing; one that was forgotten while the chain was read has no text. */
function thoughtsOf(
  view: View,
  { goesOnFrom, current, revisions }: ChainShape,
  { known, texts }: ReadThoughts,
): readonly ChainThought[] {
  const { agent } = view.perspective;
  const { memories } = view.index;
  const isCurrent = new Set(current);
  const revisedBy = new Map(revisions.map(({ of, by }) => [of, by]));
  return [...known].map(([id, { agent: recorder, number, branch }]): ChainThought => {
    const row = memories.row(id);
    const session = memories.session.get(row);
    const edge = goesOnFrom.get(id);
    const isTold =
      recorder === agent ||
      (recorder !== undefined &&
        isRecorderTold(
          recorder,
          view.beliefsIn(id).filter(({ isSeen }) => isSeen),
        ));
    return {
      id,
      content: texts.get(id) ?? '',
      occurredAt: new Date(memories.occurredAt.get(row)),
      ...present({
        number,
        session: session < 0 ? undefined : memories.sessions.text(session),
        recordedBy: isTold ? recorder : undefined,
        branchId: branch,
        follows: edge === undefined ? undefined : present({ id: edge.to, type: edge.type, reason: edge.reason }),
        revisedBy: revisedBy.get(id),
      }),
      isCurrent: isCurrent.has(id),
    };
  });
}

function endOf(id: string, last: Observation | undefined): ChainEnd {
  const { thoughtNumber, totalThoughts, nextThoughtNeeded } = last ?? {};
  return present({ id, number: thoughtNumber, totalThoughts, nextThoughtNeeded });
}

/** A chain without all that was not asked for. */
function narrowed(chain: ChainFields): ChainFields {
  const { only, thoughts, forks, revisions } = chain;
  if (only === undefined) return chain;
  const isAsked = only === 'alternatives' ? besideTheLine(chain) : new Set(revisions.flatMap(({ of, by }) => [of, by]));
  return {
    ...chain,
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
  const after = groupBy(thoughts, ({ follows }) => follows?.id);
  return new Set([...chosen, ...reachedFrom(left, (id) => (after.get(id) ?? []).map((thought) => thought.id))]);
}

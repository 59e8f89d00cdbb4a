/**
 * Writes a thought and what it follows. A thought is an observation: it takes the way of all
 * observations into the ledger, with its FOLLOWS edge in the same transaction.
 */
import { audienceOf, believerWithin } from '../domain/audience.ts';
import { ConflictError, InvalidArgumentError, throwIfCancelled } from '../domain/errors.ts';
import { idIn, present } from '../domain/values.ts';
import { checked } from '../domain/input.ts';
import { Perspective } from '../domain/belief.ts';
import type { Follows } from '../domain/records.ts';
import { embedMemories } from '../embed/check-vectors.ts';
import { idsToTry } from '../recall-index/chosen-ids.ts';
import { withAudience } from '../remember/assert-again.ts';
import { embeddedInput } from '../remember/embedded.ts';
import { believerOf } from '../remember/new-memory.ts';
import { sharingIn, withSharing } from '../remember/sharing.ts';
import type { CheckedObservation } from '../remember/observe-options.ts';
import { ObservationBatch, type PreparedObservation, prepareObservation, knowingNames } from '../remember/observe.ts';
import { type ThoughtInView, View } from '../recall/view.ts';
import type { Writer } from '../remember/writer.ts';
import {
  type CheckedThought,
  type FollowedThought,
  type ThinkOptions,
  type ThoughtReceipt,
  thinkSchema,
} from './think-options.ts';
import { checkInput } from '../remember/memory-input.ts';
import { ChainWrite, type PlaceInChain, chainOf } from './thought-place.ts';

/** Thinks one thought. */
export async function think(writer: Writer, perspective: Perspective, options: ThinkOptions): Promise<ThoughtReceipt> {
  const { agent } = perspective;
  const { signal, ...asked } = checked('think', thinkSchema, options);
  throwIfCancelled('think', signal);
  checkInput('think', writer.parts.embedder, asked);
  const input = withSharing(await sharingIn(writer), observationOf(asked));
  const [vectors] = await embedMemories('think', writer.parts.embedder, [embeddedInput(input)], signal);
  const ready = prepareObservation(writer, agent, input, vectors);
  const named = namedIn(asked);
  refuseItself(ready.id, named);
  return writer.exclusive(async () => {
    throwIfCancelled('think', signal);
    const ids = named.map(({ id }) => id);
    const believer = believerOf(agent, withAudience(writer.parts.index, perspective, input, ids));
    const prepared = { ...ready, believer };
    // A thought is its believer's own: what others think under its id is no part of its chain.
    const id = idsToTry(writer.parts.index, prepared.believer, prepared.id).at(-1)!;
    const { follows, ...fields } = await placeOf(writer, agent, asked, { ...prepared, id });
    return store(writer, agent, { ...prepared, id, input: { ...prepared.input, ...fields }, follows });
  });
}

/** What a thought is as an observation, but for its place. */
function observationOf(asked: CheckedThought): CheckedObservation {
  const {
    thought,
    thoughtNumber: _number,
    totalThoughts: _total,
    nextThoughtNeeded: _next,
    isRevision: _revision,
    revisesThought: _revises,
    branchFromThought: _fork,
    branchId: _branch,
    needsMoreThoughts: _more,
    session: _session,
    reason: _reason,
    follows: _follows,
    signal: _signal,
    ...memory
  } = asked;
  return { channel: 'agent', ...memory, content: thought, type: 'thought' };
}

/** A thought that the new one is to follow, by its id. */
interface NamedPlace {
  readonly option: 'follows' | 'revisesThought' | 'branchFromThought';
  readonly id: string;
}

function namedIn(asked: CheckedThought): readonly NamedPlace[] {
  return (['follows', 'revisesThought', 'branchFromThought'] as const).flatMap((option): readonly NamedPlace[] => {
    const place = asked[option];
    return typeof place === 'string' ? [{ option, id: idIn('observation', place) }] : [];
  });
}

function refuseItself(id: string, named: readonly NamedPlace[]): void {
  const own = named.find((one) => one.id === id);
  if (own === undefined) return;
  const message = `think: "${own.option}" must be another thought than the new one, got its own id "${id}"; name an earlier one.`;
  throw new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { id } });
}

/** What a new thought is to follow and how it is numbered; of one that is there already, what it has. */
async function placeOf(
  writer: Writer,
  agent: string,
  asked: CheckedThought,
  { id, believer }: PreparedObservation,
): Promise<Omit<PlaceInChain, 'follows'> & Pick<PreparedObservation, 'follows'>> {
  const { index, ledger, clock } = writer.parts;
  const view = new View(index, new Perspective(believer), { at: clock().getTime(), archived: true });
  const chains = new ChainWrite(view, { agent, believer }, asked);
  const isThere = index.has(id);
  const { follows: to, ...place } = isThere ? chains.placeOf(knownThought(view, id)) : chains.place();
  if (to === undefined) return place;
  const edge = { to: to.id, type: to.type };
  const [written] = isThere ? await ledger.named('follows', [{ from: id, ...edge }]) : [];
  const reason = isThere ? written?.reason : asked.reason;
  return { ...place, follows: present({ ...edge, reason }) };
}

/** A thought that is there already. */
function knownThought(view: View, id: string): ThoughtInView {
  const known = view.knownThought(id);
  if (known?.number !== undefined) return known;
  throw new ConflictError(
    'CONFLICT',
    `think: "id" must be new or name the same thought, got ${JSON.stringify(id)}, which holds another; choose another id.`,
    { details: { id } },
  );
}

async function store(writer: Writer, agent: string, prepared: PreparedObservation): Promise<ThoughtReceipt> {
  const { index, clock } = writer.parts;
  const item = knowingNames(writer, prepared);
  const batch = await ObservationBatch.load(writer, agent, 'think', [item]);
  const receipt = batch.add(item);
  await batch.commit();
  const seenBy = new Perspective(believerWithin(agent, audienceOf(item.believer)));
  const view = new View(index, seenBy, { at: clock().getTime(), archived: true });
  const thought = view.knownThought(receipt.id)!;
  const chain = chainOf(view, thought);
  const { number = 1, total = number, branch, isLast } = thought;
  return {
    ...receipt,
    thoughtNumber: number,
    totalThoughts: total,
    nextThoughtNeeded: isLast !== true,
    ...present({ branchId: branch, follows: item.follows === undefined ? undefined : followed(item.follows) }),
    branches: [...new Set(chain.flatMap((member) => member.branch ?? []))],
    thoughtHistoryLength: chain.length,
  };
}

function followed({ to, ...how }: Omit<Follows, 'from'>): FollowedThought {
  return { id: to, ...how };
}

/**
 * Where a new thought belongs: what it follows and how, its number and its branch. Decides in the perspective of its
 * believer, so that a thought that all agents see hangs on nothing that only one of them sees. Must be asked as the
 * only writer; it writes nothing itself.
 */
import { agentOf } from '../domain/audience.ts';
import { ConflictError, InvalidArgumentError, NotFoundError } from '../domain/errors.ts';
import type { FollowType } from '../domain/records.ts';
import { idIn } from '../domain/values.ts';
import type { ThoughtInView, View } from '../recall/view.ts';
import { type CheckedThought, maxThoughts } from './think-options.ts';
import { walkChain } from './walk.ts';

/** Where a thought belongs. */
export interface PlaceInChain {
  readonly thoughtNumber: number;
  readonly totalThoughts: number;
  readonly nextThoughtNeeded: boolean;
  readonly branchId?: string | undefined;
  /** `session:KEY`. */
  readonly session?: string | undefined;
  /** Missing where it begins a chain. */
  readonly follows?: { readonly id: string; readonly type: FollowType } | undefined;
}

/** Who thinks, and who will believe it. */
export interface Thinker {
  readonly agent: string;
  readonly believer: string;
}

/** What a thought follows, and the branch on which it does. */
interface Step {
  readonly from: ThoughtInView;
  readonly type: FollowType;
  readonly branch: string | undefined;
  /** The thought after whose number it is numbered. */
  readonly after: ThoughtInView;
}

/** Finds the place of one thought in its chain. */
export class ChainWrite {
  readonly #view: View;
  readonly #thinker: Thinker;
  readonly #asked: CheckedThought;
  /** The thinker's last thought in the session, which says which chain is under way. */
  readonly #last: ThoughtInView | undefined;
  /** The thought itself, where it is there already. */
  #known: ThoughtInView | undefined;

  constructor(view: View, thinker: Thinker, asked: CheckedThought) {
    this.#view = view;
    this.#thinker = thinker;
    this.#asked = asked;
    const { session } = asked;
    this.#last = lastThoughtOf(view, thinker.agent, session === undefined ? undefined : idIn('session', session));
  }

  /**
   * The place that a new thought is asked to take.
   *
   * @throws {InvalidArgumentError} when a branch is named that has not begun, or another than that of
   *   what the thought follows; when there is a reason and nothing to follow.
   * @throws {NotFoundError} when it is to follow what is no thought in view.
   * @throws {ConflictError} when the branch begins elsewhere.
   */
  place(): PlaceInChain {
    const { reason, thoughtNumber, session } = this.#asked;
    const step = this.#step();
    if (step === undefined && reason !== undefined) {
      throw invalid(`"reason" must be left out where a thought begins a chain; say what it follows`);
    }
    const number = thoughtNumber ?? Math.min(maxThoughts, (step?.after.number ?? 0) + 1);
    return {
      thoughtNumber: number,
      ...this.#outlook(number, step?.from.total),
      branchId: step?.branch,
      session: session === undefined ? step?.from.session : idIn('session', session),
      follows: step === undefined ? undefined : { id: step.from.id, type: step.type },
    };
  }

  /**
   * The place of a thought that is there already.
   *
   * @throws {ConflictError} when it is asked to take another.
   */
  placeOf(known: ThoughtInView): PlaceInChain {
    this.#known = known;
    const step = this.#saysPlace() ? this.#step() : undefined;
    if (step !== undefined && step.from.id !== known.follows?.id) throw this.#moved(known, step.from);
    const number = known.number ?? 0;
    return {
      thoughtNumber: number,
      totalThoughts: known.total ?? number,
      nextThoughtNeeded: known.isLast !== true,
      branchId: known.branch,
      session: known.session,
      follows: known.follows,
    };
  }

  #saysPlace(): boolean {
    const { follows, revisesThought, branchFromThought } = this.#asked;
    return [follows, revisesThought, branchFromThought].some((place) => place !== undefined);
  }

  #outlook(number: number, planned: number | undefined): Pick<PlaceInChain, 'totalThoughts' | 'nextThoughtNeeded'> {
    const { totalThoughts, nextThoughtNeeded, needsMoreThoughts } = this.#asked;
    const isLonger = needsMoreThoughts === true;
    const least = Math.min(maxThoughts, isLonger ? number + 1 : number);
    return {
      totalThoughts: Math.max(least, totalThoughts ?? planned ?? number),
      nextThoughtNeeded: isLonger || nextThoughtNeeded !== false,
    };
  }

  #step(): Step | undefined {
    const { revisesThought, branchFromThought, follows, branchId, thoughtNumber } = this.#asked;
    if (revisesThought !== undefined) return this.#revision(this.#find('revisesThought', revisesThought));
    if (branchFromThought !== undefined && branchId !== undefined) {
      return this.#branch(branchFromThought, branchId);
    }
    if (follows !== undefined) return this.#next(this.#find('follows', follows));
    if (branchId !== undefined) return this.#next(this.#lastOfBranch(branchId));
    if (thoughtNumber === 1) return undefined;
    const last = this.#ownOn(undefined);
    // A chain is concluded on whichever line it is.
    const isOver = thoughtNumber === undefined && [last, this.#last].some((thought) => thought?.isLast === true);
    return last === undefined || isOver ? undefined : this.#next(last);
  }

  #next(from: ThoughtInView): Step {
    return { from, type: 'next', branch: this.#branchOf(from), after: from };
  }

  /** Numbered on from the end of the line on which it revises something. */
  #revision(from: ThoughtInView): Step {
    const branch = this.#branchOf(from);
    const line = this.#chainOf(from).filter((thought) => thought.branch === branch);
    return { from, type: 'revision', branch, after: line.at(-1) ?? from };
  }

  #branch(place: number | string, branch: string): Step {
    const named = typeof place === 'string' ? this.#find('branchFromThought', place) : undefined;
    const chain = named === undefined ? this.#underWay() : this.#chainOf(named);
    const first = chain.find((thought) => thought.branch === branch);
    if (first === undefined) {
      const from = named ?? this.#find('branchFromThought', place);
      return { from, type: 'branch', branch, after: from };
    }
    // Said with every thought of the branch, as some models do; the branch may have a thought of the same number.
    const fork = chain.find(({ id }) => id === first.follows?.id);
    const isMeant = named === undefined ? fork?.number === place : fork?.id === named.id;
    if (isMeant) return this.#next(this.#lastOn(branch, chain) ?? first);
    throw new ConflictError(
      'CONFLICT',
      `think: "branchId" must be new where a branch begins, got ${JSON.stringify(branch)}, which begins elsewhere in this chain; choose another, or leave "branchFromThought" out to continue it.`,
    );
  }

  #branchOf({ branch }: ThoughtInView): string | undefined {
    const { branchId } = this.#asked;
    if (branchId === undefined || branchId === branch) return branch;
    const where = branch === undefined ? 'the main line' : JSON.stringify(branch);
    throw invalid(
      `"branchId" must be the branch of what the thought follows (${where}), got ${JSON.stringify(branchId)}; leave it out, or begin a branch with "branchFromThought"`,
    );
  }

  #lastOfBranch(branch: string): ThoughtInView {
    const found = this.#last === undefined ? undefined : this.#lastOn(branch, this.#chainOf(this.#last));
    if (found !== undefined) return found;
    throw invalid(
      `"branchId" must name a branch of the chain, got ${JSON.stringify(branch)}, which has not begun; say with "branchFromThought" where it does`,
    );
  }

  /** The last thought of a branch, the thinker's own before another agent's. */
  #lastOn(branch: string | undefined, chain: readonly ThoughtInView[]): ThoughtInView | undefined {
    return this.#ownOn(branch, chain) ?? chain.findLast((thought) => thought.branch === branch);
  }

  #ownOn(branch: string | undefined, chain = this.#underWay()): ThoughtInView | undefined {
    return chain.findLast(
      ({ agent, branch: on, number }) => agent === this.#thinker.agent && on === branch && number !== undefined,
    );
  }

  #underWay(): readonly ThoughtInView[] {
    return this.#last === undefined ? [] : this.#chainOf(this.#last);
  }

  /** The chain of a thought, as far as it went before one that is there already. */
  #chainOf(thought: ThoughtInView): readonly ThoughtInView[] {
    const chain = chainOf(this.#view, thought);
    const place = chain.findIndex(({ id }) => id === this.#known?.id);
    return place < 0 ? chain : chain.slice(0, place);
  }

  /** A thought by its id, or by its number: the nearest on the way to here, else the latest of the chain. */
  #find(option: 'follows' | 'revisesThought' | 'branchFromThought', place: number | string): ThoughtInView {
    if (typeof place === 'string') return this.#named(idIn('observation', place));
    const chain = this.#underWay();
    const here = this.#lastOn(this.#asked.branchId, chain) ?? this.#last;
    const way = here === undefined ? [] : [here, ...ancestorsOf(this.#view, here)];
    const found = [...way, ...chain.toReversed()].find(({ id, number }) => number === place && id !== this.#known?.id);
    if (found !== undefined) return found;
    throw new NotFoundError(
      'NOT_FOUND',
      `think: "${option}" must be a number in the chain under way, got ${place}; name the thought by its id, and its session where it has one.`,
    );
  }

  #named(id: string): ThoughtInView {
    const found = this.#view.thought(id);
    if (found?.agent !== undefined) return found;
    throw new NotFoundError(
      'NOT_FOUND',
      `think: no thought "${id}" is in ${agentOf(this.#thinker.believer)}'s view; look it up with search.`,
      { details: { id } },
    );
  }

  #moved(known: ThoughtInView, to: ThoughtInView): ConflictError {
    const isCircle = ancestorsOf(this.#view, to).some(({ id }) => id === known.id);
    const why = isCircle
      ? `which follows "${known.id}" itself and would close a circle`
      : `but it follows ${known.follows === undefined ? 'nothing' : `"${known.follows.id}"`}`;
    return new ConflictError(
      'CONFLICT',
      `think: a thought that is there keeps its place, got "${to.id}" for "${known.id}", ${why}; choose another id.`,
      { details: { id: known.id } },
    );
  }
}

function invalid(rule: string): InvalidArgumentError {
  return new InvalidArgumentError('INVALID_ARGUMENT', `think: ${rule}.`);
}

// Chains of thought as one agent has them: all that its believers hold, however faded, since a chain with a hole is two
// chains. Damaged data (a circle, two observations that one follows) ends no walk in a loop.

/** The last numbered thought that an agent had in a session, or in none. */
function lastThoughtOf(view: View, agent: string, session: string | undefined): ThoughtInView | undefined {
  const { memories, thoughts } = view.index;
  const wanted = session === undefined ? -1 : memories.sessions.find(session);
  if (session !== undefined && wanted < 0) return undefined;
  const candidates: number[] = [];
  for (const [row, { agent: thinker, number }] of thoughts.entries()) {
    const isAsked = thinker === agent && number !== undefined && memories.session.get(row) === wanted;
    if (isAsked) candidates.push(row);
  }
  candidates.sort((one, other) => memories.compareWritten(other, one));
  // Whether one is held is looked up only from the last on: mostly that one is.
  const last = candidates.find((row) => view.isInside(row));
  return last === undefined ? undefined : view.thought(memories.idOf(last));
}

/** The thoughts that lead to one, the nearest first; without it. */
function ancestorsOf(view: View, thought: ThoughtInView): readonly ThoughtInView[] {
  const before = ({ follows }: ThoughtInView): ThoughtInView | undefined =>
    follows === undefined ? undefined : view.thought(follows.id);
  const found = new Map<string, ThoughtInView>();
  let next = before(thought);
  while (next !== undefined && next.id !== thought.id && !found.has(next.id)) {
    found.set(next.id, next);
    next = before(next);
  }
  return [...found.values()];
}

/** Everything of the chain that an observation belongs to, branches and revisions too, in the order of writing. */
export function chainOf(view: View, thought: ThoughtInView): readonly ThoughtInView[] {
  return walkChain(view, thought.id).ids.flatMap((id) => view.thought(id) ?? []);
}

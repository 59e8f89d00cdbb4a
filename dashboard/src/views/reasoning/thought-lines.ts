/**
 * A chain of thought as a tree that can be read: the thoughts of one line stand below each other, and what
 * left the line stands beneath the thought from which it left, so that the current line is the first level.
 *
 * A thought that was revised stands beneath the one that took its place, with all that was thought on it.
 */
import type { Alternative, ChainFields, ChainPart, ChainThought } from 'madeleine';
import type { Wire } from '../../wire.ts';

/** A thought of a chain, as it comes over the wire. */
export type Thought = Wire<ChainThought>;

/** A thought on its line, and what left the line there. */
export interface LineThought {
  readonly thought: Thought;
  readonly ways: readonly Way[];
}

/**
 * What left a line: a way that thinking took at a fork, a thought whose place another took, or a thought (`rival`) that
 * took the same place but did not keep it.
 */
export type Way =
  | { readonly kind: 'alternative'; readonly fate: Wire<Alternative>; readonly line: readonly LineThought[] }
  | { readonly kind: 'revised' | 'rival'; readonly reason?: string; readonly line: readonly LineThought[] };

/** The lines of a chain from its root on. */
export function linesOf(chain: Wire<ChainFields>): readonly LineThought[] {
  const root = chain.thoughts.find(({ id }) => id === chain.toRoot[0]);
  return root === undefined ? [] : new Lines(chain).from(root);
}

/** What is left of lines when only forks, or only what was revised, is to be seen. */
export function narrowed(line: readonly LineThought[], only: ChainPart | undefined): readonly LineThought[] {
  if (only === undefined) return line;
  return line.flatMap(({ thought, ways }) => {
    const left = ways.flatMap((way): readonly Way[] => {
      const isAsked = (way.kind === 'alternative') === (only === 'alternatives');
      const inner = narrowed(way.line, only);
      if (isAsked) return [way];
      return inner.length === 0 ? [] : [{ ...way, line: inner }];
    });
    return left.length === 0 ? [] : [{ thought, ways: left }];
  });
}

/** How many thoughts lines have, with all that left them. */
export function thoughtsIn(line: readonly LineThought[]): number {
  return line.reduce((sum, { ways }) => sum + ways.reduce((more, way) => more + thoughtsIn(way.line), 1), 0);
}

class Lines {
  readonly #after = new Map<string, Thought[]>();
  /** The thoughts from the root to the end of the current line, those that were revised on the way included. */
  readonly #passed = new Set<string>();
  readonly #alternatives: ReadonlyMap<string, Wire<Alternative>>;

  constructor({ thoughts, forks, end }: Wire<ChainFields>) {
    const byId = new Map(thoughts.map((thought) => [thought.id, thought]));
    for (const thought of thoughts) {
      const { follows } = thought;
      if (follows !== undefined) this.#after.set(follows.id, [...(this.#after.get(follows.id) ?? []), thought]);
    }
    for (let at = byId.get(end.id); at !== undefined; at = byId.get(at.follows?.id ?? '')) this.#passed.add(at.id);
    this.#alternatives = new Map(forks.flatMap(({ alternatives }) => alternatives.map((way) => [way.first, way])));
  }

  /** The line that begins with a thought, or with what took its place. */
  from(first: Thought): readonly LineThought[] {
    const line: LineThought[] = [];
    for (let at: Thought | undefined = first; at !== undefined; ) {
      const { thought, ways } = this.#latestOf(at);
      const goesOn = this.#goesOnFrom(thought);
      line.push({ thought, ways: [...ways, ...this.#waysFrom(thought, goesOn)] });
      at = goesOn;
    }
    return line;
  }

  /** What took a thought's place at last, with all whose place it took. */
  #latestOf(first: Thought): LineThought {
    const ways: Way[] = [];
    let thought = first;
    for (let by = this.#reviserOf(thought); by !== undefined; by = this.#reviserOf(thought)) {
      ways.push(revisionBy(by, 'revised', this.#asItWas(thought)));
      for (const other of this.#revisersOf(thought)) {
        if (other !== by) ways.push(revisionBy(other, 'rival', this.from(other)));
      }
      thought = by;
    }
    return { thought, ways };
  }

  /** A thought that was revised, and what was thought on it before. */
  #asItWas(thought: Thought): readonly LineThought[] {
    const goesOn = this.#goesOnFrom(thought);
    const rest = goesOn === undefined ? [] : this.from(goesOn);
    return [{ thought, ways: this.#waysFrom(thought, goesOn) }, ...rest];
  }

  #waysFrom({ id }: Thought, goesOn: Thought | undefined): readonly Way[] {
    return this.#nextOf(id).flatMap((next): readonly Way[] => {
      const fate = this.#alternatives.get(next.id);
      return next === goesOn || fate === undefined ? [] : [{ kind: 'alternative', fate, line: this.from(next) }];
    });
  }

  /** What a line goes on with: where the current line passes, else what is no branch. */
  #goesOnFrom({ id }: Thought): Thought | undefined {
    const next = this.#nextOf(id);
    return next.find((one) => this.#passed.has(one.id)) ?? next.find(({ follows }) => follows?.type === 'next');
  }

  #nextOf(id: string): readonly Thought[] {
    return (this.#after.get(id) ?? []).filter(({ follows }) => follows?.type !== 'revision');
  }

  #revisersOf({ id }: Thought): readonly Thought[] {
    return (this.#after.get(id) ?? []).filter(({ follows }) => follows?.type === 'revision');
  }

  #reviserOf(thought: Thought): Thought | undefined {
    const revisers = this.#revisersOf(thought);
    return revisers.find(({ id }) => this.#passed.has(id)) ?? revisers.at(-1);
  }
}

function revisionBy({ follows }: Thought, kind: 'revised' | 'rival', line: readonly LineThought[]): Way {
  return { kind, line, ...(follows?.reason === undefined ? {} : { reason: follows.reason }) };
}

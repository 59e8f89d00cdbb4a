/**
 * All signals of one query that are computed memory by memory, only for those that can still come
 * up. Here they are gathered and weighed; each says what it says in a file of its own.
 */
import { authority, recency } from '../domain/belief.ts';
import type { Manner } from '../language/query-wording.ts';
import type { SessionTraits } from '../recall-index/timelines.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import {
  type LinkContext,
  type RelatingSource,
  type SignalSource,
  OwnWorth,
  cognitiveSources,
  linkSources,
  ownSignals,
  ownSources,
} from './signals.ts';
import { laterOnBranch, revisedThought } from './defaults.ts';
import { type SignalName, type Weights, signalNames } from './profiles.ts';
import type { AnalysedQuery } from './query.ts';
import { type Moment, type BelieverView, isInView } from './believer-view.ts';
import type { Workspace } from '../recall-index/column.ts';

/** A source that speaks and counts. */
interface Weighed {
  readonly source: SignalSource;
  readonly weight: number;
}

/** The memories that have to do with a query. */
interface Related {
  /** By row: 1 for those that do. */
  readonly marks: Uint8Array;
  /** Their rows, each once. */
  readonly rows: readonly number[];
}

/** Bounds are a little more than the sums, since sums in another order may differ in their last bits. */
const margin = 1e-9;

/** The signals of memories for one query. */
export class SignalSources {
  readonly #weighed: readonly Weighed[];
  readonly #own: OwnWorth;
  /** All others than those that are in `#own`: first those that say nothing of most memories, then those that can add most. */
  readonly #others: readonly Weighed[];
  /** The most that they can add. */
  readonly #rest: number;
  readonly #relating: readonly RelatingSource[];
  readonly #newMarks: () => Uint8Array;
  #related: Related | undefined;
  readonly #byName: ReadonlyMap<SignalName, SignalSource>;

  constructor(
    index: RecallIndex,
    query: AnalysedQuery,
    use: UseContext & LinkContext,
    weights: Weights,
    workspace: Workspace,
  ) {
    const sources = [
      ...ownSources(index.memories, query, use.views),
      ...cognitiveSources(index.memories, query, use.views),
      ...useSources(index, use),
      ...linkSources(index, use, workspace),
      thoughtSource(index, use.views, query.manners),
    ].filter(({ name }) => weights[name] > 0);
    this.#byName = new Map(sources.map((source) => [source.name, source]));
    // Summed in the order of the signals, as a result's contributions are.
    this.#weighed = sources
      .filter(({ atMost }) => atMost > 0)
      .sort((one, other) => signalNames.indexOf(one.name) - signalNames.indexOf(other.name))
      .map((source) => ({ source, weight: weights[source.name] }));
    const most = ({ source, weight }: Weighed): number => source.atMost * weight;
    this.#relating = this.#weighed.map(({ source }) => source).filter((source) => source.relates);
    this.#newMarks = () => workspace.bytes(index.memories.ids.length);
    const others = this.#weighed.filter(({ source }) => !ownSignals.has(source.name));
    this.#others = others.sort(
      (one, other) => Number(other.source.relates) - Number(one.source.relates) || most(other) - most(one),
    );
    this.#rest = others.reduce((sum, one) => sum + most(one), margin);
    this.#own = new OwnWorth(index.memories, weights);
  }

  /** The rows of the memories that they relate to the query, each once. */
  relatedRows(): readonly number[] {
    return this.#allRelated().rows;
  }

  /** Whether one of them relates the memory in a row to the query. */
  relates(row: number): boolean {
    return this.#relating.length > 0 && this.#allRelated().marks[row] === 1;
  }

  /** The most that they can add to the score of the memory in a row, by what it shows of itself: a quick look. */
  atMostOf(row: number): number {
    return this.#rest + this.#own.atMost(row);
  }

  /** The most that they can add to the score of a memory of a timeline. */
  atMostIn(traits: SessionTraits, timeline: number): number {
    return this.#rest + this.#own.atMostIn(traits, timeline);
  }

  /**
   * Whether what they add to a sum may bring it up to `least`. Begins with the quick look, and goes no further than it
   * must.
   */
  mayReach(least: number, sum: number, row: number, place: number, document: number): boolean {
    let most = sum + this.atMostOf(row);
    for (const { source, weight } of this.#others) {
      if (most < least) return false;
      most -= (source.atMost - source.value(row, place, document)) * weight;
    }
    return most >= least;
  }

  /** What they add to a score, on top of what is there already. */
  addTo(sum: number, row: number, place: number, document: number): number {
    let total = sum;
    for (const { source, weight } of this.#weighed) total += source.value(row, place, document) * weight;
    return total;
  }

  /** Worked out at the first question: asked of every memory in turn, it would be worked out many times over. */
  #allRelated(): Related {
    if (this.#related !== undefined) return this.#related;
    const marks = this.#newMarks();
    const found: number[] = [];
    for (const source of this.#relating) {
      const look = (row: number): void => {
        if (marks[row] === 1 || source.value(row) === 0) return;
        marks[row] = 1;
        found.push(row);
      };
      if (source.rows === undefined) for (let row = 0; row < marks.length; row++) look(row);
      else for (const rows of source.rows()) for (const row of rows) look(row);
    }
    this.#related = { marks, rows: found };
    return this.#related;
  }

  /** What the signal of a name says; 0 for those that are not computed here. */
  value(name: SignalName, row: number, place: number, document: number): number {
    return this.#byName.get(name)?.value(row, place, document) ?? 0;
  }
}

/** The signal thought. */
function thoughtSource(
  { thoughts }: Pick<RecallIndex, 'thoughts'>,
  views: readonly BelieverView[],
  manners: readonly Manner[],
): SignalSource {
  const values = new Map<number, number>();
  const note = (row: number, value: number): void => {
    values.set(row, Math.max(value, values.get(row) ?? 0));
  };
  const [alternatives, revisions] = [manners.includes('alternatives'), manners.includes('revisions')];
  for (const { from, to, type } of alternatives || revisions ? thoughts.edges() : []) {
    const isAsked = (type === 'branch' && alternatives) || (type === 'revision' && revisions);
    if (!isAsked || !isInView(views, from) || !isInView(views, to)) continue;
    note(from, 1);
    if (type === 'revision') note(to, revisedThought);
  }
  for (const [row, { branch }] of alternatives ? thoughts.entries() : []) {
    if (branch !== undefined) note(row, laterOnBranch);
  }
  return {
    name: 'thought',
    atMost: Math.max(0, ...values.values()),
    relates: true,
    rows: () => [values.keys()],
    value: (row) => values.get(row) ?? 0,
  };
}

// What the believers' use of a memory says, whatever is asked: authority, recency, and what the agent has just recalled
// together with it before. All from the beliefs and recalls of this perspective alone, so that no other agent's recall
// moves a score. For an earlier time (`asOf`) accesses are known only if the last one lies before it. A belief that was
// used since then counts as never used, and nothing counts as just recalled.

/** Whose recall it is, of what, and when. */
interface UseContext {
  readonly agent: string;
  readonly views: readonly BelieverView[];
  readonly moment: Moment;
}

/** The signals coActivation, authority and recency. */
function useSources(index: RecallIndex, { agent, views, moment }: UseContext): readonly SignalSource[] {
  const at = moment.asOf ?? moment.at;
  const importances = index.memories.cognitive.importance.values;
  const uses = views.map(({ believer }) => new Uses(believer, at));
  const activated = moment.asOf === undefined ? index.coActivation.activated(agent, at) : new Map<number, number>();
  return [
    {
      name: 'coActivation',
      atMost: Math.max(0, ...activated.values()),
      relates: false,
      value: (row) => activated.get(row) ?? 0,
    },
    {
      name: 'authority',
      atMost: 1,
      relates: false,
      value: (row, place, document) => {
        const use = uses[place]!;
        const importance = importances[row]!;
        const [createdAt, accesses, lastAccessedAt] = [
          use.created(document),
          use.accesses(document),
          use.lastAccess(document),
        ];
        return Math.min(1, authority({ importance, accesses, createdAt, lastAccessedAt, at }));
      },
    },
    {
      name: 'recency',
      atMost: 1,
      relates: false,
      value: (_, place, document) => {
        const use = uses[place]!;
        return Math.min(1, recency({ createdAt: use.created(document), lastAccessedAt: use.lastAccess(document), at }));
      },
    },
  ];
}

/** How a believer has used its documents until a time; created is when this believer learned of one. */
class Uses {
  readonly #at: number;
  readonly #since: Float64Array;
  readonly #accesses: Int32Array;
  readonly #lastAccessedAt: Float64Array;

  constructor({ since, accesses, lastAccessedAt }: BelieverView['believer'], at: number) {
    this.#at = at;
    this.#since = since.values;
    this.#accesses = accesses.values;
    this.#lastAccessedAt = lastAccessedAt.values;
  }

  created(document: number): number {
    return this.#since[document]!;
  }

  accesses(document: number): number {
    return this.#isKnown(document) ? this.#accesses[document]! : 0;
  }

  lastAccess(document: number): number {
    return (this.#isKnown(document) ? this.#lastAccessedAt[document] : this.#since[document]) as number;
  }

  /** NaN, for never, is before no time. */
  #isKnown(document: number): boolean {
    return this.#lastAccessedAt[document]! <= this.#at;
  }
}

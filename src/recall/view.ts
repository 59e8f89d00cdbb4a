/**
 * What one agent sees of the recall index at one moment: the memories that its believers (the agent,
 * then `system`) believe strongly enough, and what ties them to each other. The perspective's rule and
 * the caller's filter are decided here, before anything is chosen. A memory is *visible* by the rule,
 * and *inside* where it passes the filter too. Nothing that is not visible moves any answer of a view.
 *
 * A view belongs to one call. It looks memories up one by one, since most calls ask about few; a ranking
 * asks for the states of all documents at once.
 */
import type { Perspective } from '../domain/belief.ts';
import { agentOf } from '../domain/audience.ts';
import { groupBy } from '../domain/values.ts';
import { type DerivedFrom, type Follows, type FollowType, systemAgent } from '../domain/records.ts';
import { foldName } from '../language/fold.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { IndexedThought } from '../recall-index/entry.ts';
import { type FollowEdge, type LinkEdge, otherEnd } from '../recall-index/edge-tables.ts';
import type { ToldRelation } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { NamesInView } from '../recall-index/who-is-meant.ts';
import { maxCopies } from '../recall-index/copies.ts';
import { BelieverView, filterTest, type Moment, type RankFilter, strengthOf, timeOf } from './believer-view.ts';
import { listeningTurns, maxListeners, maxOpponents } from './defaults.ts';
import type { MemoryLink } from './memory-link.ts';

/** A memory as one believer holds it. */
export interface Holding {
  readonly believer: BelieverIndex;
  readonly document: number;
}

/** A belief as it stood at the moment of a view. */
export interface StandingBelief {
  readonly agent: string;
  /** `later`: it was not held yet. */
  readonly state: 'held' | 'withdrawn' | 'later';
  /** The effective strength, 0..1. */
  readonly strength: number;
  /** Whether it lets the memory be seen. */
  readonly isSeen: boolean;
}

/** A member of a chain of thought. */
export interface ThoughtInView extends Partial<IndexedThought> {
  /** `observation:KEY`. */
  readonly id: string;
  /** `session:KEY`. */
  readonly session?: string;
  /** Its position in the order of the space's writes. */
  readonly position: number;
  /** What it follows, as far as that is inside; the earliest where a file says more than one. */
  readonly follows?: { readonly id: string; readonly type: FollowType };
}

/** What a memory is in a chain of thought, without the reason. */
export interface IndexedPlace {
  readonly edge?: Follows;
  readonly revisedBy?: string;
}

const noLinks: readonly LinkEdge[] = [];
const noPositions: readonly number[] = [];

/** What one agent sees. */
export class View {
  readonly index: RecallIndex;
  readonly perspective: Perspective;
  readonly moment: Moment;
  readonly filter: RankFilter;
  /** The time that is looked at, in milliseconds. */
  readonly time: number;
  /** One for each believer of the perspective that believes anything, in its order: the agent's first. */
  readonly byBeliever: readonly BelieverView[];
  #names: NamesInView | undefined;
  #repeated: Uint8Array | undefined;

  constructor(index: RecallIndex, perspective: Perspective, moment: Moment, filter: RankFilter = {}) {
    this.index = index;
    this.perspective = perspective;
    this.moment = moment;
    this.filter = filter;
    this.time = moment.asOf ?? moment.at;
    this.byBeliever = perspective.believers.flatMap((agent) => {
      const believer = index.believer(agent);
      return believer === undefined ? [] : [new BelieverView(believer, index.memories, moment, filter)];
    });
  }

  /** Who is meant by which name. */
  get names(): NamesInView {
    this.#names ??= this.index.namesOf(this.perspective.believers);
    return this.#names;
  }

  /**
   * By row 1 for what its source has said in the same words twice since, inside the filter: however often one source
   * repeats itself, it is one claim, and takes no more than {@link maxCopies} places.
   */
  get repeated(): Uint8Array {
    this.#repeated ??= this.#findRepeated();
    return this.#repeated;
  }

  #findRepeated(): Uint8Array {
    const { memories } = this.index;
    const repeated = new Uint8Array(memories.ids.length);
    for (const rows of memories.copies.crowds()) {
      const told = rows.flatMap((row) => {
        const part = this.byBeliever.find((one) => one.isStateInside(row));
        return part === undefined ? [] : [{ row, source: part.believer.source.get(part.believer.document(row)) }];
      });
      for (const copies of groupBy(told, ({ source }) => source).values()) {
        const learned = this.asLearned(copies.map(({ row }) => row));
        for (const row of learned.slice(0, -maxCopies)) repeated[row] = 1;
      }
    }
    return repeated;
  }

  /** The names of the agent and of `system`. */
  get believers(): readonly string[] {
    return this.perspective.believers;
  }

  /** Whether the memory in a row is visible, whatever the filter. */
  isVisible(row: number): boolean {
    return row >= 0 && this.byBeliever.some((part) => part.shows(row));
  }

  /** Whether the memory of an id is visible, whatever the filter. */
  sees(id: string): boolean {
    return this.isVisible(this.index.memories.row(id));
  }

  /** Whether the memory in a row is visible and passes the filter. */
  isInside(row: number): boolean {
    return this.holdings(row).length > 0;
  }

  /** Whether one of the believers has ever believed a memory. */
  knows(id: string): boolean {
    return this.#held(id).length > 0;
  }

  /** The beliefs that let the memory in a row be seen inside the filter. */
  holdings(row: number): readonly Holding[] {
    if (row < 0) return [];
    return this.byBeliever.flatMap((part) => {
      const document = part.believer.document(row);
      return document >= 0 && part.includes(document) ? [{ believer: part.believer, document }] : [];
    });
  }

  /** The beliefs in a memory as they stood at the moment. */
  beliefsIn(id: string): readonly StandingBelief[] {
    const { asOf } = this.moment;
    return this.#held(id).map(({ part, document }) => {
      const { believer } = part;
      const isLater = asOf !== undefined && believer.since.get(document) > asOf;
      return {
        agent: believer.agent,
        state: part.holds(document) ? 'held' : isLater ? 'later' : 'withdrawn',
        strength: strengthOf(believer, document, this.moment),
        isSeen: part.isVisible(document),
      };
    });
  }

  /** The names of the filters that each leave a memory out. */
  failedFilters(id: string): readonly string[] {
    return Object.entries(this.filter)
      .filter(([name, value]) => !this.#passes(id, { [name]: value }))
      .map(([name]) => name);
  }

  /** By the row of each memory inside, when the first of its believers in view learned it, in milliseconds. */
  learned(): ReadonlyMap<number, number> {
    const learned = new Map<number, number>();
    for (const part of this.byBeliever) {
      for (const [row, since] of part.learned()) learned.set(row, Math.min(since, learned.get(row) ?? since));
    }
    return learned;
  }

  /** The rows of all memories inside, each once, in the order in which these believers came to hold them. */
  rows(): readonly number[] {
    const learned = this.learned();
    const since = (row: number): number => learned.get(row) ?? 0;
    return [...learned.keys()].sort((one, other) => since(one) - since(other) || this.compareStated(one, other));
  }

  /**
   * The rows of the memories inside that speak of one of some entities, each once, what was learned last
   * before the rest; of more than `max` the last ones.
   */
  rowsOf(entities: readonly number[], max: number): readonly number[] {
    const { repeated } = this;
    const rows = new Set<number>();
    for (const part of this.byBeliever) {
      for (const entity of entities) {
        for (const row of part.lastRows(part.believer.documentsOf(entity), max, repeated)) rows.add(row);
      }
    }
    return this.asLearned([...rows])
      .reverse()
      .slice(0, max);
  }

  /** Rows of at most so many memories inside that have all of some terms, those learned last first. */
  rowsWith(terms: readonly number[], max: number): readonly number[] {
    const { repeated } = this;
    const rows = new Set<number>();
    for (const part of this.byBeliever) {
      for (const row of part.lastRows(part.believer.documentsWith(terms), max, repeated)) rows.add(row);
    }
    return this.asLearned([...rows])
      .reverse()
      .slice(0, max);
  }

  /**
   * Rows in the order in which these believers learned them; what they learned at once as they wrote it. Others may have
   * stated a fact in the same words before.
   */
  asLearned(rows: readonly number[]): number[] {
    // Most rows come in this order: it costs less to look them up again than to keep what was found.
    return rows.toSorted((one, other) => this.compareLearned(one, other));
  }

  /** Below 0 where these believers learned the memory in the first row before that in the second. */
  compareLearned(one: number, other: number): number {
    const [first, second] = [this.learnedAt(one), this.learnedAt(other)];
    return first === second ? this.compareStated(one, other) : first - second;
  }

  /** The same by the ids of two memories. */
  compareIdsLearned(one: string, other: string): number {
    return this.compareLearned(this.index.memories.row(one), this.index.memories.row(other));
  }

  /** Below 0 where these believers came to hold the memory in one row before that in another, in the order of writes. */
  compareStated(one: number, other: number): number {
    return this.positionOf(one) - this.positionOf(other);
  }

  /** Where the first belief of these believers in the memory of a row stands in the order of writes; Infinity for none. */
  positionOf(row: number): number {
    return this.#leastOf(row, (believer, document) => believer.position(document));
  }

  /** When the first of these believers learned the memory in a row, in milliseconds; Infinity where none did. */
  learnedAt(row: number): number {
    return this.#leastOf(row, ({ since }, document) => since.get(document));
  }

  #leastOf(row: number, read: (believer: BelieverIndex, document: number) => number): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { believer } of this.byBeliever) {
      const document = believer.document(row);
      if (document >= 0) least = Math.min(least, read(believer, document));
    }
    return least;
  }

  /** The relations that the memory in a row tells. */
  relationsIn(row: number): readonly ToldRelation[] {
    return this.index.memories.relationsIn(row);
  }

  /** Numbers of the entities that memories inside call by a name, whatever its case and accents. */
  named(name: string): readonly number[] {
    const found = this.names.named(name).entities.filter((entity) => this.rowsOf([entity], 1).length > 0);
    const surface = this.index.memories.surfaces.find(foldName(name));
    if (surface < 0) return found;
    // What was withdrawn since is called so in a view of an earlier moment.
    const exact = this.byBeliever.flatMap((part) =>
      [...(part.believer.calledBy(surface) ?? [])].flatMap(([entity, documents]) =>
        documents.some((document) => part.includes(document)) ? [entity] : [],
      ),
    );
    return [...new Set([...exact, ...found])];
  }

  /** Numbers of an entity and of those that are the same to these believers. */
  sameAs(entity: number): readonly number[] {
    return this.names.sameAs(entity);
  }

  /**
   * The links of the memory in a row that a recall may use: found by one of the believers, not dismissed, and both
   * ends visible, filter or not. What the agent says of a link stands before what `system` says.
   */
  linksAt(row: number): readonly LinkEdge[] {
    const edges = this.index.links.of(this.believers, row);
    return edges.length === 0 || !this.isVisible(row) ? noLinks : this.#inView(edges, row);
  }

  /**
   * The supports and contradictions of a memory, itself visible or not: found in this perspective, not dismissed
   * in it, and the other memory visible. Contradictions first, then the more similar, then as these believers learned them.
   */
  linksOf(id: string): readonly MemoryLink[] {
    const { links, memories } = this.index;
    const row = memories.row(id);
    return this.#inView(links.of(this.believers, row), row)
      .flatMap((edge): MemoryLink[] => {
        const { kind, rule, similarity, state } = edge;
        return state === 'dismissed'
          ? []
          : [{ kind, memory: memories.idOf(otherEnd(edge, row)), rule, similarity, state }];
      })
      .sort((one, other) => linkOrder(one, other) || this.compareIdsLearned(one.memory, other.memory));
  }

  /**
   * What contradicts some memories and is not among them, in their order. The time and the session of a memory make no
   * difference to a contradiction. Of the filter only `about` and `validAt` count.
   */
  opponentsOf(ids: readonly string[]): readonly string[] {
    const known = new Set(ids);
    const links = ids.flatMap((id) => this.linksOf(id)).filter(({ kind }) => kind === 'contradicts');
    const found = new Set(links.map(({ memory }) => memory).filter((id) => !known.has(id)));
    return [...found].filter((id) => this.mayAnswer(id)).slice(0, maxOpponents);
  }

  /** Whether a memory is of what the filter is about, and of its time, whenever and wherever it was said. */
  mayAnswer(id: string): boolean {
    const { about, domain, validAt } = this.filter;
    return this.#passes(id, {
      ...(about === undefined ? {} : { about }),
      ...(domain === undefined ? {} : { domain }),
      ...(validAt === undefined ? {} : { validAt }),
    });
  }

  /**
   * Who else speaks near a memory in its session, and so whom it was said to: the nearest first, at most
   * {@link maxListeners}; nobody where its session has no other speakers.
   */
  listenersOf(id: string): readonly string[] {
    const { speaker, speakers } = this.index.memories;
    const found = new Set<number>();
    for (const { part, document } of this.#held(id)) {
      const own = speaker.get(part.believer.rowOf.get(document));
      for (const near of besides(part, document, listeningTurns)) {
        const other = speaker.get(part.believer.rowOf.get(near));
        if (own >= 0 && other >= 0 && other !== own && found.size < maxListeners) found.add(other);
      }
    }
    return [...found].map((number) => speakers.text(number));
  }

  /** When the memory in a row happened, as the first of these believers has it; -Infinity where none does. */
  timeOf(row: number): number {
    for (const { believer } of this.byBeliever) {
      const document = believer.document(row);
      if (document >= 0) return timeOf(believer, this.index.memories, row, document);
    }
    return Number.NEGATIVE_INFINITY;
  }

  /** The position of every other believer that shows the memory of a document inside the filter. */
  twins(position: number, document: number): readonly number[] {
    const { believers, sharedCount } = this.index.memories;
    if (sharedCount === 0 || this.byBeliever.length < 2) return noPositions;
    const row = this.#part(position).believer.rowOf.get(document);
    if (believers.get(row) < 2) return noPositions;
    const positions: number[] = [];
    for (let other = 0; other < this.byBeliever.length; other++) {
      if (other !== position && this.#part(other).isStateInside(row)) positions.push(other);
    }
    return positions;
  }

  /** The document of another believer, by its position, in the memory of a document. */
  twin(position: number, document: number, other: number): number {
    return this.#part(other).believer.document(this.#part(position).believer.rowOf.get(document));
  }

  /** An observation that these believers believe or have believed, visible or not. */
  knownThought(id: string): ThoughtInView | undefined {
    return this.knows(id) ? this.#thoughtAt(this.index.memories.row(id)) : undefined;
  }

  /** An observation inside. */
  thought(id: string): ThoughtInView | undefined {
    const row = this.index.memories.row(id);
    return this.isInside(row) ? this.#thoughtAt(row) : undefined;
  }

  /** What the memory of an id is in a chain of thought; empty where it is in none. */
  placeInChain(id: string): IndexedPlace {
    const { memories, thoughts } = this.index;
    const row = memories.row(id);
    if (row < 0) return {};
    const [edge] = this.edgesBefore(row);
    const [reviser] = thoughts
      .after(row)
      .filter(({ from, type }) => type === 'revision' && this.isVisible(from))
      .sort((one, other) => memories.compareWritten(other.from, one.from));
    return {
      ...(edge === undefined ? {} : { edge: { from: id, to: memories.idOf(edge.to), type: edge.type } }),
      ...(reviser === undefined ? {} : { revisedBy: memories.idOf(reviser.from) }),
    };
  }

  /**
   * What the observation in a row follows. First comes what it continues or branches off from, then what it revises;
   * among equals the latest comes first.
   */
  edgesBefore(row: number): readonly FollowEdge[] {
    const { memories, thoughts } = this.index;
    return thoughts
      .before(row)
      .filter(({ to }) => this.isVisible(to))
      .toSorted(
        (one, other) =>
          Number(one.type === 'revision') - Number(other.type === 'revision') ||
          memories.compareWritten(other.to, one.to),
      );
  }

  #thoughtAt(row: number): ThoughtInView {
    const { memories, thoughts } = this.index;
    const session = memories.session.get(row);
    const edge = thoughts.before(row).find(({ to }) => this.isInside(to));
    return {
      ...thoughts.get(row),
      id: memories.idOf(row),
      position: memories.position.get(row),
      ...(session < 0 ? {} : { session: memories.sessions.text(session) }),
      ...(edge === undefined ? {} : { follows: { id: memories.idOf(edge.to), type: edge.type } }),
    };
  }

  #inView(edges: readonly LinkEdge[], row: number): readonly LinkEdge[] {
    return edges.filter((edge) => edge.state !== 'dismissed' && this.isVisible(otherEnd(edge, row)));
  }

  #passes(id: string, filter: RankFilter): boolean {
    const { memories } = this.index;
    return this.#held(id).some(
      ({ part: { believer }, document }) =>
        filterTest(believer, memories, filter, this.moment)?.(memories.row(id), document) ?? true,
    );
  }

  #held(id: string): readonly { readonly part: BelieverView; readonly document: number }[] {
    const row = this.index.memories.row(id);
    return this.byBeliever.flatMap((part) => {
      const document = row < 0 ? -1 : part.believer.document(row);
      return document < 0 ? [] : [{ part, document }];
    });
  }

  #part(position: number): BelieverView {
    return this.byBeliever[position]!;
  }
}

function linkOrder(one: MemoryLink, other: MemoryLink): number {
  if (one.kind !== other.kind) return one.kind === 'contradicts' ? -1 : 1;
  return other.similarity - one.similarity;
}

/**
 * Whether this perspective says that a fact follows from an observation. Who said so is not
 * known of an edge without a believer: then only the agent's own observation shows, which is
 * nobody else's to derive from.
 */
export function isDerivedFor(view: View, { observation, believer }: DerivedFrom): boolean {
  if (believer !== undefined) return view.believers.includes(believer) && view.knows(observation);
  return view.beliefsIn(observation).some((belief) => view.perspective.owns(belief.agent));
}

/** The visible documents of the same session within some turns before and after one, the nearest first. */
function besides({ believer, isVisible }: BelieverView, document: number, turns: number): readonly number[] {
  const { previous, next } = believer.timelines;
  const found: number[] = [];
  let [before, after] = [previous.get(document), next.get(document)];
  for (let turn = 0; turn < turns; turn++) {
    found.push(...[before, after].filter((near) => near >= 0 && isVisible(near)));
    before = before < 0 ? before : previous.get(before);
    after = after < 0 ? after : next.get(after);
  }
  return found;
}

/** Says that an agent has no memory of its own in view: its name may be mistyped. Who else remembers is not said here. */
export function strangerNotice({ byBeliever, perspective: { agent } }: View): readonly string[] {
  const isKnown = byBeliever.some(({ believer }) => agentOf(believer.agent) === agent && believer.count > 0);
  return isKnown || agent === systemAgent ? [] : [`No memory of agent ${JSON.stringify(agent)} is here.`];
}

/**
 * What of one believer's documents a view shows: those that the perspective's rule lets through (believed, not
 * withdrawn, strong enough), and of these the ones that pass the caller's filter.
 */
import { type Period, liesIn } from '../language/periods.ts';
import { archiveThreshold, effectiveStrength, recallThreshold } from '../domain/belief.ts';
import type { ObservationType } from '../domain/records.ts';
import type { BelieverIndex, VisibleDocuments } from '../recall-index/believer-index.ts';
import type { IndexedPast } from '../recall-index/entry.ts';
import type { Interner } from '../recall-index/column.ts';
import { type MemoryTable, memoryTypes } from '../recall-index/memory-table.ts';

/** By believer and by the row of a fact that was ever corrected for it: until when it was so, Infinity for no end. */
export type KnownEnds = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** The moment of a recall and how far it reaches. */
export interface Moment {
  readonly at: number;
  /** Sees what was believed then. */
  readonly asOf?: number;
  /** What was known then of when facts had ended; without it, what is known now and lies before. */
  readonly ends?: KnownEnds;
  /** Sees down to the archive threshold. */
  readonly faded?: boolean;
  /** Sees what is archived too. */
  readonly archived?: boolean;
}

/** Which memories a caller wants; a memory must pass all that are given. */
export interface RankFilter {
  /** Ids of sessions. */
  readonly sessions?: readonly string[];
  readonly types?: readonly ('fact' | ObservationType)[];
  /** The earliest `occurredAt`, in milliseconds. */
  readonly from?: number;
  /** `occurredAt` lies before this, in milliseconds. */
  readonly to?: number;
  /** The time that a question asks for, and rows that speak of it, whenever that was. */
  readonly asked?: { readonly period: Period; readonly spokenOf: ReadonlySet<number> };
  /** Ids of entities or agents, one of which the memory mentions or is about. */
  readonly about?: readonly string[];
  readonly domain?: string;
  /** Tags, one of which the believer gave it. */
  readonly tags?: readonly string[];
  /** What was so at this time, in milliseconds: facts that were valid then, and what had happened by then. */
  readonly validAt?: number;
}

/** States of a document in a view. */
export const seen = { not: 0, outside: 1, inside: 2 } as const;

/** One believer's part of a view. */
export class BelieverView {
  readonly believer: BelieverIndex;
  /** Whether the perspective's rule shows a document, filter or not. */
  readonly isVisible: (document: number) => boolean;
  /** Whether a document is visible and passes the filter. */
  readonly includes: (document: number) => boolean;
  readonly #moment: Moment;
  readonly #hasFilter: boolean;
  #states: Uint8Array | undefined;
  #inside = 0;

  constructor(believer: BelieverIndex, memories: MemoryTable, moment: Moment, filter: RankFilter) {
    this.believer = believer;
    this.#moment = moment;
    const isVisible = visibility(believer, moment);
    const passes = filterTest(believer, memories, filter, moment);
    this.isVisible = isVisible;
    this.#hasFilter = passes !== undefined;
    this.includes =
      passes === undefined
        ? isVisible
        : (document) => isVisible(document) && passes(believer.rowOf.get(document), document);
  }

  /** Per document: not visible, visible but outside the filter, or inside. Decided for all when first asked. */
  get states(): Uint8Array {
    // Another call may have written in the meantime.
    if (this.#states?.length !== this.believer.documents) this.#states = this.#decide();
    return this.#states;
  }

  /** How many documents are inside. */
  get inside(): number {
    void this.states;
    return this.#inside;
  }

  /** Whether the memory in a row is visible through this believer. */
  shows(row: number): boolean {
    const document = this.believer.document(row);
    return document >= 0 && this.isVisible(document);
  }

  /** As {@link states}: whether the memory in a row is inside. */
  isStateInside(row: number): boolean {
    const document = this.believer.document(row);
    return document >= 0 && this.states[document] === seen.inside;
  }

  /** Whether a document was held at the moment, however faded. */
  holds(document: number): boolean {
    return this.#isHeld(document);
  }

  /** Whether any document was held at the moment, however faded. */
  holdsAny(): boolean {
    const isHeld = this.#isHeld;
    for (let document = 0; document < this.believer.documents; document++) if (isHeld(document)) return true;
    return false;
  }

  /** Whether anything that was held at the moment is out of sight because it has faded. */
  hidesFaded(): boolean {
    const isHeld = this.#isHeld;
    const { states } = visibleDocuments(this.believer, this.#moment);
    return states.some((state, document) => state === seen.not && isHeld(document));
  }

  get #isHeld(): (document: number) => boolean {
    return visibility(this.believer, { ...this.#moment, archived: true });
  }

  /** By the row of each memory inside, when this believer learned it, in milliseconds. */
  learned(): ReadonlyMap<number, number> {
    const { rowOf, since, documents } = this.believer;
    const learned = new Map<number, number>();
    for (let document = 0; document < documents; document++) {
      if (this.includes(document)) learned.set(rowOf.get(document), since.get(document));
    }
    return learned;
  }

  /** The rows of the last documents of a list that are inside, without those that `without` marks. */
  lastRows(documents: readonly number[], max: number, without: Uint8Array): readonly number[] {
    const rows: number[] = [];
    for (let position = documents.length - 1; position >= 0 && rows.length < max; position--) {
      const document = documents[position]!;
      const row = this.believer.rowOf.get(document);
      if (this.includes(document) && without[row] !== 1) rows.push(row);
    }
    return rows;
  }

  #decide(): Uint8Array {
    const { states: visible, count } = visibleDocuments(this.believer, this.#moment);
    this.#inside = count;
    return this.#hasFilter ? this.#filtered(visible) : visible;
  }

  #filtered(visible: Uint8Array): Uint8Array {
    const states = visible.slice();
    const { includes } = this;
    for (let document = 0; document < states.length; document++) {
      if (states[document] === seen.not || includes(document)) continue;
      states[document] = seen.outside;
      this.#inside--;
    }
    return states;
  }
}

/** The states of all documents without a filter. Those of a recall at the present are kept with the believer. */
function visibleDocuments(believer: BelieverIndex, moment: Moment): VisibleDocuments {
  const { visible } = believer;
  const { at, asOf, faded, archived } = moment;
  const isPlain = asOf === undefined && faded !== true && archived !== true;
  if (isPlain && visible !== undefined && visible.after < at - marginMs && at + marginMs < visible.before)
    return visible;
  const found = findVisible(believer, moment);
  if (isPlain) believer.visible = found;
  return found;
}

function findVisible(believer: BelieverIndex, moment: Moment): VisibleDocuments {
  const states = new Uint8Array(believer.documents);
  const isVisible = visibility(believer, moment);
  const visibleUntil = believer.visibleUntil.values;
  const safely = safelyVisible(moment);
  let count = 0;
  let after = Number.NEGATIVE_INFINITY;
  let before = Number.POSITIVE_INFINITY;
  for (let document = 0; document < states.length; document++) {
    const until = visibleUntil[document]!;
    if (until > safely || isVisible(document)) {
      states[document] = seen.inside;
      count++;
      if (until < before) before = until;
    } else if (until > after) after = until;
  }
  return { states, count, after, before };
}

/** Whether one of the views shows the memory in a row, filters or not. */
export function isInView(views: readonly BelieverView[], row: number): boolean {
  return views.some(({ believer, states }) => {
    const document = believer.document(row);
    return document >= 0 && states[document] !== seen.not;
  });
}

/** Around the moment of fading the exact rule decides, not the precomputed time. */
const marginMs = 60_000;

/** What is visible until later than this is believed and far from fading, as most is, and needs no closer look. */
function safelyVisible({ asOf, at }: Moment): number {
  return asOf === undefined ? at + marginMs : Number.POSITIVE_INFINITY;
}

/** Whether the perspective's rule shows documents of a believer at the moment of a recall. */
export function visibility(believer: BelieverIndex, moment: Moment): (document: number) => boolean {
  const { asOf, at } = moment;
  const minStrength = moment.archived === true ? 0 : moment.faded === true ? archiveThreshold : undefined;
  const visibleUntil = believer.visibleUntil.values;
  const withdrawnAt = believer.withdrawnAt.values;
  const rows = believer.rowOf.values;
  const safely = safelyVisible(moment);
  const faded = asOf === undefined && minStrength === undefined ? at - marginMs : Number.NEGATIVE_INFINITY;
  return (document) => {
    const until = visibleUntil[document]!;
    if (until > safely) return true;
    if (until < faded) return false;
    if (rows[document]! < 0) return false;
    if (asOf === undefined) {
      if (withdrawnAt[document] !== Number.POSITIVE_INFINITY) return false;
    } else if (!heldAt(believer, document, asOf)) return false;
    const strength = strengthOf(believer, document, moment);
    return minStrength === undefined ? strength > recallThreshold : strength >= minStrength;
  };
}

/** The effective strength of a document at the moment of a recall; within a past belief, of that. */
export function strengthOf(believer: BelieverIndex, document: number, moment: Moment): number {
  const past = moment.asOf === undefined ? undefined : pastAt(believer, document, moment.asOf);
  const fading = {
    strength: past?.strength ?? believer.strength.get(document),
    reinforcedAt: past?.reinforcedAt ?? believer.reinforcedAt.get(document),
    halfLifeDays: believer.halfLifeDays.get(document),
    permanent: believer.permanent.get(document) === 1,
  };
  return effectiveStrength(fading, moment.asOf ?? moment.at);
}

/** Whether a document was believed at an earlier time, however strongly. */
export function heldAt(believer: BelieverIndex, document: number, time: number): boolean {
  const isNow = believer.since.get(document) <= time && believer.withdrawnAt.get(document) > time;
  return isNow || pastAt(believer, document, time) !== undefined;
}

function pastAt(believer: BelieverIndex, document: number, time: number): IndexedPast | undefined {
  return believer.past.get(document)?.find(({ since, until }) => since <= time && time < until);
}

/** Whether a believer's document, with its memory's row, passes. */
type Test = (row: number, document: number) => boolean;

/** Whether a document passes a filter at the moment of a recall; undefined where all do. */
export function filterTest(
  believer: BelieverIndex,
  memories: MemoryTable,
  filter: RankFilter,
  moment: Moment,
): Test | undefined {
  const tests: Test[] = [];
  const { sessions, types, from, to, asked, about, domain, tags, validAt } = filter;
  if (sessions !== undefined) {
    const wanted = numbersOf(sessions, memories.sessions);
    tests.push((row) => wanted.has(memories.session.get(row)));
  }
  if (types !== undefined) {
    const wanted = new Set(types.map((type) => memoryTypes.indexOf(type)));
    tests.push((row) => wanted.has(memories.type.get(row)));
  }
  if (from !== undefined) tests.push((row, document) => timeOf(believer, memories, row, document) >= from);
  if (to !== undefined) tests.push((row, document) => timeOf(believer, memories, row, document) < to);
  if (asked !== undefined)
    tests.push(
      (row, document) => liesIn(timeOf(believer, memories, row, document), asked.period) || asked.spokenOf.has(row),
    );
  if (domain !== undefined) {
    const wanted = memories.domains.find(domain);
    tests.push((row) => wanted >= 0 && memories.domain.get(row) === wanted);
  }
  if (tags !== undefined) {
    const wanted = new Set(tags);
    tests.push((_row, document) => believer.tags.get(document)?.some((tag) => wanted.has(tag)) === true);
  }
  if (validAt !== undefined) tests.push(validityTest(believer, memories, validAt, moment));
  if (about !== undefined) tests.push(aboutTest(memories, about));
  return tests.length === 0 ? undefined : (row, document) => tests.every((test) => test(row, document));
}

/** Whether the memory in a row is a fact, which has no speaker, whoever told it. */
export function isFactIn({ cognitive }: MemoryTable, row: number): boolean {
  return cognitive.kind.get(row) > 0;
}

/** When a memory happened; a fact without a date has the time at which this believer learned it. */
export function timeOf(believer: BelieverIndex, memories: MemoryTable, row: number, document: number): number {
  const time = memories.occurredAt.get(row);
  return Number.isNaN(time) ? believer.since.get(document) : time;
}

/** A fact without a start was always so, one without an end still is; what an observation tells of had happened. */
function validityTest(believer: BelieverIndex, memories: MemoryTable, validAt: number, moment: Moment): Test {
  const { asOf = Number.POSITIVE_INFINITY, ends } = moment;
  const known = ends?.get(believer.agent);
  return (row, document) => {
    if (memories.occurredAt.get(row) > validAt || memories.validTo.get(row) <= validAt) return false;
    // An end that no correction tells of came with a file: of when it was given nothing is known.
    const own = known?.get(row) ?? believer.validTo.get(document);
    return own === undefined || own > validAt || own > asOf;
  };
}

function aboutTest(memories: MemoryTable, ids: readonly string[]): Test {
  const wanted = numbersOf(ids, memories.names);
  return (row) =>
    (memories.about[row] ?? []).some((name) => wanted.has(name)) ||
    // Mentions lie in pairs, an entity and the name that is used for it.
    (memories.mentions[row] ?? []).some((name, position) => position % 2 === 0 && wanted.has(name));
}

function numbersOf(texts: readonly string[], numbers: Pick<Interner, 'find'>): ReadonlySet<number> {
  return new Set(texts.map((text) => numbers.find(text)).filter((number) => number >= 0));
}

/**
 * Lists what a perspective holds true about somebody or something: a look-up, with no ranking and no query. It reads
 * only, and being listed is no use of a fact.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import type { Perspective } from '../domain/belief.ts';
import { isFact } from '../domain/records.ts';
import { groupBy, present } from '../domain/values.ts';
import { ambiguitiesOf } from '../recall/ambiguous-names.ts';
import { knownEntities } from '../recall/constellation.ts';
import { supersededOf } from '../recall/replacement.ts';
import { linkedTo } from '../recall/strangers.ts';
import { idsNamed, type RecallParts } from '../recall/recall.ts';
import {
  type FactInView,
  type FactsOptions,
  type FactsResult,
  type FactRelation,
  type FactSubject,
  factsSchema,
} from './facts-options.ts';
import { View } from '../recall/view.ts';
import type { Ledger } from '../store/ledger.ts';
import { relationsTold } from './edges.ts';

const defaultLimit = 100;

/**
 * Lists the facts that a perspective holds true about somebody or something; one that is about nobody in particular counts for
 * those whom it names.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export async function facts(parts: RecallParts, perspective: Perspective, options: FactsOptions): Promise<FactsResult> {
  const asks = checked('facts', factsSchema, options);
  const { about, faded = false, superseded = false, limit = defaultLimit, offset = 0, signal } = asks;
  throwIfCancelled('facts', signal);
  await parts.follow();
  const { memories } = parts.index;
  const moment = { at: parts.clock().getTime(), archived: faded };
  const view = new View(parts.index, perspective, moment, { types: ['fact'] });
  const now = superseded ? view : new View(parts.index, perspective, moment, { types: ['fact'], validAt: moment.at });
  const holding = new Set(now.rows());
  const holds = (row: number): boolean => holding.has(row) || memories.occurredAt.get(row) > moment.at;
  const asked = about === undefined ? undefined : new Set(idsNamed(parts.index, perspective, about));
  const isAbout = (row: number): boolean => {
    const about = memories.about[row] ?? [];
    // Where nobody said whom a fact is about, it is about those whom it names.
    const targets = about.length > 0 || asked === undefined ? about : linkedTo(memories, row);
    return targets.some((target) => asked?.has(memories.names.text(target)) ?? true);
  };
  const held = view.rows().filter((row) => isAbout(row) && holds(row));
  const told = superseded ? held : await withoutCorrected(parts.ledger, view, held);
  const notices = await ambiguitiesOf(parts, perspective.believers, about ?? []);
  return {
    facts: await read(parts.ledger, view, told.slice(offset, offset + limit)),
    total: told.length,
    ...(notices.length === 0 ? {} : { notices }),
  };
}

/** Rows of facts without those that were corrected, unless their believer holds that they are so until a time to come. */
async function withoutCorrected(ledger: Ledger, view: View, rows: readonly number[]): Promise<readonly number[]> {
  const { memories } = view.index;
  // What took the place of another is linked to it.
  const isLinked = (row: number): boolean =>
    view.index.links.of(view.believers, row).some(({ state }) => state === 'confirmed');
  const linked = rows.filter(isLinked).map((row) => memories.idOf(row));
  const edges = await ledger.edgesAround('supersedes', linked);
  const endOf = (believer: string, id: string): number => view.index.beliefOf(believer, id)?.validTo ?? 0;
  const corrections = edges.filter(
    ({ believer, to }) => view.believers.includes(believer) && endOf(believer, to) <= view.time,
  );
  const corrected = await ledger.memories([...new Set(corrections.map(({ to }) => to))]);
  const over = corrected.filter((fact) => supersededOf(fact, corrections, view) !== undefined);
  const ids = new Set(over.map(({ id }) => id));
  return rows.filter((row) => !ids.has(memories.idOf(row)));
}

async function read(ledger: Ledger, view: View, rows: readonly number[]): Promise<readonly FactInView[]> {
  const { memories } = view.index;
  const whole = await ledger.wholeMemories(
    rows.map((row) => memories.idOf(row)),
    [],
    [],
  );
  const byId = new Map(whole.memories.map((memory) => [memory.id, memory]));
  const mentionsIn = groupBy(whole.mentions, ({ memory }) => memory);
  const corrections = whole.supersedes.filter(({ believer }) => view.believers.includes(believer));
  const asKnown = knownEntities(view, whole.entities);
  return rows.flatMap((row): readonly FactInView[] => {
    const fact = byId.get(memories.idOf(row));
    if (fact === undefined || !isFact(fact)) return [];
    const { id, content, title } = fact;
    const mentioned = (mentionsIn.get(id) ?? []).flatMap((mention) =>
      asKnown([mention], content).map((known) => ({ ...known, name: mention.surfaces[0] ?? known.name })),
    );
    const superseded = supersededOf(fact, corrections, view);
    const about = subjectsOf(view, row, mentioned);
    return [present({ id, content, title, about, relations: relationsOf(view, row, mentioned), superseded })];
  });
}

/** By name, since the order of ids would tell whether others knew an entity before. */
function subjectsOf(view: View, row: number, mentioned: readonly FactSubject[]): readonly FactSubject[] {
  const { about, names } = view.index.memories;
  const targets = (about[row] ?? []).map((target) => names.text(target));
  const agents = targets.filter((id) => id.startsWith('agent:')).map((id) => ({ id, name: id.slice('agent:'.length) }));
  const entities: readonly FactSubject[] = mentioned.filter(({ id }) => targets.includes(id));
  return [...entities, ...agents].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function relationsOf(view: View, row: number, mentioned: readonly FactSubject[]): readonly FactRelation[] {
  const nameOf = (id: string): string => mentioned.find((subject) => subject.id === id)?.name ?? '';
  const key = ({ from, predicate, to }: FactRelation): string => JSON.stringify([predicate, nameOf(from), nameOf(to)]);
  return relationsTold(view.index.memories, row).toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

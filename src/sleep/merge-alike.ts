/**
 * The step that merges entities which are the same to a believer. A merge is an edge of that
 * believer: nothing that mentions either entity is touched, nobody else is told, and undoing it
 * ends the edge. What was undone is not merged again.
 */
import { mergeWrite } from '../remember/merge-write.ts';
import { groupBy } from '../domain/values.ts';
import { Perspective } from '../domain/belief.ts';
import { type Entity, systemAgent } from '../domain/records.ts';
import { EntityMerges } from '../recall-index/name-lookup.ts';
import type { IndexedMerge } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Writer } from '../remember/writer.ts';
import { type SleepBatch, type SleepStep, type SleepWork, makeStep } from './sleep-step.ts';

/** Merges entities that a perspective calls alike. */
export const mergeAlike: SleepStep = makeStep<IndexedMerge>({ name: 'merge', batchSize: 100, find, handle });

async function find({ writer }: SleepWork): Promise<readonly IndexedMerge[]> {
  const { index, ledger } = writer.parts;
  const known = await ledger.list('entity_merge');
  const undone = groupBy(
    known.filter(({ undoneAt }) => undoneAt !== undefined),
    ({ believer }) => believer,
  );
  const inForce: IndexedMerge[] = known.filter(({ undoneAt }) => undoneAt === undefined);
  const found: IndexedMerge[] = [];
  const agents = Array.from(index.believers(), ({ agent }) => agent).filter((agent) => agent !== systemAgent);
  // What is the same to everybody need not be merged for each agent.
  for (const agent of [systemAgent, ...agents.sort()]) {
    const { believers } = new Perspective(agent);
    const apart = new Set(believers.flatMap((believer) => (undone.get(believer) ?? []).map(({ from }) => from)));
    const names = await sharedNames(writer, agent);
    const groups = names.flatMap(alikeBy).map((group) => group.filter(({ id }) => !apart.has(id)));
    const merged = merges(agent, groups, [...inForce, ...found]);
    found.push(...merged);
  }
  return found;
}

/** The names by which one perspective calls more than one entity. */
async function sharedNames({ parts }: Writer, agent: string): Promise<readonly SharedName[]> {
  const { index, ledger } = parts;
  const shared = new Map<string, readonly string[]>();
  for (const [surface] of index.believer(agent)?.names() ?? []) {
    const entities = called(index, agent, surface);
    if (entities.length > 1) shared.set(index.memories.surfaces.text(surface), entities);
  }
  const records = await ledger.records('entity', [...new Set([...shared.values()].flat())]);
  const own = new Map(records.filter((entity) => isCalledByName(index, agent, entity)).map((one) => [one.id, one]));
  return Array.from(shared, ([key, ids]) => ({ key, entities: ids.flatMap((id) => own.get(id) ?? []) }));
}

/** The entities that a perspective calls by a surface, those that are merged with one of them apart. */
function called(index: RecallIndex, agent: string, surface: number): readonly string[] {
  const numbers = new Perspective(agent).believers.flatMap(
    (believer) => index.believer(believer)?.named(surface) ?? [],
  );
  return [...new Set(numbers)].map((number) => index.memories.names.text(number));
}

/** What others call an entity, and take it for, is theirs to say. */
function isCalledByName(index: RecallIndex, agent: string, { id, nameKey }: Entity): boolean {
  const surface = index.memories.surfaces.find(nameKey);
  return surface >= 0 && called(index, agent, surface).includes(id);
}

/** Merges each group into the first of its entities by id, as far as it is not one yet and stays of one type and path. */
function merges(
  believer: string,
  groups: readonly (readonly Entity[])[],
  known: readonly IndexedMerge[],
): readonly IndexedMerge[] {
  const { believers } = new Perspective(believer);
  const found: IndexedMerge[] = [];
  for (const group of groups) {
    const [kept, ...others] = [...group].sort((one, other) => (one.id < other.id ? -1 : 1));
    for (const { id } of others) {
      const same = new EntityMerges([...known, ...found]).sameAs(believers, id);
      if (kept !== undefined && !same.has(kept.id)) found.push({ believer, from: id, to: kept.id });
    }
  }
  return found;
}

async function handle({ writer, dryRun }: SleepWork, found: readonly IndexedMerge[]): Promise<SleepBatch> {
  if (dryRun) return { changed: found.length };
  return writer.exclusive(async () => {
    const { clock, index, ledger } = writer.parts;
    const at = clock();
    const ids = found.flatMap(({ from, to }) => [from, to]);
    const there = new Set((await ledger.records('entity', [...new Set(ids)])).map(({ id }) => id));
    const made = found
      .filter(({ from, to }) => there.has(from) && there.has(to))
      .filter(({ believer, from, to }) => !index.merges.sameAs(new Perspective(believer).believers, from).has(to))
      .map((merge) => ({ ...merge, at }));
    if (made.length > 0) await writer.commit((await mergeWrite(writer, made)).write);
    return { changed: made.length };
  });
}

/** A name with the entities that a perspective calls so. */
interface SharedName {
  /** The name folded: without case, accents and punctuation around it. */
  readonly key: string;
  /** Each is also called by its own name in this perspective. */
  readonly entities: readonly Entity[];
}

/** Groups of entities that are the same by one name; those of a single one are left out. */
export function alikeBy({ key, entities }: SharedName): readonly (readonly Entity[])[] {
  const named = entities.filter(({ nameKey }) => nameKey === key);
  const aliased = entities.filter(({ nameKey }) => nameKey !== key);
  if (areCompatible(named)) {
    const [alias] = aliased;
    const isClear = named.length > 0 && aliased.length === 1 && alias !== undefined;
    const group = isClear && areCompatible([...named, alias]) ? [...named, alias] : named;
    return group.length > 1 ? [group] : [];
  }
  // The city and the person of one name: each is the same as what is of its own type and path.
  const groups = new Map<string, Entity[]>();
  for (const entity of named) {
    const place = JSON.stringify([entity.type, entity.path]);
    groups.set(place, [...(groups.get(place) ?? []), entity]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Whether entities can be one: `other` may be of any type, and what has no path may have any. */
function areCompatible(entities: readonly Entity[]): boolean {
  const types = new Set(entities.map(({ type }) => type).filter((type) => type !== 'other'));
  const paths = new Set(entities.flatMap(({ path }) => path ?? []));
  return types.size <= 1 && paths.size <= 1;
}

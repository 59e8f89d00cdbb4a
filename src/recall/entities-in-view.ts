/** `entities`: who and what a perspective knows by name. */
import { count, type Fields, record, words } from '../domain/result.ts';
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { foldName } from '../language/fold.ts';
import { type Checked, checked, type Given, identifier, integerIn, signal } from '../domain/input.ts';
import type { Perspective } from '../domain/belief.ts';
import { entityTypes } from '../domain/vocabulary.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { NamesInView } from '../recall-index/who-is-meant.ts';
import type { RecallParts } from './recall.ts';

const entitiesFields = {
  /** Only those of which a name begins so, whatever its case. 1-256 bytes. @default all of them */
  startsWith: identifier().optional(),
  /** 1-1,000. @default 100 */
  limit: integerIn(1, 1_000).optional(),
  ...talkField,
  signal,
};
/** What `entities` takes. */
export interface EntitiesOptions extends Given<typeof entitiesFields> {}

/** The rules for {@link EntitiesOptions}. */
export const entitiesSchema: z.ZodType<Checked<EntitiesOptions>> = z.strictObject(entitiesFields);

const entityInViewFields = {
  /** `entity:KEY`. */
  id: words,
  /** Its own name where a memory in view calls it so, else the name that they use. */
  name: words,
  /** `other` where its own name is not known. */
  type: z.enum(entityTypes),
  /** How many memories that are believed speak of it. */
  memories: count,
};
/** An entity as a perspective knows it. */
export interface EntityInView extends Fields<typeof entityInViewFields> {}
export const entityInViewRules: z.ZodType<EntityInView> = record(entityInViewFields);

/** How many entities to answer when a call does not say. */
const defaultLimit = 100;

/** The entities that memories in a perspective name, the most spoken of first. */
export async function entities(
  parts: RecallParts,
  { believers }: Perspective,
  options: EntitiesOptions,
): Promise<readonly EntityInView[]> {
  const { startsWith = '', limit = defaultLimit, signal: cancel } = checked('entities', entitiesSchema, options);
  throwIfCancelled('entities', cancel);
  await parts.follow();
  const { index, ledger } = parts;
  const known = believers.flatMap((agent) => index.believer(agent) ?? []);
  const { names, surfaces } = index.memories;
  const beginning = foldName(startsWith);
  const counted = [...namesByEntity(known, (surface) => surfaces.text(surface).startsWith(beginning))]
    .map(([entity, surface]) => ({ entity, id: names.text(entity), surface, memories: memoriesOf(known, [entity]) }))
    .sort(precedes(surfaces));
  // "Anna" and "Anna Schmidt" are one while no other Anna is known: told once, by the fullest name.
  const meant = index.namesOf(believers);
  const byEntity = new Map(counted.map((one) => [one.entity, one]));
  const told = new Set<number>();
  /** By the entity of the fullest name, everything that is told with it: "Fahim" and "Khan" with "Fahim Khan". */
  const groups = new Map<number, Set<number>>();
  for (const one of counted) {
    if (told.has(one.entity)) continue;
    if (groups.size === limit) break;
    const called = meant
      .sameAs(one.entity)
      .flatMap((entity) => byEntity.get(entity) ?? [])
      .filter(({ surface }) => isPart(surfaces.text(surface), surfaces.text(one.surface)));
    for (const { entity } of called) told.add(entity);
    const fullest = called.reduce((best, other) =>
      surfaces.text(other.surface).length > surfaces.text(best.surface).length ? other : best,
    );
    const group = groups.get(fullest.entity) ?? new Set();
    for (const { entity } of called) group.add(entity);
    groups.set(fullest.entity, group);
  }
  const found = [...groups]
    .map(([entity, group]) => ({ ...byEntity.get(entity)!, memories: memoriesOf(known, [...group]) }))
    .sort(precedes(surfaces));
  const records = new Map(
    (
      await ledger.records(
        'entity',
        found.map(({ id }) => id),
      )
    ).map((entity) => [entity.id, entity]),
  );
  return found.map(({ id, surface, memories }) => {
    const record = records.get(id);
    const speaker = fullerSpeaker(parts, meant, surfaces.text(surface));
    if (speaker !== undefined) return { id, name: speaker, type: 'person' as const, memories };
    const isCalled = record !== undefined && index.isCalled(believers, record.name, id);
    return isCalled
      ? { id, name: record.name, type: record.type, memories }
      : { id, name: surfaces.text(surface), type: 'other' as const, memories };
  });
}

/** The full name of a speaker whom a name that is a part of it means alone. */
function fullerSpeaker({ index }: RecallParts, names: NamesInView, surface: string): string | undefined {
  const { speakers, among } = names.meaning(surface);
  if (among.length > 0) return undefined;
  return speakers
    .map((speaker) => index.memories.speakers.text(speaker))
    .find((name) => foldName(name).length > surface.length && isPart(surface, foldName(name)));
}

/** The most spoken of first, equals by their names. */
function precedes(surfaces: RecallParts['index']['memories']['surfaces']): (one: Counted, other: Counted) => number {
  return (one, other) =>
    other.memories - one.memories || (surfaces.text(one.surface) < surfaces.text(other.surface) ? -1 : 1);
}

/** Whether one folded name is the other, or a word of it: what was merged under another name stays told by both. */
function isPart(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return ` ${long} `.includes(` ${short} `);
}

interface Counted {
  readonly surface: number;
  readonly memories: number;
}

/** Each entity with the first of the wanted surfaces that it is called by. */
function namesByEntity(known: readonly BelieverIndex[], isWanted: (surface: number) => boolean): Map<number, number> {
  const named = new Map<number, number>();
  for (const believer of known) {
    for (const [surface, called] of believer.names()) {
      if (!isWanted(surface)) continue;
      for (const entity of called) if (!named.has(entity)) named.set(entity, surface);
    }
  }
  return named;
}

/** How many memories that believers hold speak of one of some entities, each once, without what they withdrew. */
export function memoriesOf(known: readonly BelieverIndex[], entities: readonly number[]): number {
  const rows = new Set<number>();
  for (const believer of known) {
    for (const document of entities.flatMap((entity) => believer.documentsOf(entity))) {
      if (believer.withdrawnAt.values[document] === Number.POSITIVE_INFINITY)
        rows.add(believer.rowOf.values[document]!);
    }
  }
  return rows.size;
}

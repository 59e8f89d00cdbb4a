/** An entity with everything that hangs on it: the memories that speak of it, merges, relations. */
import type { EntityMerge } from '../domain/records.ts';
import type { Undo } from '../domain/undo.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { whyMemory } from '../recall/why-memory.ts';
import { mostMentionedIn } from './overview-defaults.ts';
import type { InspectedMerge, InspectedRelation, Inspection } from './inspection-value.ts';
import type { OverviewParts } from './overview-parts.ts';

/** Everything about the entity of an id; nothing where there is none. */
export async function inspectedEntity(
  { index, ledger }: OverviewParts,
  id: string,
): Promise<Pick<Inspection, 'entity' | 'mentionedIn'> | undefined> {
  const [entity] = await ledger.records('entity', [id]);
  if (entity === undefined) return undefined;
  const slots = slotsOf(index, id);
  const latest = slots.slice(0, mostMentionedIn).map((slot) => index.memories.ids[slot] as string);
  const merges = (await ledger.list('entity_merge')).filter(({ from, to }) => from === id || to === id);
  const relations = relationsOf(index, slots, id);
  const ends = [...merges, ...relations].flatMap(({ from, to }) => [from, to]);
  const names = new Map((await ledger.records('entity', [...new Set(ends)])).map((one) => [one.id, one.name]));
  const nameOf = (end: string): string => names.get(end) ?? end;
  const { nameKey: _, ...kept } = entity;
  return {
    entity: {
      ...kept,
      memories: slots.length,
      merges: merges.length === 0 ? [] : mergesWithUndo(merges, await ledger.list('undo'), nameOf),
      relations: relations.map((edge) => ({ ...edge, fromName: nameOf(edge.from), toName: nameOf(edge.to) })),
    },
    mentionedIn: (await ledger.memories(latest)).map(whyMemory),
  };
}

/** The slots of the memories that mention an entity, are about it or relate it, what was written last first. */
function slotsOf(index: RecallIndex, id: string): readonly number[] {
  const { memories } = index;
  const number = memories.names.find(id);
  const slots = new Set<number>();
  for (const believer of index.believers()) {
    for (const doc of believer.docsOf(number)) slots.add(believer.slotOf.values[doc] as number);
  }
  const { values: position } = memories.position;
  return [...slots].sort((one, other) => (position[other] as number) - (position[one] as number));
}

/** Each relation once, however many memories tell it. */
function relationsOf(
  { memories }: RecallIndex,
  slots: readonly number[],
  id: string,
): readonly Omit<InspectedRelation, 'fromName' | 'toName'>[] {
  const { names } = memories;
  const found = new Map<string, Omit<InspectedRelation, 'fromName' | 'toName'>>();
  for (const { from: one, predicate, to: other } of slots.flatMap((slot) => memories.relationsIn(slot))) {
    const [from, to] = [names.text(one), names.text(other)];
    if (from === id || to === id) found.set(`${from} ${predicate} ${to}`, { from, predicate, to });
  }
  return [...found.values()];
}

/** Merges with the id of the last operation that made each. */
function mergesWithUndo(
  merges: readonly EntityMerge[],
  operations: readonly Undo[],
  nameOf: (id: string) => string,
): readonly InspectedMerge[] {
  const latest = [...operations].sort((one, other) => other.at.getTime() - one.at.getTime());
  return merges
    .map((merge) => {
      const { believer, from, to } = merge;
      const operation = latest.find(({ changes }) =>
        changes.some(
          ({ table, record }) =>
            table === 'entity_merge' &&
            record['believer'] === believer &&
            record['from'] === from &&
            record['to'] === to,
        ),
      );
      const names: readonly [string, string] = [nameOf(from), nameOf(to)];
      return { ...merge, names, ...(operation === undefined ? {} : { id: operation.id }) };
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

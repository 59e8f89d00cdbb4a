/**
 * Merges two entities because somebody says that they are one. The merge is of the kind that sleep makes: an edge
 * of its believer, which `undo` ends. Nothing that mentions either entity is touched.
 */
import { ConflictError, InvalidArgumentError, throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { Perspective } from '../domain/perspective.ts';
import { type EntityMerge, systemAgent } from '../domain/records.ts';
import type { Writer } from '../remember/writer.ts';
import { meantEntity } from './meant-entity.ts';
import { type EntityMergeReport, type MergeEntitiesOptions, mergeEntitiesSchema } from './merge-options.ts';
import { mergeWrite } from './merge-write.ts';

/**
 * Merges two entities in a perspective.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule, or both mean one entity.
 * @throws {NotFoundError} when no memory in the perspective speaks of one of them.
 * @throws {ConflictError} when a name means several entities, or the two are one already.
 */
export async function mergeEntities(writer: Writer, options: MergeEntitiesOptions): Promise<EntityMergeReport> {
  const asked = checked('mergeEntities', mergeEntitiesSchema, options);
  const { believer = systemAgent, dryRun = false, signal } = asked;
  throwIfCancelled('mergeEntities', signal);
  return writer.exclusive(async () => {
    const { clock, ledger } = writer.parts;
    const { entity: from, memories } = await meantEntity(writer, believer, 'from', asked.from);
    const { entity: into } = await meantEntity(writer, believer, 'into', asked.into);
    const merge = { believer, from: from.id, to: into.id, at: clock() };
    checkApart(writer, merge);
    throwIfCancelled('mergeEntities', signal);
    const told = { dryRun, from, into, believer, memories };
    if (dryRun) return { ...told, seq: ledger.head.seq };
    const { undo, write } = await mergeWrite(writer, [merge]);
    return { ...told, ...(undo[0] === undefined ? {} : { undo: undo[0].id }), seq: await writer.commit(write) };
  });
}

/** Refuses to merge what is one. */
function checkApart({ parts: { index } }: Writer, { believer, from, to }: EntityMerge): void {
  if (from === to) {
    const rule = `"into" must be another entity than "from", got ${to} for both`;
    const details = { option: 'into', received: to };
    throw new InvalidArgumentError('INVALID_ARGUMENT', `mergeEntities: ${rule}; name another.`, { details });
  }
  if (!index.merges.sameAs(new Perspective(believer).believers, from).has(to)) return;
  const rule = `"from" must not be one with "into" yet, got ${from} and ${to}, which ${believer} holds for one`;
  throw new ConflictError('CONFLICT', `mergeEntities: ${rule}; leave it so, or undo that merge.`, {
    details: { believer, from, into: to },
  });
}

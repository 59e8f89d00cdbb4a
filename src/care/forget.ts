/**
 * Forgets: what is asked for is erased from every place that this software reads, in one
 * transaction. The owner of the space forgets for everybody; an agent forgets what it believes
 * itself, and what others hold stays theirs. That the text lies in no file any more is purge's.
 */
import { ConflictError, throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import type { Attention } from '../recall/attention.ts';
import type { Writer } from '../remember/writer.ts';
import { erasure } from './erasure.ts';
import { type ForgetOptions, type ForgetReport, forgetSchema, type ForgottenMemory } from './forget-options.ts';
import { selectForgotten } from './forget-selection.ts';
import { ForgottenBeliefs } from './forgotten-beliefs.ts';

/** What forgetting works with. */
export interface ForgetParts {
  readonly writer: Writer;
  readonly attention: Attention;
  /** Writes the index's snapshot anew, so that none on the disk holds what is forgotten. */
  readonly saveIndex: () => Promise<void>;
}

/**
 * Forgets for everybody, or for one agent.
 *
 * @throws {NotFoundError} when no memory has the id.
 * @throws {ConflictError} when the agent itself does not believe it.
 */
export async function forget(parts: ForgetParts, options: ForgetOptions, agent?: string): Promise<ForgetReport> {
  const { attention, saveIndex, writer } = parts;
  const { dryRun = false, signal, ...asked } = checked('forget', forgetSchema, options);
  // What was recalled a moment ago would be counted after it is gone.
  if (!dryRun) await attention.flush();
  // Alone from the first look on: what comes in between would be missed.
  const report = await writer.exclusive(async () => {
    throwIfCancelled('forget', signal);
    const selection = await selectForgotten(writer, asked, agent);
    throwIfCancelled('forget', signal);
    const gone = await ForgottenBeliefs.of(writer, selection.memories, agent);
    if (asked.id !== undefined && gone.memories.length === 0) throw notOwn(asked.id, agent ?? '');
    const memories = await forgottenMemories(writer, gone.memories, dryRun);
    const write = await erasure(writer, { gone, selection, agent });
    if (write !== undefined && !dryRun) await writer.commit(write);
    return { dryRun, memories, kept: gone.kept, sources: [...gone.sources] };
  });
  if (!dryRun) await saveIndex();
  return report;
}

async function forgottenMemories(
  { parts: { ledger } }: Writer,
  ids: readonly string[],
  withContent: boolean,
): Promise<readonly ForgottenMemory[]> {
  const memories = [...(await ledger.memories(ids))].sort((one, other) => one.position - other.position);
  return memories.map(({ id, content }) => (withContent ? { id, content } : { id }));
}

function notOwn(id: string, agent: string): ConflictError {
  const rule = `"id" must name a memory that ${agent} itself believes, got "${id}", which only system believes`;
  const remedy = 'the owner of the space can forget it for everybody';
  return new ConflictError('CONFLICT', `forget: ${rule}; ${remedy}.`, { details: { id } });
}

/**
 * A closer look at one memory or one entity, for whoever owns the space: all that is kept of it, whoever believes it.
 * It reads only, and being looked at is no use of a memory.
 */
import { NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { inspectedEntity } from './inspected-entity.ts';
import { inspectedMemory } from './inspected-memory.ts';
import { type Inspection, type InspectOptions, inspectSchema } from './inspection-value.ts';
import type { OverviewParts } from './overview-parts.ts';

/** What has nothing to say of anything. */
const nothing: Omit<Inspection, 'id'> = {
  mentionedIn: [],
  beliefs: [],
  supersedes: [],
  supersededBy: [],
  supports: [],
  contradicts: [],
  derivedFrom: [],
  derived: [],
  mentions: [],
  follows: [],
  followedBy: [],
};

/** What tells of ids that are no memory's and no entity's. */
const elsewhere: Readonly<Record<string, string>> = {
  agent: 'of agents tell stats and perspectives',
  session: 'of sessions tell digest and navigate',
};

/**
 * Tells everything about a memory or an entity.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 * @throws {NotFoundError} when neither a memory nor an entity has the id.
 */
export async function inspect(parts: OverviewParts, options: InspectOptions): Promise<Inspection> {
  const { id, signal } = checked('inspect', inspectSchema, options);
  throwIfCancelled('inspect', signal);
  await parts.follow();
  const found = id.startsWith('entity:') ? await inspectedEntity(parts, id) : await inspectedMemory(parts, id);
  throwIfCancelled('inspect', signal);
  if (found !== undefined) return { id, ...nothing, ...found };
  const [table = ''] = id.split(':');
  const remedy = elsewhere[table] ?? 'look it up with graph or search';
  const message = `inspect: "id" must be that of a memory or an entity of the space, got "${id}"; ${remedy}.`;
  throw new NotFoundError('NOT_FOUND', message, { details: { id } });
}

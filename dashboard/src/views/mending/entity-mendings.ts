/** What can be mended of an entity: it is called otherwise, and all that speaks of it is forgotten. */
import { countOf } from '../../words.ts';
import { hasBegun } from './belief-mendings.ts';
import { type Foresight, type Hands, type Mending, quoted } from './mending.ts';

/** An entity that is to be mended. */
export interface MendedEntity {
  /** `entity:KEY`. */
  readonly id: string;
  readonly name: string;
}

/**
 * Calls an entity otherwise: a belief tells the new name, and the entity of the old name is made one with that of the new
 * one. No memory is rewritten.
 *
 * @param onDone - is told the id of the entity that bears the new name.
 */
export function renaming(
  hands: Hands,
  { id, name }: MendedEntity,
  called: string,
  onDone?: (id: string) => void,
): Mending {
  const { agent, asAgent, asOwner } = hands;
  const whose = agent === 'system' ? 'everybody' : agent;
  const title = called.trim();
  return {
    title: `Rename ${name}`,
    action: 'Rename it',
    tells: [
      `For ${whose}, both names will lead to all that is remembered of it.`,
      `${agent} will believe a sentence that tells the new name. No memory is changed, and this can be undone.`,
    ],
    carryOut: async () => {
      const content = `${name} is called ${title}.`;
      const belief = await asAgent('believe', { content, about: [title] });
      // What was believed before stays.
      const isNew = await hasBegun(hands, belief);
      const takeBack = async (): Promise<void> => {
        if (isNew) await asAgent('withdraw', { id: belief.id });
      };
      const done = await asOwner('mergeEntities', { from: id, into: title, believer: agent }).catch(
        async (error: unknown) => {
          // Nothing of half a rename stays.
          await takeBack();
          throw error;
        },
      );
      onDone?.(done.into.id);
      const merge = done.undo;
      return {
        what: `${name} is called ${title}, for ${whose}.`,
        undo: async () => {
          if (merge !== undefined) await asOwner('undo', { id: merge });
          await takeBack();
        },
      };
    },
  };
}

/** Forgets all that speaks of an entity: as `system` for everybody, else what the agent itself believes. */
export function subjectForgetting({ agent, asAgent, asOwner }: Hands, { id, name }: MendedEntity): Mending {
  const forget = (dryRun: boolean) =>
    agent === 'system' ? asOwner('forget', { subject: id, dryRun }) : asAgent('forget', { subject: id, dryRun });
  return {
    title: `Forget ${name} for good?`,
    action: 'Forget for good',
    kind: 'danger',
    tells: [
      agent === 'system'
        ? `Every memory that speaks of ${name} will be erased for everybody, and no import brings it back.`
        : `What ${agent} itself believes of ${name} will be erased, and no import brings it back. What others believe too stays theirs.`,
      'This cannot be undone.',
    ],
    foresee: async (): Promise<Foresight> => {
      const { memories, kept, sources } = await forget(true);
      return {
        tells: [
          memories.length === 0
            ? 'Nothing would be forgotten.'
            : `${countOf(memories.length, 'memory', 'memories')} will be forgotten:`,
          ...(kept.length === 0
            ? []
            : [
                `${countOf(kept.length, 'universal memory stays', 'universal memories stay')}; speak as system for those.`,
              ]),
          ...(sources.length === 0 ? [] : ['What some of it followed from stays, and may say it too.']),
        ],
        memories,
        isNothing: memories.length === 0,
      };
    },
    carryOut: async () => {
      const { memories } = await forget(false);
      const whose = agent === 'system' ? 'Everybody' : agent;
      return {
        what: `${whose} forgot ${quoted(name)}: ${countOf(memories.length, 'memory', 'memories')}.`,
        noWayBack: 'What is forgotten is gone.',
      };
    },
  };
}

/** What can be mended of a belief: it is stated, corrected, withdrawn, held again, kept for good or forgotten. */
import type { AgentAnswer } from '../../wire.ts';
import { countOf } from '../../words.ts';
import { type Foresight, type Hands, type MendedMemory, type Mending, quoted } from './mending.ts';

/** A new belief, as it is typed. */
export interface Statement {
  readonly content: string;
  /** Names with commas between them. */
  readonly about: string;
  /** Why it takes the place of what it corrects. */
  readonly reason: string;
}

/** Holds something new true. */
export function assertion(hands: Hands, statement: Statement): Mending {
  const { agent } = hands;
  return {
    title: 'State a belief',
    action: 'Believe it',
    tells: [
      agent === 'system'
        ? 'It will be universal: every agent will recall it.'
        : `${agent} will believe it, and nobody else.`,
      'What contradicts it is found and listed below; nothing is replaced.',
    ],
    carryOut: async () => {
      const receipt = await hands.asAgent('believe', told(statement));
      const what = `${agent} believes ${quoted(statement.content)}.`;
      return (await hasBegun(hands, receipt))
        ? { what, undo: () => hands.asAgent('withdraw', { id: receipt.id }) }
        : { what, noWayBack: 'It was known already, and the belief in it is as strong as new.' };
    },
  };
}

/** Puts something new in the place of a memory. */
export function correction(hands: Hands, memory: MendedMemory, statement: Statement): Mending {
  const { agent } = hands;
  const { id: old, content } = memory;
  const { reason } = statement;
  return {
    title: 'Correct this memory',
    action: 'Correct it',
    tells: [
      `${quoted(content)} stays as it is, marked with what took its place, and answers no more beside that.`,
      agent === 'system'
        ? 'It is corrected for everybody.'
        : `It is corrected for ${agent}; other believers keep theirs.`,
    ],
    carryOut: async () => {
      const why = reason.trim() === '' ? {} : { reason: reason.trim() };
      const receipt = await hands.asAgent('believe', { ...told(statement), supersedes: [old], ...why });
      const what = `${agent} believes ${quoted(statement.content)} in the place of ${quoted(content)}.`;
      if (await hasBegun(hands, receipt)) {
        return { what, undo: () => hands.asAgent('withdraw', { id: receipt.id }) };
      }
      return { what, noWayBack: 'What took its place was believed before too; a rollback takes this back.' };
    },
  };
}

/** Stops believing a memory. */
export function withdrawal({ agent, asAgent }: Hands, { id, content }: MendedMemory): Mending {
  return {
    title: 'Withdraw this belief?',
    action: 'Withdraw',
    tells: [
      agent === 'system'
        ? `${quoted(content)} will not be universal any more: only agents that believe it themselves will recall it.`
        : `${agent} stops believing ${quoted(content)}; other believers keep it.`,
      'What it took the place of holds again.',
      'It can be believed again, as strong as new, and what was believed when stays on record.',
    ],
    carryOut: async () => {
      await asAgent('withdraw', { id });
      return { what: `${agent} withdrew ${quoted(content)}.`, undo: () => asAgent('believe', { memory: id }) };
    },
  };
}

/**
 * Believes a memory that is there already.
 *
 * @param isHeld - whether it is believed now, though faintly.
 */
export function reassertion({ agent, asAgent }: Hands, { id, content }: MendedMemory, isHeld: boolean): Mending {
  return {
    title: 'Believe this memory?',
    action: 'Believe it',
    tells: [`${agent} believes ${quoted(content)} from now on, as strongly as if it were new.`],
    carryOut: async () => {
      await asAgent('believe', { memory: id });
      const what = `${agent} believes ${quoted(content)} again.`;
      if (isHeld) return { what, noWayBack: 'It was believed before, and fades again by itself.' };
      return { what, undo: () => asAgent('withdraw', { id }) };
    },
  };
}

/** Keeps a memory for good, or lets it fade. */
export function permanence({ agent, asAgent }: Hands, { id, content }: MendedMemory, permanent: boolean): Mending {
  return {
    title: permanent ? 'Keep this memory for good?' : 'Let this memory fade?',
    action: permanent ? 'Keep it for good' : 'Let it fade',
    tells: [
      permanent
        ? `What ${agent} believes, ${quoted(content)}, will not fade any more.`
        : `What ${agent} believes, ${quoted(content)}, fades from now on unless it is recalled.`,
      'The belief is as strong as new.',
    ],
    carryOut: async () => {
      await asAgent('believe', { memory: id, permanent });
      return {
        what: `${agent} ${permanent ? 'keeps for good' : 'lets fade'}: ${quoted(content)}.`,
        undo: () => asAgent('believe', { memory: id, permanent: !permanent }),
      };
    },
  };
}

/** Forgets memories for good, all or none: as `system` for everybody, else what the agent itself believes. */
export function forgetting(
  { agent, asAgent, asOwner }: Hands,
  [first, ...others]: readonly [MendedMemory, ...MendedMemory[]],
): Mending {
  const ids = [first, ...others].map(({ id }) => id);
  const forget = (dryRun: boolean) =>
    agent === 'system' ? asOwner('forget', { ids, dryRun }) : asAgent('forget', { ids, dryRun });
  const isOne = others.length === 0;
  return {
    title: `Forget ${isOne ? 'this memory' : countOf(ids.length, 'memory', 'memories')} for good?`,
    action: 'Forget for good',
    kind: 'danger',
    tells: [
      agent === 'system'
        ? `${isOne ? 'It' : 'They'} will be erased for everybody, and no import brings ${isOne ? 'it' : 'them'} back.`
        : `What ${agent} itself believes of ${isOne ? 'it' : 'them'} will be erased, and no import brings it back. What others believe too stays theirs.`,
      'This cannot be undone. Withdrawing can: it is what a mistake asks for.',
    ],
    foresee: async (): Promise<Foresight> => {
      const { memories, kept, sources } = await forget(true);
      return {
        tells: [
          memories.length === 0 ? 'Nothing would be forgotten.' : 'This will be forgotten:',
          ...(kept.length === 0 ? [] : ['What is universal stays; speak as system to forget that.']),
          ...(sources.length === 0 ? [] : ['What it followed from stays, and may say it too.']),
        ],
        memories,
        isNothing: memories.length === 0,
      };
    },
    carryOut: async () => {
      const { memories } = await forget(false);
      const more = memories.length - 1;
      const also = more > 0 ? `, and ${isOne ? `${more} that followed from it` : `${more} more`}` : '';
      return {
        what: `${agent === 'system' ? 'Everybody' : agent} forgot ${quoted(first.content)}${also}.`,
        noWayBack: 'What is forgotten is gone.',
      };
    },
  };
}

/** Whether a belief began with its last assertion: withdrawing it leads back to how it was. */
export async function hasBegun({ agent, asAgent }: Hands, { id, outcome }: AgentAnswer<'believe'>): Promise<boolean> {
  if (outcome === 'stored') return true;
  const { believers } = await asAgent('why', { id });
  return believers.some((belief) => belief.agent === agent && belief.since === belief.reinforcedAt);
}

/** What `believe` takes of a statement. */
function told({ content, about }: Statement): { readonly content: string; readonly about?: readonly string[] } {
  const names = about.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  return { content: content.trim(), ...(names.length === 0 ? {} : { about: names }) };
}

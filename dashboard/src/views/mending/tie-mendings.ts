/** What can be mended of ties: a contradiction is judged, two entities are one, and an operation is undone. */
import type { AgentAnswer, SpaceAnswer } from '../../wire.ts';
import { countOf, momentOf } from '../../words.ts';
import { brokenWords, type Hands, inTurn, type Mending, quoted } from './mending.ts';

/** Two memories that contradict each other. */
export type Conflict = AgentAnswer<'conflicts'>['conflicts'][number];
/** What has become of a contradiction. */
export type ConflictState = Conflict['state'];
/** An operation that can be undone, or was. */
export type Operation = SpaceAnswer<'undoable'>[number];

/** What can become of a contradiction: what the button says, and what comes of it. */
export const verdicts: Readonly<Record<ConflictState, { readonly action: string; readonly comes: string }>> = {
  confirmed: {
    action: 'They contradict',
    comes: 'Both stay, and an answer with the one shows the other as what contradicts it.',
  },
  dismissed: {
    action: 'No contradiction',
    comes: 'The contradiction is neither shown nor used any more.',
  },
  exception: {
    action: 'Both hold',
    comes: 'Both stay, and one is shown as an exception to the other.',
  },
  potential: {
    action: 'Undecided',
    comes: 'It waits to be judged again.',
  },
};

/** The contradictions of a list by what both of their memories name, the subject with most first. */
export function bySubject(
  conflicts: readonly Conflict[],
): readonly (readonly [subject: string, of: readonly Conflict[]])[] {
  const found = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const theirs = new Set(conflict.other.entities.map(({ id }) => id));
    const subject = conflict.one.entities.find(({ id }) => theirs.has(id))?.name ?? 'No common name';
    found.set(subject, [...(found.get(subject) ?? []), conflict]);
  }
  return [...found].sort(([, one], [, other]) => other.length - one.length);
}

/** Pairs that are quoted before several are judged at once. */
const maxQuoted = 3;

/** Judges contradictions, all alike. */
export function judgement(
  { agent, asAgent }: Hands,
  conflicts: readonly Pick<Conflict, 'one' | 'other' | 'state'>[],
  state: ConflictState,
): Mending {
  const judge = async (of: (typeof conflicts)[number], to: ConflictState): Promise<void> => {
    await asAgent('judge', { one: of.one.id, other: of.other.id, kind: 'contradicts', state: to });
  };
  const { action, comes } = verdicts[state];
  const [first, ...others] = conflicts;
  const pairs = conflicts
    .slice(0, maxQuoted)
    .map(({ one, other }) => `${quoted(one.content)} and ${quoted(other.content)}`);
  const beyond = conflicts.length - pairs.length;
  const isOne = first !== undefined && others.length === 0;
  return {
    title: `Judge ${isOne ? 'these two' : countOf(conflicts.length, 'pair')} as “${action.toLowerCase()}”?`,
    action,
    tells: [
      ...(isOne ? [quoted(first.one.content), quoted(first.other.content)] : pairs),
      ...(beyond === 0 ? [] : [`And ${countOf(beyond, 'pair')} more.`]),
      comes,
      agent === 'system'
        ? 'It is judged so for everybody who has not judged it otherwise.'
        : `It is judged so for ${agent} alone.`,
    ],
    carryOut: async () => {
      const done: (typeof conflicts)[number][] = [];
      const refusal = await inTurn(conflicts, async (conflict) => {
        await judge(conflict, state);
        done.push(conflict);
      });
      if (refusal !== undefined && done.length === 0) throw refusal;
      const what = isOne ? `${pairs[0]}` : countOf(done.length, 'pair');
      return {
        what: `${agent} judged as “${action.toLowerCase()}”: ${what}.${brokenWords(refusal)}`,
        undo: async () => {
          for (const conflict of done) await judge(conflict, conflict.state);
        },
      };
    },
  };
}

/** Says that two entities are one. */
export function merger({ agent, asOwner }: Hands, from: string, into: string): Mending {
  const asked = { from, into, believer: agent };
  return {
    title: 'Make these two one?',
    action: 'Make them one',
    tells: [
      `Each name of either will lead to all that is remembered of both, for ${agent === 'system' ? 'everybody' : agent}.`,
      'No memory is changed, and the merge can be undone.',
    ],
    foresee: async () => {
      const told = await asOwner('mergeEntities', { ...asked, dryRun: true });
      const speak = countOf(told.memories, 'memory speaks', 'memories speak');
      return {
        tells: [`${told.from.name} is the same as ${told.into.name}. ${speak} of ${told.from.name}.`],
        isNothing: false,
      };
    },
    carryOut: async () => {
      const done = await asOwner('mergeEntities', asked);
      const what = `${done.from.name} is the same as ${done.into.name}, for ${agent === 'system' ? 'everybody' : agent}.`;
      const id = done.undo;
      return id === undefined ? { what } : { what, undo: () => asOwner('undo', { id }) };
    },
  };
}

/** Undoes an operation as a whole. */
export function undoing({ asOwner }: Hands, { id, what, at }: Pick<Operation, 'id' | 'what' | 'at'>): Mending {
  return {
    title: 'Undo this as a whole?',
    action: 'Undo it',
    tells: [`The ${what}, done on ${momentOf(at)}.`, 'What has been changed since stays as it is now.'],
    foresee: async () => {
      const { undone, kept } = await asOwner('undo', { id, dryRun: true });
      const stays = kept.length === 0 ? '' : ` ${countOf(kept.length, 'record')} changed since, and stay so.`;
      return {
        tells: [`${countOf(undone, 'record')} will be as before.${stays}`],
        isNothing: undone === 0,
      };
    },
    carryOut: async () => {
      const { undone } = await asOwner('undo', { id });
      return {
        what: `Undid the ${what}: ${countOf(undone, 'record')}.`,
        noWayBack: 'To have it again, do it once more.',
      };
    },
  };
}

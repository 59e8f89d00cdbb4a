/** How chains of thought are told in words. */
import type { FollowType, ReasoningChain, SessionInView } from 'madeleine';
import type { Wire } from '../../wire.ts';
import { countOf, dayOf } from '../../words.ts';
import type { Way } from './thought-lines.ts';

/** What a thought does with the one that it follows. */
export const followWords: Readonly<Record<FollowType, string>> = {
  next: 'Goes on from',
  branch: 'Branches off from',
  revision: 'Takes the place of',
};

/** A way that thinking took and left, with what became of it. */
export function wayWords(way: Way): string {
  if (way.kind !== 'alternative') {
    return way.kind === 'revised' ? 'Revises an earlier thought' : 'Another revision of the same thought';
  }
  const { branchId, type, thoughts, fate } = way.fate;
  const name = branchId === undefined ? (type === 'branch' ? 'A branch' : 'Another way') : `Branch ${branchId}`;
  const many = countOf(thoughts, 'thought');
  const became = {
    current: 'the current line goes along it',
    revised: 'its first thought was revised',
    continued: `it went on for ${many}`,
    ended: `it ended after ${many}`,
  };
  return `${name}: ${became[fate]}`;
}

/** Why thinking took a way, where that was said. */
export function reasonOf(way: Way): string | undefined {
  return way.kind === 'alternative' ? way.fate.reason : way.reason;
}

/** A session in one line. */
export function sessionWords({ id, goal, thoughts, startedAt }: Wire<SessionInView>): string {
  return `${goal ?? id.slice('session:'.length)} · ${countOf(thoughts, 'thought')} · ${dayOf(startedAt)}`;
}

/** Where a chain stands: how many thoughts it has, and whether it wants another. */
export function standingOf({ total, current, end }: Wire<ReasoningChain>): string {
  const { number, totalThoughts, nextThoughtNeeded } = end;
  const planned =
    totalThoughts === undefined || number === undefined ? '' : ` It ends at ${number} of ${totalThoughts} planned.`;
  const needed =
    nextThoughtNeeded === undefined
      ? ''
      : nextThoughtNeeded
        ? ' Another thought is needed.'
        : ' No other thought is needed.';
  return `${countOf(total, 'thought')}, ${current.length} of them on the current line.${planned}${needed}`;
}

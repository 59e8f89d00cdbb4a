/** What of an agent's reasoning is shown, as the address says. */
import type { ChainPart, SessionInView } from 'madeleine';
import type { Wire } from '../../wire.ts';

/** The session that is shown: the one in the address; where there is no thought either, the one that was used last. */
export function sessionShown(
  sessions: readonly Pick<Wire<SessionInView>, 'id'>[],
  given: string | undefined,
  thought: string | undefined,
): string | undefined {
  return given ?? (thought === undefined ? sessions[0]?.id : undefined);
}

/** The part of a chain that is shown; undefined for all of it. */
export function partOf(given: string | undefined): ChainPart | undefined {
  return given === 'alternatives' || given === 'revised' ? given : undefined;
}

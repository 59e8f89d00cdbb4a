/** How a belief stands for the agent that is to mend it. */
import type { AgentAnswer } from '../../wire.ts';

/** How a memory is believed. */
export interface Standing {
  readonly sentence: string;
  /** Whether the agent itself believes it. */
  readonly isOwn: boolean;
  /** Whether the agent or `system` believes it. */
  readonly isHeld: boolean;
  /** Whether the agent's own belief has faded or is archived. */
  readonly isFaint: boolean;
  /** Whether the agent's own belief never fades. */
  readonly isPermanent: boolean;
}

type Believers = AgentAnswer<'why'>['believers'];

/** How a memory stands for an agent, by those who believe it or did. */
export function standing(agent: string, believers: Believers): Standing {
  const own = believers.find((believer) => believer.agent === agent);
  const isOwn = own !== undefined && own.state !== 'withdrawn';
  return {
    sentence: sentenceOf(agent, believers),
    isOwn,
    isHeld: believers.some(({ state }) => state !== 'withdrawn'),
    isFaint: own?.state === 'faded' || own?.state === 'archived',
    isPermanent: isOwn && own.permanent,
  };
}

function sentenceOf(agent: string, believers: Believers): string {
  const own = believers.find((believer) => believer.agent === agent);
  const isUniversal = believers.some((believer) => believer.agent === 'system' && believer.state !== 'withdrawn');
  if (own === undefined) {
    return isUniversal
      ? `It is universal; ${agent} does not believe it by itself.`
      : `${agent} does not believe it by itself.`;
  }
  if (own.state === 'withdrawn') return `${agent} has withdrawn it.`;
  if (own.state === 'faded') return `${agent} believes it, but it has faded: recall leaves it out unless asked for.`;
  if (own.state === 'archived') return `${agent} believes it, but it has all but faded and is archived.`;
  return own.permanent ? `${agent} believes it, for good.` : `${agent} believes it.`;
}

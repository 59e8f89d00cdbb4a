/**
 * What one agent may see: its own beliefs united with those of `system`.
 * Only the engine makes one, from an identity; every read takes one.
 */
import { systemAgent } from './records.ts';

/** The view of one agent. */
export class Perspective {
  /** Whose view it is. */
  readonly agent: string;
  /** The believers whose memories are in view: the agent, then `system`; one only for `system` itself. */
  readonly believers: readonly string[];

  constructor(agent: string) {
    this.agent = agent;
    this.believers = agent === systemAgent ? [systemAgent] : [agent, systemAgent];
  }
}

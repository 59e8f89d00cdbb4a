/** A world: one space that is filled by a script, with the oracle that watches. */
import type { AgentMemory, Madeleine, OpenOptions, Receipt } from '../../src/index.ts';
import { openSpace } from '../support/open-space.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { createWordEmbedder } from '../support/word-embedder.mjs';
import { judgeReceipt } from './judge-receipt.ts';
import { Oracle, type OracleSettings } from './oracle.ts';
import type { Step } from './step.ts';
import { type ScriptOptions, WorldScript } from './world-script.ts';

const names = ['lisa', 'electra', 'marvin', 'ada', 'tove'] as const;

/** A space that is being filled. */
export interface World {
  readonly seed: number;
  readonly random: SeededRandom;
  readonly memory: Madeleine;
  readonly oracle: Oracle;
  readonly agents: readonly string[];
  readonly settings: OracleSettings;
  /** The time of the last step; the world's clock shows it. */
  now(): Date;
  /** Lets time pass. */
  wait(days: number): void;
  /** Plays the next step; answers it and what its receipt should not have told. */
  step(): Promise<{ readonly step: Step; readonly wrong: readonly string[] }>;
}

/** Opens a world; the seed decides everything about it. */
export async function openWorld(seed: number, options: Partial<ScriptOptions> = {}): Promise<World> {
  const random = seededRandom(seed);
  const agents = options.agents ?? names.slice(0, random.between(3, 5));
  const settings: OracleSettings = {
    decay: !random.chance(0.15),
    factHalfLifeDays: random.pick([30, 90, 180, 400]),
    observationHalfLifeDays: random.pick([10, 60, 150]),
  };
  let now = new Date(Date.UTC(2024, 0, 1) + random.between(0, 1e9));
  const memory = await openSpace({ ...settings, ...embedderOf(seed), clock: () => now });
  const oracle = new Oracle(settings);
  const script = new WorldScript(random, oracle, { agents, ownIds: false, ...options });
  return {
    seed,
    random,
    memory,
    oracle,
    agents,
    settings,
    now: () => now,
    wait: (days) => {
      now = new Date(now.getTime() + Math.round(days * 86_400_000));
    },
    step: async () => {
      const step = script.next(now);
      now = step.at;
      const receipt = await play(memory.agent(step.agent), step);
      const wrong = judgeReceipt(oracle, step, receipt);
      oracle.tell(step, receipt);
      return { step, wrong };
    },
  };
}

/** Every other world has vectors. */
export function embedderOf(seed: number): Pick<OpenOptions, 'embedder'> {
  return { embedder: seed % 2 === 0 ? 'none' : createWordEmbedder() };
}

/** Does what a step says. */
export function play(agent: AgentMemory, step: Step): Promise<Receipt> {
  switch (step.verb) {
    case 'observe':
      return agent.observe(step.options);
    case 'believe':
      return agent.believe(step.options);
    case 'think':
      return agent.think(step.options);
    default:
      return agent.withdraw(step.options);
  }
}

/**
 * Makes up what happens in a world, one step after the other. A step follows from chance and from
 * what its agent can see, so that it stays possible when the private steps of another are left out.
 *
 * Words that begin with `zq` are secrets: each belongs to one step, so wherever one is read it
 * tells whose it is.
 */
import type { BelieveOptions, EntityInput, ObserveOptions, ThinkOptions } from '../../src/index.ts';
import { channelBounds } from '../../src/domain/vocabulary.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { Oracle } from './oracle.ts';
import type { Step } from './step.ts';

/** Words that several memories share and queries ask for; none is a stem of another. */
export const markers = ['quartz', 'marimba', 'walrus', 'turnip', 'glacier', 'biscuit'] as const;
export const sessionKeys = ['mon', 'tue', 'wed', 'thu'] as const;
export const publicNames = ['luna', 'seattle', 'orbit', 'rex'] as const;
export const domains = ['work', 'personal', 'learning', 'project:tea'] as const;
const types = ['user_input', 'tool_output', 'thought', 'error', 'document'] as const;
const moods = [
  { valence: 1, arousal: 1 },
  { valence: -0.5, arousal: 0.25 },
  { valence: 0, arousal: 0 },
] as const;
const dayMs = 86_400_000;

/** What a script may be told to leave out of it. */
export interface ScriptOptions {
  readonly agents: readonly string[];
  /** Whether every memory gets an id of the caller's, the same whenever the script is played. */
  readonly ownIds: boolean;
  /** Whether agents think in chains too, and relate names. @default false */
  readonly graph?: boolean;
  /** An agent that never shares a memory that it holds for itself, though it may say things to all. */
  readonly secretive?: string;
}

/** Makes steps up; each is to be played and told to the oracle before the next is asked for. */
export class WorldScript {
  readonly #random: SeededRandom;
  readonly #oracle: Oracle;
  readonly #options: ScriptOptions;
  /** Contents that facts have had, for others to say too. */
  readonly #said: string[] = [];
  #count = 0;

  constructor(random: SeededRandom, oracle: Oracle, options: ScriptOptions) {
    this.#random = random;
    this.#oracle = oracle;
    this.#options = options;
  }

  /** The next step, a while after the last. */
  next(last: Date): Step {
    const random = this.#random;
    this.#count += 1;
    const at = new Date(last.getTime() + Math.round(random.next() ** 3 * 12 * dayMs));
    const agent = random.chance(0.06) ? 'system' : random.pick(this.#options.agents);
    const seen = this.#oracle.held(agent);
    const own = seen.filter(({ agent: believer }) => believer === agent);
    const kind = random.next();
    if (kind < 0.12 && own.length > 0) return { at, agent, verb: 'withdraw', options: { id: random.pick(own).memory } };
    if (kind < 0.24 && seen.length > 0) {
      return { at, agent, verb: 'believe', options: this.#again(agent, random.pick(seen).memory) };
    }
    if (kind < 0.62) return { at, agent, verb: 'believe', options: this.#fact(agent, at) };
    if (kind < 0.8 && this.#options.graph === true) return { at, agent, verb: 'think', options: this.#thought(agent) };
    return { at, agent, verb: 'observe', options: this.#observation(agent, at) };
  }

  #again(agent: string, memory: string): BelieveOptions {
    const random = this.#random;
    const sharing = random.chance(0.3);
    const isUniversal = this.#oracle.held('system').some((belief) => belief.memory === memory);
    return {
      memory,
      ...(sharing && (isUniversal || agent !== this.#options.secretive) ? { shared: true } : {}),
      ...(random.chance(0.3) ? { confidence: random.between(0, 10) / 10 } : {}),
      ...(random.chance(0.15) ? { permanent: random.chance(0.5) } : {}),
    };
  }

  #fact(agent: string, at: Date): BelieveOptions {
    const random = this.#random;
    const again = this.#said.length > 0 && random.chance(0.4);
    const shared = agent === 'system' || random.chance(0.25);
    const content = again ? random.pick(this.#said) : this.#text(random.chance(0.6) ? undefined : agent);
    if (!again) this.#said.push(content);
    return {
      content,
      ...this.#fields(agent),
      ...(shared ? { shared } : {}),
      ...(random.chance(0.3)
        ? { about: [random.chance(0.3) ? `agent:${random.pick(this.#options.agents)}` : this.#name(agent)] }
        : {}),
      ...(random.chance(0.4) ? { validFrom: this.#past(at) } : {}),
      ...(random.chance(0.3) ? this.#correction(shared ? 'system' : agent, content) : {}),
    };
  }

  /** By the user, who may correct everything that is in view. */
  #correction(believer: string, content: string): Pick<BelieveOptions, 'supersedes' | 'channel'> {
    const held = new Set(this.#oracle.held(believer).map(({ memory }) => memory));
    const facts = this.#oracle.memories.filter(
      (memory) => held.has(memory.id) && memory.type === 'fact' && memory.content !== content,
    );
    return facts.length === 0 ? {} : { supersedes: [this.#random.pick(facts).id], channel: 'user' };
  }

  #observation(agent: string, at: Date): ObserveOptions {
    const random = this.#random;
    const shared = agent === 'system' || random.chance(0.3);
    return {
      content: this.#text(agent),
      ...this.#fields(agent),
      ...(shared ? { shared } : {}),
      ...(random.chance(0.7) ? { type: random.pick(types) } : {}),
      ...(random.chance(0.7)
        ? { session: random.chance(0.8) ? random.pick(sessionKeys) : this.#secret(agent, 'sess') }
        : {}),
      ...(random.chance(0.3)
        ? { speaker: random.chance(0.7) ? random.pick(['mark', 'nina']) : this.#secret(agent, 'voice') }
        : {}),
      ...(random.chance(0.4) ? { occurredAt: this.#past(at) } : {}),
    };
  }

  /** A thought that goes on, branches off or revises, from any thought in its believer's view or from the agent's last. */
  #thought(agent: string): ThinkOptions {
    const random = this.#random;
    const shared = agent === 'system' || random.chance(0.3);
    const held = new Set(this.#oracle.held(shared ? 'system' : agent).map(({ memory }) => memory));
    const thoughts = this.#oracle.memories.filter(({ id, type }) => type === 'thought' && held.has(id));
    const target = thoughts.length > 0 && random.chance(0.7) ? random.pick(thoughts).id : undefined;
    const place = [
      { follows: target },
      { revisesThought: target },
      { branchFromThought: target, branchId: this.#secret(agent, 'branch') },
    ] as const;
    return {
      thought: this.#text(agent),
      ...this.#fields(agent),
      ...(shared ? { shared } : {}),
      ...(target === undefined
        ? { session: random.pick(sessionKeys), ...(random.chance(0.3) ? { thoughtNumber: 1 } : {}) }
        : {
            ...(random.pick(place) as Partial<ThinkOptions>),
            ...(random.chance(0.5) ? { reason: this.#secret(agent, 'reason') } : {}),
          }),
    };
  }

  #relations(agent: string): Pick<ObserveOptions, 'relations'> {
    const random = this.#random;
    if (this.#options.graph !== true || random.chance(0.6)) return {};
    const predicate = random.pick(['owns', 'lives in', this.#secret(agent, 'tie')]);
    return { relations: [{ from: this.#name(agent), predicate, to: this.#name(agent) }] };
  }

  #fields(agent: string): Omit<ObserveOptions, 'content'> {
    const random = this.#random;
    const channel = random.chance(0.2) ? random.pick(['agent', 'tool', 'user'] as const) : undefined;
    // What a tool prints claims no more than its channel may.
    const { importance = 10 } = channelBounds[channel ?? 'user'] ?? {};
    return {
      ...(this.#options.ownIds ? { id: `step-${this.#count}` } : {}),
      ...(random.chance(0.3) ? { importance: random.between(1, importance) } : {}),
      ...(random.chance(0.2) ? { mood: random.pick(moods) } : {}),
      ...(random.chance(0.4) ? { domain: random.pick(domains) } : {}),
      ...(random.chance(0.2) ? { topic: this.#secret(agent, 'topic') } : {}),
      ...(random.chance(0.2) ? { source: this.#secret(agent, 'source') } : {}),
      ...(random.chance(0.1) && channel !== 'tool' ? { permanent: true } : {}),
      ...(channel === undefined ? {} : { channel }),
      ...(random.chance(0.3) ? { entities: [this.#name(agent)] } : {}),
      ...this.#relations(agent),
    };
  }

  #text(agent: string | undefined): string {
    const random = this.#random;
    const words = [
      random.pick(markers),
      ...(random.chance(0.4) ? [random.pick(markers)] : []),
      `number ${this.#count} of the day`,
    ];
    if (agent !== undefined) words.push(this.#secret(agent, 'word'));
    return words.join(' ');
  }

  #name(agent: string): EntityInput | string {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.3) return random.pick(publicNames);
    if (kind < 0.5) return random.pick(publicNames).toUpperCase();
    if (kind < 0.8)
      return {
        name: random.pick(publicNames),
        aliases: [this.#secret(agent, 'alias')],
        type: random.pick(['person', 'place', 'other'] as const),
      };
    const known = this.#oracle.namesSaidBy(agent);
    return known.length > 0 && random.chance(0.5) ? random.pick(known) : this.#secret(agent, 'name');
  }

  /** A word of this step and agent alone. */
  #secret(agent: string, kind: string): string {
    return `zq${kind}${agent}${this.#count}`;
  }

  #past(at: Date): Date {
    return new Date(at.getTime() - this.#random.between(0, 200) * dayMs - this.#random.between(0, 1000));
  }
}

/**
 * What a world is, in plain lists and with arithmetic of its own: who believes what, how strongly,
 * and so what a perspective may see. It imports nothing of what it judges.
 */
import type { ObserveOptions, Receipt } from '../../src/index.ts';
import type { Step } from './step.ts';

const dayMs = 86_400_000;
type Channel = keyof typeof trust;
const trust = { user: 0.9, agent: 0.8, consolidation: 0.7, import: 0.6, tool: 0.4 } as const;

/** A memory, with what each believer has said of it. */
export interface OracleMemory {
  readonly id: string;
  readonly type: string;
  readonly content: string;
  readonly importance: number;
  readonly intensity: number;
  readonly session?: string;
  readonly domain?: string;
  /** When it happened; an undated fact has no such time. */
  readonly happenedAt?: number;
  readonly about: readonly string[];
  /** Entity -> the folded names by which this memory calls it. */
  readonly mentions: Map<string, Set<string>>;
  /** Believer -> everything that it has said, as text. */
  readonly said: Map<string, string>;
}

/** One agent's belief in one memory. */
export interface OracleBelief {
  readonly agent: string;
  readonly memory: string;
  /** Through which channel, and from which source within it, the believer has it. */
  channel: Channel;
  source: string;
  confidence: number;
  since: number;
  reinforcedAt: number;
  permanent: boolean;
  withdrawnAt?: number;
  /** Earlier times in which it was believed. */
  readonly past: { readonly since: number; readonly until: number; readonly reinforcedAt: number }[];
  readonly halfLifeDays: number;
}

type Thought = Extract<Step, { verb: 'think' }>;
/** A step after which somebody believes something. */
type Assertion = Extract<Step, { verb: 'observe' | 'believe' }>;

/** What of a perspective a query may see. */
export interface OracleQuery {
  readonly agent: string;
  readonly at: number;
  readonly asOf?: number;
  readonly faded?: boolean;
  readonly sessions?: readonly string[];
  readonly types?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly about?: readonly string[];
  readonly domain?: string;
}

/** A memory in view, with the beliefs that show it and their strength. */
export interface Visible {
  readonly memory: OracleMemory;
  readonly shownBy: readonly { readonly belief: OracleBelief; readonly strength: number }[];
}

/** How long beliefs last in a world. */
export interface OracleSettings {
  readonly decay: boolean;
  readonly factHalfLifeDays: number;
  readonly observationHalfLifeDays: number;
}

/** All that is so in one world. */
export class Oracle {
  readonly memories: OracleMemory[] = [];
  readonly beliefs: OracleBelief[] = [];
  readonly #settings: OracleSettings;

  constructor(settings: OracleSettings) {
    this.#settings = settings;
  }

  /** The beliefs, not withdrawn, that make up an agent's perspective; faded ones too. */
  held(agent: string): readonly OracleBelief[] {
    return this.beliefs.filter((belief) => isOf(agent, belief.agent) && belief.withdrawnAt === undefined);
  }

  /** Names that an agent has used itself. */
  namesSaidBy(agent: string): readonly string[] {
    return this.memories
      .filter((memory) => memory.said.has(agent))
      .flatMap(({ mentions }) => [...mentions.values()].flatMap((names) => [...names]));
  }

  /** The entities that a perspective knows by a name. */
  named(agent: string, name: string): readonly string[] {
    const key = name.toLowerCase();
    const held = new Set(this.held(agent).map(({ memory }) => memory));
    const calling = this.memories.filter(({ id }) => held.has(id));
    const found = calling.flatMap(({ mentions }) => [...mentions].filter(([, names]) => names.has(key)));
    return [...new Set(found.map(([entity]) => entity))];
  }

  /** Everything that the believers of a perspective have said of a memory, as text. */
  saidOf({ said }: OracleMemory, agent: string): string {
    return [...said]
      .filter(([who]) => isOf(agent, who))
      .map(([, text]) => text)
      .join(' ');
  }

  /** The memory in a perspective, withdrawn ones included, that says the same of the same. */
  sameFact(
    agent: string,
    content: string,
    about: readonly string[],
    validFrom: number | undefined,
  ): OracleMemory | undefined {
    const ever = new Set(this.beliefs.filter((belief) => isOf(agent, belief.agent)).map(({ memory }) => memory));
    return this.memories.find(
      (memory) =>
        ever.has(memory.id) &&
        memory.type === 'fact' &&
        memory.content === content &&
        memory.happenedAt === validFrom &&
        [...memory.about].sort().join() === [...about].sort().join(),
    );
  }

  /** Takes in a step that was played; a thought is an observation with a place in a chain. */
  tell(played: Step, receipt: Receipt): void {
    const at = played.at.getTime();
    const step = played.verb === 'think' ? asObservation(played) : played;
    if (step.verb === 'withdraw') {
      const belief = this.#belief(step.agent, step.options.id);
      if (belief !== undefined) belief.withdrawnAt = at;
      return;
    }
    const { options } = step;
    const believer = options.shared === true ? 'system' : step.agent;
    const again = step.verb === 'believe' && step.options.memory !== undefined;
    const memory = this.memories.find(({ id }) => id === receipt.id) ?? this.#create(step, receipt);
    const before = again ? [...memory.said].filter(([who]) => isOf(step.agent, who)).map(([, text]) => text) : [];
    const said = [memory.said.get(believer) ?? '', ...before, again ? '' : JSON.stringify(options)];
    memory.said.set(believer, said.join(' '));
    this.#assert(memory, believer, { source: step.agent, ...options }, at);
  }

  /** Everything that a query may answer. */
  visible(query: OracleQuery): readonly Visible[] {
    return this.memories.flatMap((memory) => {
      const shownBy = this.beliefs
        .filter((belief) => belief.memory === memory.id && isOf(query.agent, belief.agent))
        .filter((belief) => this.#shows(belief, query))
        .filter((belief) => isWithin(memory.happenedAt ?? belief.since, query))
        .map((belief) => ({ belief, strength: strengthAt(belief, query.asOf ?? query.at) }));
      return shownBy.length > 0 && this.#passes(memory, query) ? [{ memory, shownBy }] : [];
    });
  }

  #shows(belief: OracleBelief, { at, asOf, faded }: OracleQuery): boolean {
    if (asOf === undefined && belief.withdrawnAt !== undefined) return false;
    const heldNow = belief.since <= (asOf ?? at) && (belief.withdrawnAt ?? Infinity) > (asOf ?? at);
    if (asOf !== undefined && !heldNow && pastAt(belief, asOf) === undefined) return false;
    const strength = strengthAt(belief, asOf ?? at);
    return faded === true ? strength >= 0.1 : strength > 0.3;
  }

  #passes(memory: OracleMemory, query: OracleQuery): boolean {
    const { sessions, types, about, domain } = query;
    if (sessions !== undefined && !sessions.some((key) => memory.session === `session:${key}`)) return false;
    if (types !== undefined && !types.includes(memory.type)) return false;
    if (domain !== undefined && memory.domain !== domain) return false;
    if (about === undefined) return true;
    const wanted = about.flatMap((name) => (name.startsWith('agent:') ? [name] : this.named(query.agent, name)));
    return wanted.some((id) => memory.about.includes(id) || memory.mentions.has(id));
  }

  #belief(agent: string, memory: string): OracleBelief | undefined {
    return this.beliefs.find((belief) => belief.agent === agent && belief.memory === memory);
  }

  #create(step: Assertion, receipt: Receipt): OracleMemory {
    const { options } = step;
    const { mood } = options;
    const about = step.verb === 'believe' ? (step.options.about ?? []) : [];
    const names = [...about, ...(options.entities ?? [])].filter((entry) => !String(entry).startsWith('agent:'));
    const mentions = new Map<string, Set<string>>();
    names.forEach((entry, place) => {
      // Two names of one entity are linked once.
      const entity = (receipt.linked[place] ?? receipt.linked[0])?.id ?? '';
      const forms = typeof entry === 'string' ? [entry] : [entry.name, ...(entry.aliases ?? [])];
      mentions.set(entity, new Set([...(mentions.get(entity) ?? []), ...forms.map((form) => form.toLowerCase())]));
    });
    const aboutIds = about.map((entry, place) =>
      typeof entry === 'string' && entry.startsWith('agent:') ? entry : (receipt.linked[place]?.id ?? ''),
    );
    const time = step.verb === 'observe' ? (step.options.occurredAt ?? step.at) : step.options.validFrom;
    const session = step.verb === 'observe' ? step.options.session : undefined;
    const memory: OracleMemory = {
      id: receipt.id,
      type: step.verb === 'observe' ? (step.options.type ?? 'user_input') : 'fact',
      content: options.content ?? '',
      importance: options.importance ?? 5,
      intensity: mood === undefined ? 0 : Math.min(1, Math.sqrt((mood.valence ** 2 + mood.arousal ** 2) / 2)),
      about: aboutIds,
      mentions,
      said: new Map(),
      ...(time === undefined ? {} : { happenedAt: new Date(time).getTime() }),
      ...(session === undefined ? {} : { session: `session:${session}` }),
      ...(options.domain === undefined ? {} : { domain: options.domain }),
    };
    this.memories.push(memory);
    return memory;
  }

  #assert(memory: OracleMemory, agent: string, options: Assertion['options'], at: number): void {
    const { confidence, permanent, channel = 'user', source = agent } = options;
    const known = this.#belief(agent, memory.id);
    if (known !== undefined) {
      // A tool changes nothing of what is trusted more, nor of what it has said itself.
      const isTrustedMore = channel === 'tool' && trust[known.channel] > trust[channel];
      const isRepeated = channel === 'tool' && known.channel === channel && known.source === source;
      if (known.withdrawnAt === undefined && (isTrustedMore || isRepeated)) return;
      if (isTrustedMore)
        Object.assign(known, { channel, source, confidence: trust[channel], permanent: !this.#settings.decay });
      const { reinforcedAt } = known;
      known.reinforcedAt = at;
      if (known.withdrawnAt !== undefined) {
        known.past.push({ since: known.since, until: known.withdrawnAt, reinforcedAt });
        delete known.withdrawnAt;
        known.since = at;
      }
      if (confidence !== undefined) known.confidence = confidence;
      if (permanent !== undefined) known.permanent = permanent;
      return;
    }
    const base = memory.type === 'fact' ? this.#settings.factHalfLifeDays : this.#settings.observationHalfLifeDays;
    const { importance } = memory;
    const factor = importance < 5 ? (importance + 3) / 8 : importance / 5;
    const belief: OracleBelief = {
      agent,
      memory: memory.id,
      channel,
      source,
      confidence: confidence ?? trust[channel],
      since: at,
      reinforcedAt: at,
      permanent: permanent ?? !this.#settings.decay,
      past: [],
      halfLifeDays: base * factor * (1 + memory.intensity * 0.5),
    };
    this.beliefs.push(belief);
  }
}

function asObservation({ options: { thought, session, occurredAt, ...fields }, ...step }: Thought): Assertion {
  const options = {
    ...fields,
    content: thought,
    type: 'thought' as const,
    channel: fields.channel ?? ('agent' as const),
    ...(session === undefined ? {} : { session }),
    ...(occurredAt === undefined ? {} : { occurredAt }),
  };
  return { ...step, verb: 'observe', options: options as ObserveOptions };
}

/** Whether a believer belongs to an agent's perspective. */
function isOf(agent: string, believer: string): boolean {
  return believer === agent || believer === 'system';
}

function pastAt({ past }: OracleBelief, at: number): OracleBelief['past'][number] | undefined {
  return past.find(({ since, until }) => since <= at && at < until);
}

/** What is left of a belief that was whole when it was last asserted. */
function strengthAt(belief: OracleBelief, at: number): number {
  if (belief.permanent) return 1;
  const { reinforcedAt } = pastAt(belief, at) ?? belief;
  return Math.exp((-Math.LN2 * Math.max(0, at - reinforcedAt)) / (belief.halfLifeDays * dayMs));
}

function isWithin(time: number, { from, to }: OracleQuery): boolean {
  return (from === undefined || time >= from) && (to === undefined || time < to);
}

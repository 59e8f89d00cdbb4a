/** The shape of an answer: what answers, what supports it, what contradicts it, and the rest. */
import { type Fields, record } from '../domain/result.ts';
import { z } from 'zod';
import { foldName } from '../language/fold.ts';
import {
  closeShare,
  fewestSharedTerms,
  mostContradicting,
  mostPrimary,
  mostSupporting,
  sharedTermsShare,
} from './defaults.ts';
import type { MemoryRole } from './memory-link.ts';
import { memoriesText } from './memory-text.ts';
import type { MoodInUse } from './mood.ts';
import type { ProfileName } from './profiles.ts';
import { type RecalledMemory, type RecallResult, recallResultFields } from './recall-options.ts';

const constellationFields = {
  /**
   * The gist in one or two sentences, by a template and without a model; at most 400 characters,
   * '' when nothing is recalled.
   */
  synthesis: z.string().default(''),
  /** How many of the memories, the last ones, the query did not bring up itself: they contradict one that it did. */
  broughtIn: z.int().default(0),
};
/** What a constellation holds. */
export interface ConstellationFields extends RecallResult, Fields<typeof constellationFields> {}

/** The rules of {@link ConstellationFields}. */
export const constellationRules: z.ZodType<ConstellationFields> = record({
  ...recallResultFields,
  ...constellationFields,
});
/**
 * What an agent recalls: a flat list, best first, in which each memory has a part. After the
 * ranked memories come those that were brought in because they contradict one of them.
 */
export class Constellation implements ConstellationFields {
  readonly agent: string;
  readonly query: string;
  readonly profile: ProfileName;
  readonly memories: readonly RecalledMemory[];
  readonly total: number;
  readonly notices: readonly string[];
  declare readonly mood?: MoodInUse;
  readonly synthesis: string;
  readonly broughtIn: number;

  /** @internal */
  constructor(result: ConstellationFields) {
    this.agent = result.agent;
    this.query = result.query;
    this.profile = result.profile;
    this.memories = result.memories;
    this.total = result.total;
    this.notices = result.notices;
    if (result.mood !== undefined) this.mood = result.mood;
    this.synthesis = result.synthesis;
    this.broughtIn = result.broughtIn;
  }

  /** The direct answers: the best memory and those close to it; at most 3. */
  get primary(): readonly RecalledMemory[] {
    return this.#of('primary');
  }

  /** What supports a primary memory, stands next to it or is about the same; at most 5. */
  get supporting(): readonly RecalledMemory[] {
    return this.#of('supporting');
  }

  /** What contradicts another memory of the answer, is an exception to it, or took its place; at most 3. */
  get contradicting(): readonly RecalledMemory[] {
    return this.#of('contradicting');
  }

  /** The rest. */
  get context(): readonly RecalledMemory[] {
    return this.#of('context');
  }

  /** The memories that the query itself brought up. */
  get ranked(): readonly RecalledMemory[] {
    return this.memories.slice(0, this.memories.length - this.broughtIn);
  }

  /**
   * Compact text for a model's context: a line to a memory, each below 120 tokens, labelled as
   * data and not as instructions; '' when nothing is recalled.
   */
  text(): string {
    return memoriesText(this);
  }

  /** Without empty lists and texts, and without `broughtIn` where there are none. */
  toJSON(): object {
    const { memories, broughtIn, ...rest } = this;
    const added = broughtIn === 0 ? {} : { broughtIn };
    return { ...withoutEmpty(rest), ...added, memories: memories.map(withoutEmpty) };
  }

  #of(role: MemoryRole): readonly RecalledMemory[] {
    return this.memories.filter((memory) => memory.role === role);
  }
}

function withoutEmpty(record: object): object {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== '' && !isEmptyList(value)),
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

// Which part each recalled memory plays. By rules alone, so that the same memories always play the same parts, and
// with caps (defaults.ts): primary the best one and those whose score is close to it, unless they oppose a better
// one; for one that is superseded, what took its place answers, if it is in the answer; others that are superseded
// answer only where nothing else does contradicting what opposes a primary one (contradicts it, is an exception to
// it, or one of the two superseded the other), then what opposes a supporting one supporting of the rest what
// supports a primary one by a link, then what stands next to one in its session, then what shares most of its names
// and key terms with one context the rest A part is given in the order of the scores. Memories that were brought in
// are there because they contradict; if the cap leaves no room for one, it has no part and is not shown.

/** What is to be given parts. */
export interface Cast {
  /** Best first. */
  readonly ranked: readonly RecalledMemory[];
  /** What contradicts ranked ones and is not among them, best first. */
  readonly broughtIn: readonly RecalledMemory[];
  /** Whether two memories stand next to each other in a session as the perspective knows it. */
  readonly isBeside: (one: string, other: string) => boolean;
}

/** The part of each memory by id; brought-in ones without a part are missing. */
export function rolesOf({ ranked, broughtIn, isBeside }: Cast): ReadonlyMap<string, MemoryRole> {
  const roles = new Map<string, MemoryRole>();
  const free = (): readonly RecalledMemory[] => ranked.filter(({ id }) => !roles.has(id));
  const give = (role: MemoryRole, memories: readonly RecalledMemory[]): void => {
    for (const { id } of memories) roles.set(id, role);
  };
  const primary = primaryOf(ranked, broughtIn);
  give('primary', primary);
  let room = mostContradicting;
  let newcomers = broughtIn.filter((memory) => !primary.includes(memory));
  const contradict = (shown: readonly RecalledMemory[]): void => {
    const found = [...free(), ...newcomers].filter((memory) => shown.some((other) => areOpposed(memory, other)));
    const chosen = found.slice(0, room);
    give('contradicting', chosen);
    room -= chosen.length;
    newcomers = newcomers.filter((memory) => !chosen.includes(memory));
  };
  contradict(primary);
  const supporting = supportingOf(free(), primary, isBeside);
  give('supporting', supporting);
  contradict(supporting);
  give('context', free());
  contradict(ranked);
  return roles;
}

/** Whether two memories cannot both hold as they stand. */
export function areOpposed(one: RecalledMemory, other: RecalledMemory): boolean {
  return (
    one.superseded?.by === other.id ||
    other.superseded?.by === one.id ||
    isLinked('contradicts', one, other) ||
    isLinked('contradicts', other, one)
  );
}

function isLinked(kind: 'supports' | 'contradicts', one: RecalledMemory, other: RecalledMemory): boolean {
  return one.links?.some((link) => link.kind === kind && link.memory === other.id) ?? false;
}

function primaryOf(ranked: readonly RecalledMemory[], broughtIn: readonly RecalledMemory[]): readonly RecalledMemory[] {
  const least = Math.max(0, ...ranked.map(({ score }) => score)) * closeShare;
  const byId = new Map([...ranked, ...broughtIn].map((memory) => [memory.id, memory]));
  const close = new Set(ranked.filter(({ score }) => score >= least).map((memory) => latestOf(memory, byId)));
  const standing = [...close].filter(({ superseded }) => superseded === undefined);
  return unopposed(standing.length > 0 ? standing : [...close], mostPrimary);
}

/** What took the place of a memory, and of that, as far as it is in the answer. */
function latestOf(memory: RecalledMemory, byId: ReadonlyMap<string, RecalledMemory>): RecalledMemory {
  const passed = new Set<RecalledMemory>();
  let latest = memory;
  while (latest.superseded?.by !== undefined) {
    passed.add(latest);
    const next = byId.get(latest.superseded.by);
    // Believers may have put two facts in each other's place.
    if (next === undefined || passed.has(next)) break;
    latest = next;
  }
  return latest;
}

function supportingOf(
  free: readonly RecalledMemory[],
  primary: readonly RecalledMemory[],
  isBeside: Cast['isBeside'],
): readonly RecalledMemory[] {
  const standsBy = (test: (memory: RecalledMemory, answer: RecalledMemory) => boolean): readonly RecalledMemory[] =>
    free.filter((memory) => primary.some((answer) => test(memory, answer) && !areOpposed(memory, answer)));
  const terms = new Map([...free, ...primary].map((memory) => [memory.id, termsOf(memory)]));
  const found = [
    ...standsBy((memory, answer) => isLinked('supports', memory, answer) || isLinked('supports', answer, memory)),
    ...standsBy((memory, answer) => isBeside(memory.id, answer.id)),
    ...standsBy((memory, answer) => shareTerms(terms.get(memory.id) as Terms, terms.get(answer.id) as Terms)),
  ];
  return unopposed([...new Set(found)], mostSupporting);
}

/** The first ones, without those that are opposed to one before them. */
function unopposed(memories: readonly RecalledMemory[], most: number): readonly RecalledMemory[] {
  const chosen: RecalledMemory[] = [];
  for (const memory of memories) {
    if (chosen.length === most) break;
    if (!chosen.some((other) => areOpposed(memory, other))) chosen.push(memory);
  }
  return chosen;
}

function shareTerms(one: Terms, other: Terms): boolean {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  const shared = [...fewer].filter((term) => more.has(term)).length;
  return shared >= fewestSharedTerms && shared >= fewer.size * sharedTermsShare;
}

type Terms = ReadonlySet<string>;

/** Names and key terms in one form, so that a name that is a key term too counts once. */
function termsOf({ concepts, entities }: RecalledMemory): Terms {
  return new Set([...concepts, ...entities.map(({ name }) => foldName(name))]);
}

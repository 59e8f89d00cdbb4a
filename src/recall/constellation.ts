/** The shape of an answer: what answers, what supports it, what contradicts it, and the rest. */
import { z } from 'zod';
import { type Fields, record } from '../domain/result.ts';
import type { MemoryRole } from './memory-link.ts';
import { memoriesText } from './memory-text.ts';
import type { MoodInUse } from './mood-in-use.ts';
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

/** What prose is made of: memories as recall tells them, with what else a sentence wants to know. */
import type { Believer, RecalledMemory } from '../recall/recall-options.ts';

/** What a sentence reads of a recalled memory. */
type Told =
  | ('type' | 'content' | 'kind' | 'knowledgeType' | 'speaker' | 'recordedBy')
  | ('occurredAt' | 'validFrom' | 'mood' | 'moodSource' | 'thought');

/** A memory, as far as a sentence tells it. Any recalled memory is one. */
export interface ToldMemory extends Pick<RecalledMemory, Told> {
  /** Who believes it, and where each has it from: the reader itself, `system`, or both. */
  readonly believers: readonly Pick<Believer, 'agent' | 'provenance'>[];
  /** The names by which it calls somebody or something, as far as the reader knows them. */
  readonly entities: readonly { readonly name: string }[];
}

/** A memory that is worth saying. */
export interface ProseItem extends ToldMemory {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  /** What it says of entities, by their names. */
  readonly relations?: readonly { readonly from: string; readonly predicate: string; readonly to: string }[];
  /** What in view contradicts it. */
  readonly contradictedBy?: ToldMemory;
}

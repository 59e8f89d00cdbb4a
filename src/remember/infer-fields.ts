/**
 * The fields of a memory that follow from its text alone, for whatever the caller left out.
 */
import { type ConceptOptions, conceptsOf, surfacesWhenOf } from '../language/concepts.ts';
import { factKindOf, factTitle, knowledgeTypeOf, ringOf } from '../language/knowledge.ts';
import type { FactKind, KnowledgeType, Mood, Ring } from '../domain/records.ts';
import { defaultImportance } from './defaults.ts';
import { inferMood } from '../language/infer-mood.ts';

/** How a memory felt, and whether that was inferred. */
export interface MoodFields {
  readonly mood?: Mood;
  readonly moodInferred?: true;
}

/** The mood that the caller gave, else the one that the text speaks of if moods are to be inferred. */
export function moodFields(text: string, given: Mood | undefined, infer: boolean): MoodFields {
  if (given !== undefined) return { mood: given };
  const mood = infer ? inferMood(text) : undefined;
  return mood === undefined ? {} : { mood, moodInferred: true };
}

/** What the caller gave; anything given, an empty list included, stays as it is. */
export interface GivenFields {
  readonly concepts?: readonly string[];
  readonly surfacesWhen?: readonly string[];
}

/** What the caller gave of a fact. */
export interface GivenFactFields extends GivenFields {
  readonly kind?: FactKind;
  readonly title?: string;
  readonly knowledgeType?: KnowledgeType;
  readonly ring?: Ring;
  /** 1..10. */
  readonly importance?: number;
  /** Whether the belief in it is for good. */
  readonly permanent?: boolean;
}

/** The fields that every memory has. */
export interface InferredFields {
  readonly concepts: readonly string[];
  readonly surfacesWhen: readonly string[];
}

/** The fields that only a fact has. */
export interface InferredFactFields extends InferredFields {
  readonly kind: FactKind;
  readonly title: string;
  readonly knowledgeType: KnowledgeType;
  readonly ring: Ring;
}

/** Concepts and triggers of a memory; triggers follow from the concepts that are in force, given or found. */
export function inferFields(text: string, given: GivenFields, options: ConceptOptions = {}): InferredFields {
  const concepts = given.concepts ?? conceptsOf(text, options);
  return { concepts, surfacesWhen: given.surfacesWhen ?? surfacesWhenOf(text, concepts) };
}

/** Concepts, triggers, kind, title, type of knowledge and ring of a fact; each follows from what is in force before it. */
export function inferFactFields(
  text: string,
  given: GivenFactFields,
  options: ConceptOptions = {},
): InferredFactFields {
  const kind = given.kind ?? factKindOf(text);
  const knowledgeType = given.knowledgeType ?? knowledgeTypeOf(text, kind);
  const { importance = defaultImportance, permanent = false } = given;
  return {
    ...inferFields(text, given, options),
    kind,
    title: given.title ?? factTitle(kind, text),
    knowledgeType,
    ring: given.ring ?? ringOf({ kind, knowledgeType, importance, permanent }),
  };
}

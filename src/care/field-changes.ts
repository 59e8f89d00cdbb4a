/**
 * What the rules would write of a memory today, beside what it says: the fields that an older
 * version left empty or filled by other rules. It decides about one memory at a time and writes
 * nothing. What a caller has chosen stays; where that is not recorded, it is told like this:
 *
 *   concepts        chosen, if one of them does not stand in the text as a single word
 *   surfacesWhen    chosen, if the rules make one of them of none of the memory's concepts
 *   kind            chosen, if it is known; but not the default kind of a fact without a title
 *   title           chosen, if it is there and is not the default title of the memory's kind
 *   knowledgeType, ring   chosen, if they are there
 */
import { isDeepStrictEqual } from 'node:util';
import { factTitle } from '../language/fact-title.ts';
import { foldName } from '../language/fold.ts';
import { type Fact, factKinds, isFact, type Memory } from '../domain/records.ts';
import { isTriggerOf } from '../language/triggers.ts';
import { type GivenFactFields, type GivenFields, inferFactFields, inferFields } from '../remember/infer-fields.ts';

/** The fields that follow from a memory by rules. Observations have the first two only. */
export const inferredFields = ['concepts', 'surfacesWhen', 'kind', 'title', 'knowledgeType', 'ring'] as const;
/** A field that follows from a memory by rules. */
export type InferredField = (typeof inferredFields)[number];

/** The fields of a memory that change, with their new values. */
export type FieldChanges = Partial<Pick<Fact, InferredField>>;

/** What the rules read beside the memory. */
export interface FieldGrounds {
  /** The technical terms of the space. */
  readonly technicalTerms: readonly string[];
  /** Whether the only agent that believes the memory holds it for good. */
  readonly permanent: boolean;
}

/** Whether memories of this one's sort have a field at all. */
export function canHave(memory: Memory, field: InferredField): boolean {
  return field === 'concepts' || field === 'surfacesWhen' || isFact(memory);
}

/** Whether a memory has something in a field. */
export function hasField(memory: Memory, field: InferredField): boolean {
  if (field === 'concepts' || field === 'surfacesWhen') return memory[field].length > 0;
  if (!isFact(memory)) return false;
  return field === 'kind' ? factKinds.includes(memory.kind) : (memory[field]?.trim() ?? '') !== '';
}

/** What is to change of a memory; empty for nothing. */
export function fieldChanges(memory: Memory, { technicalTerms, permanent }: FieldGrounds): FieldChanges {
  const { content, importance } = memory;
  const made: FieldChanges = isFact(memory)
    ? inferFactFields(
        content,
        { ...chosen(memory), ...chosenOfFact(memory), importance, permanent },
        { technicalTerms },
      )
    : inferFields(content, chosen(memory), { technicalTerms });
  const now: FieldChanges = memory;
  const changed = inferredFields.filter((field) => field in made && !isDeepStrictEqual(made[field], now[field]));
  return Object.fromEntries(changed.map((field) => [field, made[field]]));
}

function chosen({ content, concepts, surfacesWhen }: Memory): GivenFields {
  const text = foldName(content);
  const isOfTheText = (concept: string): boolean => !/\s/.test(concept) && text.includes(concept);
  return {
    ...(concepts.every(isOfTheText) ? {} : { concepts }),
    ...(surfacesWhen.every((pattern) => isTriggerOf(pattern, concepts)) ? {} : { surfacesWhen }),
  };
}

function chosenOfFact({ kind, title, content, knowledgeType, ring }: Fact): GivenFactFields {
  const isTitled = title.trim() !== '';
  return {
    ...(factKinds.includes(kind) && (isTitled || kind !== 'world.fact') ? { kind } : {}),
    ...(isTitled && title !== factTitle(kind, content) ? { title } : {}),
    ...(knowledgeType === undefined ? {} : { knowledgeType }),
    ...(ring === undefined ? {} : { ring }),
  };
}

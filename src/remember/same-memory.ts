/**
 * When a memory that others hold may be believed by one more. It is one record with one
 * description, and whoever believes it sees that description: so it must be what the new believer
 * has said itself, or believing it would tell what the others have said.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Fact, Mention, Observation } from '../domain/records.ts';

const described = [
  'content',
  'importance',
  'mood',
  'moodInferred',
  'domain',
  'topic',
  'ring',
  'knowledgeType',
] as const;
const describedFact = [...described, 'kind', 'title', 'concepts', 'surfacesWhen', 'validFrom', 'validTo'] as const;
const describedObservation = [
  ...described,
  'type',
  'speaker',
  'session',
  'branchId',
  'thoughtNumber',
  'totalThoughts',
  'nextThoughtNeeded',
] as const;

/** Whether two facts look the same to whoever believes them. */
export function isSameFact(known: Fact, asked: Fact): boolean {
  return describedFact.every((field) => isDeepStrictEqual(known[field], asked[field]));
}

/**
 * Whether two observations look the same to whoever believes them. Two that were recorded without
 * a time happened when they were recorded, which is no difference.
 */
export function isSameObservation(known: Observation, asked: Observation): boolean {
  const undated = [known, asked].every(({ occurredAt, recordedAt }) => isDeepStrictEqual(occurredAt, recordedAt));
  if (!undated && !isDeepStrictEqual(known.occurredAt, asked.occurredAt)) return false;
  return describedObservation.every((field) => isDeepStrictEqual(known[field], asked[field]));
}

/** Whether two memories call the same entities by the same names. */
export function areSameMentions(known: readonly Mention[], asked: readonly Mention[]): boolean {
  const said = (mentions: readonly Mention[]): string =>
    JSON.stringify(mentions.map(({ entity, surfaces }) => [entity, ...[...surfaces].sort()].join('\n')).sort());
  return said(known) === said(asked);
}

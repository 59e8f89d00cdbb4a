/**
 * How close to the centre of what an agent knows a fact lies, by rules, for callers who give no
 * ring (design E). Wording counts through the kind and the type of knowledge that follow from it.
 */
import type { FactKind, KnowledgeType, Ring } from '../domain/records.ts';

/** From this importance on a fact is at the core, and from this one on at least in its domain. */
const coreImportance = 9;
const domainImportance = 7;
/** Up to this importance it is a leaf, whatever it says. */
const leafImportance = 2;

/** What the ring of a fact follows from. */
export interface RingGrounds {
  readonly kind: FactKind;
  readonly knowledgeType: KnowledgeType;
  /** 1..10. */
  readonly importance: number;
  /** Whether it is held for good. */
  readonly permanent: boolean;
}

/** Who somebody is and what binds them. */
const ofTheCore: ReadonlySet<FactKind> = new Set(['self.identity', 'self.constraint']);
/** What governs a field of work or life. */
const ofADomain: ReadonlySet<FactKind | KnowledgeType> = new Set([
  'self.preference',
  'intent.rule',
  'intent.goal',
  'intent.anti-pattern',
  'law',
  'principle',
]);
/** What is known of one matter. */
const ofATopic: ReadonlySet<FactKind | KnowledgeType> = new Set([
  'world.method',
  'world.failure',
  'method',
  'decision',
  'insight',
  'preference',
]);

/** The ring of a fact; in this order: held for good or vital, trivial, then by what it says, then by importance. */
export function ringOf({ kind, knowledgeType, importance, permanent }: RingGrounds): Ring {
  if (permanent || importance >= coreImportance) return 'core';
  if (importance <= leafImportance) return 'leaf';
  if (ofTheCore.has(kind)) return 'core';
  if (importance >= domainImportance || ofADomain.has(kind) || ofADomain.has(knowledgeType)) return 'domain';
  return ofATopic.has(kind) || ofATopic.has(knowledgeType) ? 'topic' : 'leaf';
}

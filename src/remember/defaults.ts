/** The tunables of the write path. */
import type { Channel } from '../domain/records.ts';

/**
 * How far a channel is trusted, 0..1: the person first, then what agents say themselves, then what
 * is derived, read from files, or printed by tools (design.md, "Provenance").
 */
export const channelTrust: Readonly<Record<Channel, number>> = {
  user: 0.9,
  agent: 0.8,
  consolidation: 0.7,
  import: 0.6,
  tool: 0.4,
};

/** The importance of a memory when the caller gives none: the middle of 1..10. */
export const defaultImportance = 5;
/** The strength of a belief when it is asserted. */
export const assertedStrength = 1;
/** Observations or facts to one call at the most: one transaction each. */
export const maxPerCall = 1000;
/** Entities to one memory at the most, given and found together. */
export const maxEntitiesPerMemory = 64;
/** Relations that a caller gives with one memory, at the most. */
export const maxRelationsPerMemory = 20;
/** Names of an entity at the most, in UTF-16 code units. */
export const maxNameLength = 512;

/** The tunables of the write path. */

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

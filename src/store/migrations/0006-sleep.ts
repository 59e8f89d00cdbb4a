/** What sleep keeps: which observations it has read, which entities are the same to whom, and how far it is. */

/** The statements of schema version 6. */
export const sleepSchema: string = `
DEFINE FIELD IF NOT EXISTS consolidated_at ON observation TYPE option<datetime>;

DEFINE TABLE IF NOT EXISTS entity_merge TYPE RELATION IN entity OUT entity ENFORCED SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS believer ON entity_merge TYPE string;
DEFINE FIELD IF NOT EXISTS at ON entity_merge TYPE datetime;
DEFINE FIELD IF NOT EXISTS undone_at ON entity_merge TYPE option<datetime>;

DEFINE TABLE IF NOT EXISTS sleep_run SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS holder ON sleep_run TYPE string;
DEFINE FIELD IF NOT EXISTS started_at ON sleep_run TYPE datetime;
DEFINE FIELD IF NOT EXISTS lease_until ON sleep_run TYPE datetime;
DEFINE FIELD IF NOT EXISTS step ON sleep_run TYPE string;
DEFINE FIELD IF NOT EXISTS linked_to ON sleep_run TYPE option<int>;
DEFINE FIELD IF NOT EXISTS ended_at ON sleep_run TYPE option<datetime>;
`;

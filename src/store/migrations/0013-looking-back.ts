/** The last sleeps and what they did are kept, and when the space was last backed up. */

/** The statements of this schema version. */
export const lookingBackSchema: string = `
DEFINE TABLE IF NOT EXISTS past_sleep SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS started_at ON past_sleep TYPE datetime;
DEFINE FIELD IF NOT EXISTS ended_at ON past_sleep TYPE datetime;
DEFINE FIELD IF NOT EXISTS broken_off ON past_sleep TYPE option<bool>;
DEFINE FIELD IF NOT EXISTS steps ON past_sleep TYPE array<object>;
DEFINE FIELD IF NOT EXISTS steps.*.step ON past_sleep TYPE string;
DEFINE FIELD IF NOT EXISTS steps.*.lookedAt ON past_sleep TYPE int;
DEFINE FIELD IF NOT EXISTS steps.*.changed ON past_sleep TYPE int;
DEFINE FIELD IF NOT EXISTS steps.*.counts ON past_sleep TYPE object FLEXIBLE;

DEFINE FIELD IF NOT EXISTS backed_up_at ON meta TYPE option<datetime>;
`;

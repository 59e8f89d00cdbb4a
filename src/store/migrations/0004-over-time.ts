/** Beliefs keep what was believed before, until when it was so, and when they were archived. */

/** The statements of schema version 4. */
export const overTimeSchema: string = `
DEFINE FIELD IF NOT EXISTS archived_at ON believes TYPE option<datetime>;
DEFINE FIELD IF NOT EXISTS valid_to ON believes TYPE option<datetime>;
DEFINE FIELD IF NOT EXISTS past ON believes TYPE option<array<object>>;
DEFINE FIELD IF NOT EXISTS past.*.since ON believes TYPE datetime;
DEFINE FIELD IF NOT EXISTS past.*.until ON believes TYPE datetime;
DEFINE FIELD IF NOT EXISTS past.*.strength ON believes TYPE number;
DEFINE FIELD IF NOT EXISTS past.*.reinforced_at ON believes TYPE datetime;
`;

/** Operations keep what undoes them; corrections and derivations say when they were made and taken back. */

/** The statements of this schema version. */
export const undoSchema: string = `
DEFINE TABLE IF NOT EXISTS undo SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS kind ON undo TYPE string;
DEFINE FIELD IF NOT EXISTS what ON undo TYPE string;
DEFINE FIELD IF NOT EXISTS at ON undo TYPE datetime;
DEFINE FIELD IF NOT EXISTS undone_at ON undo TYPE option<datetime>;
DEFINE FIELD IF NOT EXISTS changes ON undo TYPE array<object>;
DEFINE FIELD IF NOT EXISTS changes.*.table ON undo TYPE string;
DEFINE FIELD IF NOT EXISTS changes.*.record ON undo TYPE object FLEXIBLE;
DEFINE FIELD IF NOT EXISTS changes.*.before ON undo TYPE option<object> FLEXIBLE;
DEFINE FIELD IF NOT EXISTS changes.*.after ON undo TYPE option<object> FLEXIBLE;

DEFINE FIELD IF NOT EXISTS at ON derived_from TYPE option<datetime>;
DEFINE FIELD IF NOT EXISTS withdrawn_at ON supersedes TYPE option<datetime>;
`;

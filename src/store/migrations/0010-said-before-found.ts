/** What takes the place of a fact may have been said long before sleep finds out that it does. */

/** The statements of schema version 10. */
export const saidBeforeFoundSchema: string = `
DEFINE FIELD IF NOT EXISTS said_at ON supersedes TYPE option<datetime>;
`;

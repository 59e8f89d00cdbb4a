/** What a thought says of its chain: how long it was planned to be, and whether it goes on. */

/** The statements of schema version 11. */
export const thoughtsSchema: string = `
DEFINE FIELD IF NOT EXISTS total_thoughts ON observation TYPE option<int>;
DEFINE FIELD IF NOT EXISTS next_thought_needed ON observation TYPE option<bool>;
`;

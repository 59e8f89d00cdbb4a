/** Whether a memory's mood was inferred from its text; what was stored before had its mood given. */

/** The statements of schema version 3. */
export const inferredMoodSchema: string = `
DEFINE FIELD IF NOT EXISTS mood_inferred ON observation TYPE option<bool>;
DEFINE FIELD IF NOT EXISTS mood_inferred ON fact TYPE option<bool>;
`;

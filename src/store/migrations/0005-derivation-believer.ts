/** A derivation says in whose belief it is so: two agents may hold one fact for reasons of their own. */

/** The statements of schema version 5. */
export const derivationBelieverSchema: string = `
DEFINE FIELD IF NOT EXISTS believer ON derived_from TYPE option<string>;
`;

/** An observation can take the place of another memory, and be out of its own. */

/** The statements of schema version 7. */
export const supersededObservationsSchema: string = `
DEFINE TABLE OVERWRITE supersedes TYPE RELATION IN fact | observation OUT fact | observation ENFORCED SCHEMAFULL;
`;

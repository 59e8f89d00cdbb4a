/** What a fact that was corrected had been read from is out of its place too. */

/** The statements of schema version 7. */
export const outdatedObservationsSchema: string = `
DEFINE TABLE OVERWRITE supersedes TYPE RELATION IN fact OUT fact | observation ENFORCED SCHEMAFULL;
`;

/** What is kept of the forgotten: keyed hashes, under a random key of the space's own. */

/** The statements of schema version 9. */
export const tombstonesSchema: string = `
DEFINE TABLE IF NOT EXISTS tombstone SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS tombstone_key ON meta TYPE option<string>;
UPDATE meta:space SET tombstone_key = tombstone_key ?? rand::string(64) RETURN NONE;
`;

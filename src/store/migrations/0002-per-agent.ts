/**
 * Accesses by belief, co-activation by agent and links by believer: what one agent does or finds
 * must not show in what another recalls. Links and co-activations that were restored from a file
 * before are kept as universal ones.
 */

/** The statements of schema version 2. */
export const perAgentSchema: string = `
DEFINE FIELD IF NOT EXISTS accesses ON believes TYPE int DEFAULT 0;
UPDATE believes SET accesses = 0 WHERE accesses = NONE RETURN NONE;
DEFINE FIELD IF NOT EXISTS agent ON co_activated TYPE string DEFAULT 'system';
UPDATE co_activated SET agent = 'system' WHERE agent = NONE RETURN NONE;
DEFINE FIELD IF NOT EXISTS believer ON supports TYPE string DEFAULT 'system';
UPDATE supports SET believer = 'system' WHERE believer = NONE RETURN NONE;
DEFINE FIELD IF NOT EXISTS believer ON contradicts TYPE string DEFAULT 'system';
UPDATE contradicts SET believer = 'system' WHERE believer = NONE RETURN NONE;
`;

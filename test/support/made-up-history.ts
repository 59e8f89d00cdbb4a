/**
 * A made-up past of the schema: version 11 kept less by agent, and version 12 told relations once for all memories.
 * What takes a space from there to this build's version tests how steps are taken.
 */
import type { SchemaHistory } from '../../src/store/migrate.ts';
import { schema } from '../../src/store/schema.ts';

const later =
  /^DEFINE FIELD IF NOT EXISTS (accesses ON believes|agent ON co_activated|believer ON (supports|contradicts)|memory ON relates) /;

/** Everything that a space of version 11 defined. */
export const oldSchema: string = [
  ...schema.split('\n').filter((line) => !later.test(line)),
  'DEFINE FIELD IF NOT EXISTS mentions ON relates TYPE int;',
  'DEFINE FIELD IF NOT EXISTS first_at ON relates TYPE datetime;',
  'DEFINE FIELD IF NOT EXISTS last_at ON relates TYPE datetime;',
  'DEFINE FIELD IF NOT EXISTS trust ON relates TYPE number;',
].join('\n');

const byAgent = `
DEFINE FIELD IF NOT EXISTS accesses ON believes TYPE int DEFAULT 0;
UPDATE believes SET accesses = 0 WHERE accesses = NONE RETURN NONE;
DEFINE FIELD IF NOT EXISTS agent ON co_activated TYPE string DEFAULT 'system';
UPDATE co_activated SET agent = 'system' WHERE agent = NONE RETURN NONE;
DEFINE FIELD IF NOT EXISTS believer ON supports TYPE string DEFAULT 'system';
UPDATE supports SET believer = 'system' WHERE believer = NONE RETURN NONE;
DEFINE FIELD IF NOT EXISTS believer ON contradicts TYPE string DEFAULT 'system';
UPDATE contradicts SET believer = 'system' WHERE believer = NONE RETURN NONE;`;

const told = `
REMOVE FIELD IF EXISTS mentions ON relates;
REMOVE FIELD IF EXISTS first_at ON relates;
REMOVE FIELD IF EXISTS last_at ON relates;
REMOVE FIELD IF EXISTS trust ON relates;
DEFINE FIELD IF NOT EXISTS memory ON relates TYPE option<record<observation | fact>>;
LET $old = SELECT * FROM relates WHERE memory IS NONE;
FOR $told IN $old {
  LET $facts = SELECT VALUE id FROM array::intersect($told.in<-about.in, $told.out<-about.in)
    WHERE string::lowercase(content) CONTAINS string::lowercase($told.predicate);
  FOR $fact IN $facts {
    LET $memory = string::concat(record::tb($fact), ':', record::id($fact));
    INSERT RELATION INTO relates { id: array::prepend(record::id($told.id), $memory), in: $told.in, out: $told.out,
      predicate: $told.predicate, memory: $fact } RETURN NONE;
  };
  IF array::len($facts) > 0 { DELETE $told.id RETURN NONE }
  ELSE { UPDATE $told.id UNSET mentions, first_at, last_at, trust RETURN NONE };
};`;

/** The made-up history; it leads to the version of this build. */
export const madeUpHistory: SchemaHistory = { first: 11, schema, steps: [byAgent, told] };

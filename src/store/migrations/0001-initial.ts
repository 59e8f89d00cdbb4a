/**
 * The first schema: every node and edge of the data model. Frozen: what has been released is
 * changed by a later migration only.
 */

const unit = 'number ASSERT $value >= 0 AND $value <= 1';

/** The columns that observations and facts share. */
function memoryFields(table: 'observation' | 'fact'): string {
  return `
DEFINE FIELD IF NOT EXISTS content ON ${table} TYPE string;
DEFINE FIELD IF NOT EXISTS importance ON ${table} TYPE number ASSERT $value >= 1 AND $value <= 10;
DEFINE FIELD IF NOT EXISTS mood ON ${table} TYPE option<object>;
DEFINE FIELD IF NOT EXISTS mood.valence ON ${table} TYPE option<number>;
DEFINE FIELD IF NOT EXISTS mood.arousal ON ${table} TYPE option<number>;
DEFINE FIELD IF NOT EXISTS concepts ON ${table} TYPE array<string>;
DEFINE FIELD IF NOT EXISTS surfaces_when ON ${table} TYPE array<string>;
DEFINE FIELD IF NOT EXISTS domain ON ${table} TYPE option<string>;
DEFINE FIELD IF NOT EXISTS topic ON ${table} TYPE option<string>;
DEFINE FIELD IF NOT EXISTS ring ON ${table} TYPE option<'core' | 'domain' | 'topic' | 'leaf'>;
DEFINE FIELD IF NOT EXISTS knowledge_type ON ${table} TYPE option<string>;
DEFINE FIELD IF NOT EXISTS accesses ON ${table} TYPE int;
DEFINE FIELD IF NOT EXISTS last_accessed_at ON ${table} TYPE option<datetime>;
DEFINE FIELD IF NOT EXISTS recorded_at ON ${table} TYPE datetime;
DEFINE FIELD IF NOT EXISTS position ON ${table} TYPE int;
${provenanceFields(table)}`;
}

function provenanceFields(table: 'observation' | 'fact' | 'believes'): string {
  return `DEFINE FIELD IF NOT EXISTS provenance ON ${table} TYPE object;
DEFINE FIELD IF NOT EXISTS provenance.channel ON ${table} TYPE 'user' | 'agent' | 'tool' | 'import' | 'consolidation';
DEFINE FIELD IF NOT EXISTS provenance.source ON ${table} TYPE string;
DEFINE FIELD IF NOT EXISTS provenance.trust ON ${table} TYPE number ASSERT $value >= 0 AND $value <= 1;`;
}

function linkFields(table: 'supports' | 'contradicts'): string {
  return `DEFINE TABLE IF NOT EXISTS ${table} TYPE RELATION IN observation | fact OUT observation | fact ENFORCED SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS similarity ON ${table} TYPE number;
DEFINE FIELD IF NOT EXISTS state ON ${table} TYPE 'potential' | 'confirmed' | 'dismissed' | 'exception';
DEFINE FIELD IF NOT EXISTS by ON ${table} TYPE string;`;
}

/** The statements of schema version 1. */
export const initialSchema: string = `
DEFINE TABLE IF NOT EXISTS agent SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS name ON agent TYPE string;

DEFINE TABLE IF NOT EXISTS session SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS agent ON session TYPE string;
DEFINE FIELD IF NOT EXISTS goal ON session TYPE option<string>;
DEFINE FIELD IF NOT EXISTS status ON session TYPE 'open' | 'closed';
DEFINE FIELD IF NOT EXISTS plan_status ON session TYPE 'in_progress' | 'blocked' | 'completed';
DEFINE FIELD IF NOT EXISTS started_at ON session TYPE datetime;
DEFINE FIELD IF NOT EXISTS ended_at ON session TYPE option<datetime>;

DEFINE TABLE IF NOT EXISTS entity SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS name ON entity TYPE string;
DEFINE FIELD IF NOT EXISTS name_key ON entity TYPE string;
DEFINE FIELD IF NOT EXISTS aliases ON entity TYPE array<string>;
DEFINE FIELD IF NOT EXISTS type ON entity TYPE string;
DEFINE FIELD IF NOT EXISTS path ON entity TYPE option<string>;
DEFINE INDEX IF NOT EXISTS entity_name ON entity FIELDS name_key;

DEFINE TABLE IF NOT EXISTS observation SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS type ON observation TYPE 'user_input' | 'tool_output' | 'thought' | 'error' | 'document';
DEFINE FIELD IF NOT EXISTS agent ON observation TYPE string;
DEFINE FIELD IF NOT EXISTS speaker ON observation TYPE option<string>;
DEFINE FIELD IF NOT EXISTS session ON observation TYPE option<record<session>>;
DEFINE FIELD IF NOT EXISTS occurred_at ON observation TYPE datetime;
DEFINE FIELD IF NOT EXISTS branch_id ON observation TYPE option<string>;
DEFINE FIELD IF NOT EXISTS thought_number ON observation TYPE option<int>;
${memoryFields('observation')}

DEFINE TABLE IF NOT EXISTS fact SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS kind ON fact TYPE string;
DEFINE FIELD IF NOT EXISTS title ON fact TYPE string;
DEFINE FIELD IF NOT EXISTS content_key ON fact TYPE string;
DEFINE FIELD IF NOT EXISTS valid_from ON fact TYPE option<datetime>;
DEFINE FIELD IF NOT EXISTS valid_to ON fact TYPE option<datetime>;
${memoryFields('fact')}
DEFINE INDEX IF NOT EXISTS fact_content ON fact FIELDS content_key;

DEFINE TABLE IF NOT EXISTS embedding SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS memory ON embedding TYPE record<observation | fact>;
DEFINE FIELD IF NOT EXISTS model ON embedding TYPE string;
DEFINE FIELD IF NOT EXISTS vector ON embedding TYPE bytes;

DEFINE TABLE IF NOT EXISTS believes TYPE RELATION IN agent OUT observation | fact ENFORCED SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS strength ON believes TYPE ${unit};
DEFINE FIELD IF NOT EXISTS confidence ON believes TYPE ${unit};
DEFINE FIELD IF NOT EXISTS since ON believes TYPE datetime;
DEFINE FIELD IF NOT EXISTS reinforced_at ON believes TYPE datetime;
DEFINE FIELD IF NOT EXISTS last_accessed_at ON believes TYPE option<datetime>;
DEFINE FIELD IF NOT EXISTS permanent ON believes TYPE bool;
DEFINE FIELD IF NOT EXISTS withdrawn_at ON believes TYPE option<datetime>;
DEFINE FIELD IF NOT EXISTS half_life_days ON believes TYPE number ASSERT $value > 0;
${provenanceFields('believes')}

DEFINE TABLE IF NOT EXISTS about TYPE RELATION IN fact OUT agent | entity ENFORCED SCHEMAFULL;
DEFINE TABLE IF NOT EXISTS mentions TYPE RELATION IN observation | fact OUT entity ENFORCED SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS surfaces ON mentions TYPE array<string>;
DEFINE TABLE IF NOT EXISTS belongs_to TYPE RELATION IN observation OUT session ENFORCED SCHEMAFULL;
DEFINE TABLE IF NOT EXISTS follows TYPE RELATION IN observation OUT observation ENFORCED SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS type ON follows TYPE 'next' | 'branch' | 'revision';
DEFINE FIELD IF NOT EXISTS reason ON follows TYPE option<string>;
DEFINE TABLE IF NOT EXISTS derived_from TYPE RELATION IN fact OUT observation ENFORCED SCHEMAFULL;
DEFINE TABLE IF NOT EXISTS supersedes TYPE RELATION IN fact OUT fact ENFORCED SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS believer ON supersedes TYPE string;
DEFINE FIELD IF NOT EXISTS reason ON supersedes TYPE option<string>;
DEFINE FIELD IF NOT EXISTS at ON supersedes TYPE datetime;
${linkFields('supports')}
${linkFields('contradicts')}
DEFINE TABLE IF NOT EXISTS similar_to TYPE RELATION IN observation | fact OUT observation | fact ENFORCED SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS similarity ON similar_to TYPE number;
DEFINE TABLE IF NOT EXISTS co_activated TYPE RELATION IN observation | fact OUT observation | fact ENFORCED SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS count ON co_activated TYPE int;
DEFINE FIELD IF NOT EXISTS last_at ON co_activated TYPE datetime;
DEFINE TABLE IF NOT EXISTS relates TYPE RELATION IN entity OUT entity ENFORCED SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS predicate ON relates TYPE string;
DEFINE FIELD IF NOT EXISTS mentions ON relates TYPE int;
DEFINE FIELD IF NOT EXISTS first_at ON relates TYPE datetime;
DEFINE FIELD IF NOT EXISTS last_at ON relates TYPE datetime;
DEFINE FIELD IF NOT EXISTS trust ON relates TYPE number;

DEFINE TABLE IF NOT EXISTS head SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS seq ON head TYPE int;
DEFINE FIELD IF NOT EXISTS hash ON head TYPE string;
DEFINE TABLE IF NOT EXISTS change SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS hash ON change TYPE string;
DEFINE FIELD IF NOT EXISTS touched ON change TYPE array<string>;
DEFINE FIELD IF NOT EXISTS at ON change TYPE datetime;
`;

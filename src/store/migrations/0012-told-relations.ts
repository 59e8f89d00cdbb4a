/**
 * A relation of entities is an edge for each memory that tells it. An older edge goes to the facts
 * about both of its ends that state it; where there is none it stays without one.
 */

/** The statements of this schema version. */
export const toldRelationsSchema: string = `
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
};
`;

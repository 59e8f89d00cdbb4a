/**
 * What a model means by the arguments that it sends: other names for an argument, one value for a list, numbers as
 * text. Nothing here decides what is allowed; the tool and the verbs check what comes out.
 */
import { nearest } from '../index.ts';

/** The JSON Schema of one argument, as far as it says what it takes. */
export interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly ArgumentSchema[];
}

/** What a call means. */
export interface Understood {
  readonly args: Readonly<Record<string, unknown>>;
  /** What was left out, in sentences for the model. */
  readonly notes: readonly string[];
}

/** What clients of other memories send, by the name of an argument; the first that a tool has is meant. */
const otherNames: Readonly<Record<string, string>> = {
  query: 'q question search search_query text prompt message',
  message: 'text prompt query input',
  content: 'text message memory observation fact data note statement value body',
  thought: 'content text',
  n_results: 'limit max_results top_k topk k count size num_results max_nodes nodes',
  emotional_context: 'mood emotion emotions emotional_state feeling',
  from: 'entity_name entity entities name names start_entity start_node node start seed start_id',
  id: 'start_observation_id observation_id thought_id memory_id fact_id start_id start node_id session_id session',
  memory: 'id memory_id fact_id',
  about: 'entity_name entity entities name names subject',
  subject: 'entity_name entity name about',
  sessions: 'session session_id session_ids conversation_id thread_id run_id',
  session: 'session_id conversation_id thread_id run_id',
  as_of: 'at_time at as_of_date',
  speaker: 'author who role',
  occurred_at: 'timestamp date time created_at',
  branch_from_thought: 'branch_from',
  revises_thought: 'revises',
  next_thought_needed: 'needs_next',
};

/**
 * Reads the arguments of a call.
 *
 * @param schemas - the tool's arguments by name.
 */
export function understoodArguments(
  tool: string,
  schemas: Readonly<Record<string, ArgumentSchema>>,
  given: Readonly<Record<string, unknown>>,
): Understood {
  const args: Record<string, unknown> = {};
  const notes: string[] = [];
  // What is called by its own name counts before what is called by another.
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  const own = entries.filter(([name]) => Object.hasOwn(schemas, name));
  for (const [name, value] of own) args[name] = valueFor(schemas[name]!, value);
  for (const [name, value] of entries) {
    if (Object.hasOwn(schemas, name)) continue;
    const meant = argumentCalled(name, schemas, args);
    if (meant === undefined) notes.push(noteOn(tool, name, Object.keys(schemas)));
    else args[meant] = valueFor(schemas[meant]!, value);
  }
  return { args, notes };
}

function argumentCalled(
  name: string,
  schemas: Readonly<Record<string, ArgumentSchema>>,
  taken: Readonly<Record<string, unknown>>,
): string | undefined {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
  const isFree = (argument: string): boolean => Object.hasOwn(schemas, argument) && !Object.hasOwn(taken, argument);
  if (isFree(snake)) return snake;
  const meant = Object.keys(otherNames).filter((argument) => otherNames[argument]!.split(' ').includes(snake));
  return meant.find(isFree);
}

function noteOn(tool: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
  const shown = JSON.stringify(name.slice(0, 40).toWellFormed());
  return `${tool} has no argument ${shown}; it was left out.${meant}`;
}

/** The value in the form that the argument takes, where it is plain what is meant. */
function valueFor(schema: ArgumentSchema, value: unknown): unknown {
  const types = typesOf(schema);
  const takes = (type: string): boolean => types.has(type);
  // Of an argument without a type, any value may be meant.
  if (types.size === 0) return value;
  if (Array.isArray(value)) return value.length === 1 && !takes('array') ? (value[0] as unknown) : value;
  if (typeof value === 'string') {
    if (takes('array') && !takes('string')) return listIn(value);
    if (takes('string')) return value;
    if ((takes('number') || takes('integer')) && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value);
    if (takes('boolean') && /^(true|false)$/i.test(value.trim())) return value.trim().toLowerCase() === 'true';
    return value;
  }
  return takes('array') && !takes(typeof value) ? [value] : value;
}

/** Some models write a list as its JSON. */
function listIn(value: string): readonly unknown[] {
  if (!value.trimStart().startsWith('[')) return [value];
  try {
    const read: unknown = JSON.parse(value);
    return Array.isArray(read) ? read : [value];
  } catch {
    return [value];
  }
}

function typesOf({ type, anyOf = [] }: ArgumentSchema): ReadonlySet<string> {
  const own = typeof type === 'string' ? [type] : (type ?? []);
  return new Set([...own, ...anyOf.flatMap((one) => [...typesOf(one)])]);
}

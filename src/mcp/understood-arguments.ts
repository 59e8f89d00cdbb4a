/**
 * What a model means by the arguments that it sends: other names for an argument, one value for a list, numbers as
 * text, too many for as many as there may be, other words for a choice. Nothing here decides what is allowed; the tool
 * and the verbs check what comes out.
 */
import { nearest } from '../index.ts';

/** The JSON Schema of one argument, as far as it says what it takes. */
export interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly ArgumentSchema[];
  readonly items?: ArgumentSchema;
  readonly enum?: readonly unknown[];
  readonly maximum?: number;
}

/** What a call means. */
export interface Understood {
  readonly args: Readonly<Record<string, unknown>>;
  /** What was left out or read as something else, in sentences for the model. */
  readonly notes: readonly string[];
  /** The same of arguments that only have another name. */
  readonly renamed: readonly string[];
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

/** What models and clients say for a choice, by the choice. */
const otherWords: Readonly<Record<string, string>> = {
  excited:
    'happy happiness joy joyful glad delighted cheerful elated thrilled enthusiastic energetic high_energy_positive positive_high_energy',
  frustrated:
    'angry anger mad furious annoyed irritated anxious anxiety nervous afraid fear scared stressed tense upset worried high_energy_negative negative_high_energy',
  calm: 'content contented relaxed peaceful serene satisfied low_energy_positive positive_low_energy',
  depleted: 'sad sadness unhappy depressed tired bored exhausted gloomy lonely low_energy_negative negative_low_energy',
  user: 'human',
  agent: 'assistant ai model',
  tool: 'function api command shell',
  import: 'document file web web_page website page email mail article',
  assert: 'add store remember create',
  correct: 'update replace supersede',
  withdraw: 'retract',
};

/** An argument that says what is to be done is never left out. */
const decisive = 'action';

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
  const renamed: string[] = [];
  const take = (name: string, sent: unknown): void => {
    const sentList = valueFor(schemas[name]!, sent);
    const list = Array.isArray(sentList) && !sentences.has(name) ? namesIn(sentList) : sentList;
    if (list !== sentList) notes.push(`"${name}": ${shownOf(String(sent))} is read as ${JSON.stringify(list)}.`);
    const { value, note } = readAs(name, schemas[name]!, list);
    if (value !== undefined) args[name] = value;
    if (note !== undefined) notes.push(note);
  };
  // What is called by its own name counts before what is called by another.
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of entries) if (Object.hasOwn(schemas, name)) take(name, value);
  for (const [name, value] of entries) {
    if (Object.hasOwn(schemas, name)) continue;
    const meant = argumentCalled(name, schemas, args);
    if (meant === undefined) notes.push(noteOn(tool, name, Object.keys(schemas)));
    else {
      if (meant !== snakeCased(name)) renamed.push(`"${name}" is read as "${meant}".`);
      take(meant, value);
    }
  }
  return { args, notes, renamed };
}

function argumentCalled(
  name: string,
  schemas: Readonly<Record<string, ArgumentSchema>>,
  taken: Readonly<Record<string, unknown>>,
): string | undefined {
  const snake = snakeCased(name);
  const isFree = (argument: string): boolean => Object.hasOwn(schemas, argument) && !Object.hasOwn(taken, argument);
  if (isFree(snake)) return snake;
  const meant = Object.keys(otherNames).filter((argument) => otherNames[argument]!.split(' ').includes(snake));
  return meant.find(isFree);
}

function snakeCased(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
}

/** A text that was sent, as words about it show it. */
export function shownOf(said: string): string {
  return JSON.stringify(said.slice(0, 40).toWellFormed());
}

function noteOn(tool: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
  const shown = shownOf(name);
  return `${tool} has no argument ${shown}; it was left out.${meant}`;
}

/** The value in the form that the argument takes, where it is plain what is meant. */
function valueFor(schema: ArgumentSchema, value: unknown): unknown {
  const types = typesOf(schema);
  const takes = (type: string): boolean => types.has(type);
  // Of an argument without a type, any value may be meant.
  if (types.size === 0) return objectIn(value);
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

/** What is made of a value; without one it is left out. */
interface Reading {
  readonly value?: unknown;
  /** Where that is not what was sent. */
  readonly note?: string;
}

/** A value as the argument may have it, where a sensible reading of it exists. */
function readAs(name: string, schema: ArgumentSchema, value: unknown): Reading {
  const { maximum, items } = schema;
  if (typeof value === 'number' && maximum !== undefined && value > maximum)
    return { value: maximum, note: `"${name}": ${value} is read as ${maximum}, the most.` };
  if (Array.isArray(value)) {
    const listed = items ?? schema.anyOf?.find((one) => one.items !== undefined)?.items;
    const read = value.map(
      (one: unknown): Reading => (listed === undefined ? { value: one } : readAs(name, listed, one)),
    );
    const notes = read.flatMap(({ note }) => note ?? []).join(' ');
    const kept = read.flatMap((one) => one.value ?? []);
    return {
      ...(kept.length < value.length && kept.length === 0 ? {} : { value: kept }),
      ...(notes && { note: notes }),
    };
  }
  const choices = choicesOf(schema);
  if (choices.length === 0) return { value };
  if (typeof value === 'string') return choiceFor(name, choices, value);
  return isMood(value) ? moodFor(name, choices, value) : { value };
}

function choicesOf({ enum: own = [], anyOf = [] }: ArgumentSchema): readonly string[] {
  return [...own.filter((one) => typeof one === 'string'), ...anyOf.flatMap(choicesOf)];
}

function choiceFor(name: string, choices: readonly string[], said: string): Reading {
  if (choices.includes(said)) return { value: said };
  const word = said
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const shown = shownOf(said);
  const meant = choices.find((choice) => choice === word || otherWords[choice]?.split(' ').includes(word));
  if (meant !== undefined) return { value: meant, note: `"${name}": ${shown} is read as "${meant}".` };
  if (name === decisive) return { value: said };
  const near = nearest(word, choices);
  const hint = near === undefined ? `It takes ${choices.join(', ')}.` : `Did you mean "${near}"?`;
  return { note: `"${name}": ${shown} is not known; it was left out. ${hint}` };
}

/** A place on the axes with the word for a quadrant. */
interface SentMood {
  readonly quadrant: string;
  readonly valence?: unknown;
  readonly arousal?: unknown;
}

function isMood(value: unknown): value is SentMood {
  return typeof value === 'object' && value !== null && 'quadrant' in value && typeof value.quadrant === 'string';
}

/** A mood by its place, and by the quadrant where that is known; without either there is none. */
function moodFor(name: string, choices: readonly string[], { quadrant, ...place }: SentMood): Reading {
  const { value: known, note } = choiceFor(`${name}.quadrant`, choices, quadrant);
  const hasPlace = (place.valence ?? place.arousal ?? null) !== null;
  const value = known === undefined ? place : { ...place, quadrant: known };
  return { ...(known !== undefined || hasPlace ? { value } : {}), ...(note !== undefined && { note }) };
}

/** Some models write a list as its JSON. */
function listIn(value: string): readonly unknown[] {
  const read = value.trimStart().startsWith('[') ? jsonIn(value) : undefined;
  return Array.isArray(read) ? read : [value];
}

/** An object as its JSON; the verb tells what is wrong with any other text. */
function objectIn(value: unknown): unknown {
  const read = typeof value === 'string' ? jsonIn(value) : undefined;
  return typeof read === 'object' ? read : value;
}

/** What a text is the JSON of; undefined where it is of nothing. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lists of texts in which a comma may be part of a sentence. */
const sentences: ReadonlySet<string> = new Set(['exclude']);
/** A name as people write it in a list: at most three words. */
const shortName = /^\S{1,60}(?: \S{1,30}){0,2}$/;
/** What stands behind a comma within one name. */
const endOfName = /^(?:inc|ltd|llc|corp|co|gmbh|jr|sr)\.?$/i;

/** One text in which short names are listed with commas, as these names. */
function namesIn(list: readonly unknown[]): readonly unknown[] {
  const [only] = list;
  if (list.length !== 1 || typeof only !== 'string' || !only.includes(',')) return list;
  const names = only.split(',').map((name) => name.trim());
  const areNames = names.every((name) => shortName.test(name) && !endOfName.test(name));
  return areNames && names.length > 1 ? names : list;
}

function typesOf({ type, anyOf = [] }: ArgumentSchema): ReadonlySet<string> {
  const own = typeof type === 'string' ? [type] : (type ?? []);
  return new Set([...own, ...anyOf.flatMap((one) => [...typesOf(one)])]);
}

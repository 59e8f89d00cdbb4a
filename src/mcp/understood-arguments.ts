/**
 * What a model means by the arguments that it sends: other names for an argument, one value for a list, numbers as
 * text, too many for as many as there may be, other words for a choice. Nothing here decides what is allowed; the tool
 * and the verbs check what comes out.
 */
import { InvalidArgumentError, nearest, readPeriod } from '../index.ts';

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
  const take = (name: string, sent: unknown): void => {
    const { value, note } = readAs(name, schemas[name]!, valueFor(schemas[name]!, sent));
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
    else take(meant, value);
  }
  return { args, notes };
}

/** A time as the verbs read it; what begins so is theirs to check. */
const isoTime = /^\d{4}-\d\d-\d\d(?:$|T)/;
/** Some leave a blank where the `T` stands. */
const spacedTime = /^(\d{4}-\d\d-\d\d) (?=\d\d:)/;
/** Times that mean the end of a stretch; the others mean its beginning. */
const untilTimes: ReadonlySet<string> = new Set(['to', 'valid_to']);
/** Times that have been. */
const pastTimes: ReadonlySet<string> = new Set(['occurred_at', 'as_of']);
/** Moments, which lie at the end of a stretch as far as it is over. */
const atTimes: ReadonlySet<string> = new Set(['as_of', 'valid_at']);

/**
 * Reads times in words, such as `yesterday`, `last week` or `2026-11`. Days are those of UTC.
 *
 * @param times - the arguments that are times.
 * @throws {InvalidArgumentError} for words that name no time, or more than one.
 */
export async function withTimesRead(
  tool: string,
  times: ReadonlySet<string>,
  { args, notes }: Understood,
  now: Date,
): Promise<Understood> {
  const read = await Promise.all(
    Object.entries(args).map(async ([name, given]) => {
      if (!times.has(name) || typeof given !== 'string') return { name, value: given, note: [] };
      const said = given.trim().replace(spacedTime, '$1T');
      if (isoTime.test(said)) return { name, value: said, note: [] };
      const value = await timeIn(tool, name, said, now);
      return { name, value, note: [`"${name}": ${JSON.stringify(said)} is read as ${value}.`] };
    }),
  );
  return {
    args: Object.fromEntries(read.map(({ name, value }) => [name, value])),
    notes: [...notes, ...read.flatMap(({ note }) => note)],
  };
}

async function timeIn(tool: string, name: string, said: string, now: Date): Promise<string> {
  const read = await readPeriod(said, now, name === 'valid_to');
  const { from, until } = read ?? { from: Number.NaN, until: Number.NaN };
  const isAhead = from > now.getTime();
  const last = isAhead ? until - 1 : Math.min(until - 1, now.getTime());
  const at = atTimes.has(name) ? last : untilTimes.has(name) ? until : from;
  const shown = JSON.stringify(said.slice(0, 40).toWellFormed());
  const written = Number.isFinite(at) ? new Date(at).toISOString().replace('T00:00:00.000Z', '') : undefined;
  if (written !== undefined && isAhead && pastTimes.has(name)) {
    const remedy = 'leave it out, and say in the text when it will be';
    const message = `${tool}: "${name}" must not lie ahead, got ${shown}, which is ${written}; ${remedy}.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message);
  }
  if (written !== undefined) return written;
  throw new InvalidArgumentError(
    'INVALID_ARGUMENT',
    `${tool}: "${name}" must be a time such as 2026-11-28, 2026-11-28T09:30:00Z, 2026-11, yesterday, last week or 3 days ago, got ${shown}.`,
  );
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
  const shown = JSON.stringify(said.slice(0, 40).toWellFormed());
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

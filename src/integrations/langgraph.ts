/**
 * A store for LangGraph.js (`@langchain/langgraph-checkpoint`, an optional peer) in the memory of one agent.
 *
 *   item { namespace, key, value } -> observation: content = the text in the value, so that `recall` finds it too
 *                                     tags         = one for each prefix of the namespace, one for the item itself
 *                                     metadata     = { langgraph: { namespace, key, value, created? }, searched }
 *
 * What is put again is a new observation, and all but the newest of a key are withdrawn. `madeleine_memory.langgraph` of
 * Python reads and writes the same items.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  BaseStore,
  type GetOperation,
  getTextAtPath,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import { z } from 'zod';
import { type AgentVerbs, checked, InvalidArgumentError, MadeleineError, type RecalledMemory } from '../index.ts';
import { agentMemory } from './conversation-memory.ts';
import { everyMemory, maxItemLength } from './every-memory.ts';

/** Whose memory the store is in, and what is searched. */
export interface MemoryStoreOptions {
  /** The memory of the agent whose items these are. */
  readonly memory: AgentVerbs;
  /** Paths of what is searched in a value, such as `['text', 'chapters[*].title']`. @default all text in the value */
  readonly fields?: readonly string[];
}

const optionsSchema = z.strictObject({
  memory: agentMemory,
  fields: z.array(z.string({ error: 'must be a string' }), { error: 'must be a list of paths' }).optional(),
});

const keptSchema = z.object({
  langgraph: z.object({
    namespace: z.array(z.string()),
    key: z.string(),
    value: z.record(z.string(), z.unknown()),
    created: z.iso.datetime({ offset: true }).optional(),
  }),
  searched: z.boolean(),
});

/** An item, and the memory that it lies in. */
type KeptItem = { readonly memory: RecalledMemory; readonly item: Item; readonly searched: boolean };

/** The longest tag, in bytes. */
const maxTagBytes = 256;

/** What is written in a memory by all stores of it: by the tag of the item, the last that was asked for. */
const underWay = new WeakMap<AgentVerbs, Map<string, Promise<void>>>();

/**
 * A store for graphs and agents of LangGraph whose items an agent remembers; no other agent sees them.
 *
 * A namespace has at most 30 labels, and an item at most 16,000 characters as JSON. A search and a list of namespaces
 * read at most 10,000 items. Without a query the items that were put last come first. What the stores of one `memory`
 * put and delete under one key is done in the order in which it was asked for.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memoryStore(options: MemoryStoreOptions): BaseStore {
  return new MemoryStore(checked('memoryStore', optionsSchema, options));
}

class MemoryStore extends BaseStore {
  readonly #memory: AgentVerbs;
  readonly #fields: readonly string[] | undefined;

  constructor({ memory, fields }: z.output<typeof optionsSchema>) {
    super();
    this.#memory = memory;
    this.#fields = fields;
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = [];
    for (const operation of operations) results.push(await this.#answer(operation));
    return results as OperationResults<Op>; // which says the same, one operation after the other
  }

  #answer(operation: Operation): Promise<unknown> {
    if ('namespacePrefix' in operation) return this.#search(operation);
    if ('value' in operation) return this.#put(operation);
    return 'key' in operation ? this.#get(operation) : this.#namespaces(operation);
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    return (await this.#under(itemTag(namespace, key)))[0]?.item ?? null;
  }

  async #put(operation: PutOperation): Promise<void> {
    const { namespace, key, value } = operation;
    const tag = itemTag(namespace, key);
    if (value === null) return this.#inTurn(tag, async () => this.#withdraw(await this.#under(tag)));
    const content = this.#textOf(operation);
    const kept = keptOf(operation);
    await this.#inTurn(tag, async () => {
      const [last] = await this.#under(tag);
      const created = last && { created: last.item.createdAt.toISOString() };
      await this.#memory.observe({
        content,
        type: 'document',
        channel: 'agent',
        permanent: true,
        shared: false,
        tags: [...namespace.map((_, depth) => prefixTag(namespace.slice(0, depth))), prefixTag(namespace), tag],
        metadata: { langgraph: { ...kept, ...created }, searched: operation.index !== false },
      });
      // Another process may have put something meanwhile: whoever looks last sees both, and the newest stays.
      await this.#withdraw((await this.#under(tag)).slice(1));
    });
  }

  /** Writes after all that was asked for under the key before, so that what was asked for last holds. */
  async #inTurn(tag: string, write: () => Promise<void>): Promise<void> {
    const turns = underWay.get(this.#memory) ?? new Map<string, Promise<void>>();
    underWay.set(this.#memory, turns);
    const turn = (turns.get(tag) ?? Promise.resolve()).then(write, write);
    turns.set(tag, turn);
    try {
      await turn;
    } finally {
      if (turns.get(tag) === turn) turns.delete(tag);
    }
  }

  /** Withdraws items; another program may have withdrawn them meanwhile. */
  async #withdraw(items: readonly KeptItem[]): Promise<void> {
    for (const { memory } of items) {
      try {
        await this.#memory.withdraw({ id: memory.id, channel: 'agent' });
      } catch (error) {
        if (!(error instanceof MadeleineError && error.code === 'NOT_FOUND')) throw error;
      }
    }
  }

  #textOf({ namespace, key, value, index }: PutOperation): string {
    const named = [...namespace, key].join('/');
    if (index === false) return named;
    const fields = index ?? this.#fields;
    const texts = fields ? fields.flatMap((path) => getTextAtPath(value, path)) : textsIn(value);
    if (fields || texts.length > 0) return texts.join('\n').trim() || named;
    return JSON.stringify(value);
  }

  async #search({
    namespacePrefix,
    filter = {},
    limit = 10,
    offset = 0,
    query,
  }: SearchOperation): Promise<SearchItem[]> {
    const found: SearchItem[] = [];
    const seen = new Set<string>();
    for await (const { memory, item, searched } of this.#items(prefixTag(namespacePrefix), query)) {
      const tag = itemTag(item.namespace, item.key);
      if (seen.has(tag) || (query && !searched)) continue;
      seen.add(tag);
      if (Object.entries(filter).every(([name, asked]) => matches(item.value[name], asked)))
        found.push(query ? { ...item, score: memory.score } : item);
      if (found.length === offset + limit) break;
    }
    return found.slice(offset, offset + limit);
  }

  async #namespaces(operation: ListNamespacesOperation): Promise<string[][]> {
    const { matchConditions = [], maxDepth, limit, offset } = operation;
    const found = new Map<string, string[]>();
    for await (const { item } of this.#items(prefixTag([]))) {
      const { namespace } = item;
      if (!matchConditions.every((condition) => isUnder(namespace, condition))) continue;
      const cut = namespace.slice(0, maxDepth);
      found.set(prefixTag(cut), cut);
    }
    const sorted = [...found.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([, namespace]) => namespace).slice(offset, offset + limit);
  }

  /** What is under a key, the newest first. */
  async #under(tag: string): Promise<readonly KeptItem[]> {
    const found: KeptItem[] = [];
    for await (const kept of this.#items(tag)) found.push(kept);
    return found;
  }

  /** The items of a tag; what somebody else has tagged so is none. */
  async *#items(tag: string, query?: string): AsyncGenerator<KeptItem> {
    const tags = [tag];
    const memories = everyMemory(async (at) =>
      query
        ? (await this.#memory.search({ ...at, tags, query, minRelevance: 0, faded: true })).memories
        : this.#memory.latest({ ...at, tags, archived: true }),
    );
    for await (const memory of memories) {
      const item = itemOf(memory);
      if (item !== undefined) yield item;
    }
  }
}

/** An item as JSON, in which a date is a text and what is undefined is left out. */
function keptOf({ namespace, key, value }: PutOperation): z.output<typeof keptSchema>['langgraph'] {
  const whole = JSON.stringify({ namespace, key, value });
  if (whole.length <= maxItemLength) return JSON.parse(whole);
  const [most, size] = [maxItemLength, whole.length].map((length) => length.toLocaleString('en'));
  const rule = `the item ${shortened(key)} must have at most ${most} characters as JSON, got ${size}`;
  throw new InvalidArgumentError('INVALID_ARGUMENT', `put: ${rule}; split it into several.`, {
    details: { namespace, key, received: whole.length },
  });
}

function itemOf(memory: RecalledMemory): KeptItem | undefined {
  const [belief] = memory.believers;
  const kept = keptSchema.safeParse(belief?.metadata).data;
  if (kept === undefined) return undefined;
  const { namespace, key, value, created } = kept.langgraph;
  const updatedAt = new Date(belief?.since ?? 0);
  const createdAt = created ? new Date(created) : updatedAt;
  return { memory, item: { namespace, key, value, createdAt, updatedAt }, searched: kept.searched };
}

/** @param named - what the labels are, for the message of the error. */
function pathOf(labels: readonly string[], named = 'namespace'): string {
  const cut = labels.find((label) => !label.isWellFormed());
  if (cut === undefined) return labels.map(encodeURIComponent).join('/');
  const rule = `"${named}" must be well-formed Unicode, without lone surrogates, got ${shortened(cut)}`;
  throw new InvalidArgumentError('INVALID_ARGUMENT', `store: ${rule}.`, { details: { option: named } });
}

function shortened(key: string): string {
  return JSON.stringify(key.length <= 60 ? key : `${key.slice(0, 40)}…`);
}

function tagOf(path: string): string {
  const whole = `langgraph:${path}`;
  return whole.length <= maxTagBytes ? whole : `langgraph#${createHash('sha256').update(whole).digest('hex')}`;
}

function prefixTag(labels: readonly string[]): string {
  return tagOf(`${pathOf(labels)}/`);
}

function itemTag(namespace: readonly string[], key: string): string {
  return tagOf(`${pathOf(namespace)}?${pathOf([key], 'key')}`);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

type Comparison = (order: number) => boolean;
const comparisons: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['$gt', (order) => order > 0],
  ['$gte', (order) => order >= 0],
  ['$lt', (order) => order < 0],
  ['$lte', (order) => order <= 0],
]);

function matches(value: unknown, asked: unknown): boolean {
  const isOperators = typeof asked === 'object' && asked !== null && Object.keys(asked).some((name) => name[0] === '$');
  if (!isOperators) return isDeepStrictEqual(value, asked);
  return Object.entries(asked).every(([name, other]) => {
    if (name === '$eq' || name === '$ne') return isDeepStrictEqual(value, other) === (name === '$eq');
    const comparison = comparisons.get(name);
    if (!comparison)
      throw new Error(`search: no operator ${name}; there are $eq, $ne, ${[...comparisons.keys()].join(', ')}.`);
    const order = orderOf(value, other);
    return order !== undefined && comparison(order);
  });
}

/** Which of two comes first; undefined where they are not of one kind. */
function orderOf(one: unknown, other: unknown): number | undefined {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function isUnder(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (namespace.length < path.length) return false;
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return path.every((label, at) => label === '*' || label === namespace[start + at]);
}

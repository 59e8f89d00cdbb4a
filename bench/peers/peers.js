/**
 * Madeleine and its peers, each behind the same few calls: `open` a store in an empty folder, `add` memories, `search`
 * for ten. All get the same vectors, from a table of what was embedded before. Each is used as its own documents use it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const k = 10;
const dimension = 384;
const model = 'table';

/** @typedef {{ id: string, text: string, speaker?: string, session?: string, occurredAt?: string }} Item */

/** Each peer: the package that it is, whether a write that returned outlives the process, and how it is used. */
export const peers = {
  madeleine: { packages: ['madeleine'], durable: true, open: openMadeleine },
  mem0: {
    packages: ['mem0ai', 'better-sqlite3'],
    durable: true,
    note: 'infer: false, vector store "memory" (SQLite)',
    open: openMem0,
  },
  // Its package for Node only speaks to a server, so it is measured where it runs in the process: in Python.
  chroma: {
    packages: [],
    python: { script: 'chroma_peer.py', package: 'chromadb' },
    durable: true,
    note: 'PersistentClient in Python',
  },
  graphiti: {
    packages: [],
    python: { script: 'graphiti_peer.py', package: 'graphiti-core' },
    durable: true,
    note: 'on Kuzu, without a language model: each memory is a fact between its speaker and its session',
  },
  hindsight: {
    packages: [],
    python: { script: 'hindsight_peer.py', package: 'hindsight-api' },
    durable: true,
    note: 'provider `none`, its embedded Postgres (not as root; its memory is not counted), without its reranking model',
  },
  lancedb: { packages: ['@lancedb/lancedb'], durable: true, note: 'no index: it compares all', open: openLance },
  agentdb: { packages: ['agentdb'], durable: false, note: 'sql.js: on disk when it is closed', open: openAgentDb },
  mastra: {
    packages: ['@mastra/core', '@mastra/memory', '@mastra/libsql'],
    durable: true,
    note: 'Memory on libsql, semantic recall',
    open: openMastra,
  },
  langgraph: {
    packages: ['@langchain/langgraph-checkpoint', '@langchain/core'],
    durable: false,
    note: 'InMemoryStore: never on disk',
    open: openLangGraph,
  },
  'server-memory': {
    packages: ['@modelcontextprotocol/server-memory'],
    durable: true,
    note: 'over stdio; finds whole substrings only',
    open: openServerMemory,
  },
};

async function openMadeleine(folder, vectorOf) {
  const { Madeleine } = await import('../../dist/bundle/index.js');
  const embedder = { model, dimension, embed: async (texts) => texts.map(vectorOf), close: async () => {} };
  const memory = await Madeleine.open({ at: folder, space: 'peers', embedder });
  const agent = memory.agent('bench');
  const inputOf = ({ id, text, speaker, session, occurredAt }) => ({
    id,
    content: text,
    ...(speaker === undefined ? {} : { speaker }),
    ...(session === undefined ? {} : { session }),
    ...(occurredAt === undefined ? {} : { occurredAt: new Date(occurredAt) }),
  });
  return {
    add: (items) =>
      items.length === 1 ? agent.observe(inputOf(items[0])) : agent.observeMany({ observations: items.map(inputOf) }),
    search: async (query) => {
      const { memories } = await agent.search({ query, limit: k });
      return memories.map(({ id }) => id.replace('observation:', ''));
    },
    close: () => memory.close(),
  };
}

async function openMem0(folder, vectorOf) {
  process.env.MEM0_TELEMETRY = 'false';
  process.env.MEM0_DIR = folder;
  const { Memory } = await import('mem0ai/oss');
  const embed = async (text) => Array.from(vectorOf(text));
  const embeddings = { embedQuery: embed, embedDocuments: (texts) => Promise.all(texts.map(embed)) };
  const memory = new Memory({
    embedder: { provider: 'langchain', config: { model: embeddings, embeddingDims: dimension } },
    vectorStore: {
      provider: 'memory',
      config: { collectionName: 'bench', dimension, dbPath: join(folder, 'vectors.db') },
    },
    llm: { provider: 'langchain', config: { model: { invoke: async () => ({ content: '' }) } } },
    historyDbPath: join(folder, 'history.db'),
  });
  return {
    add: async (items) => {
      for (const { id, text } of items)
        await memory.add(text, { userId: 'bench', infer: false, metadata: { key: id } });
    },
    search: async (query) => {
      const { results } = await memory.search(query, { filters: { user_id: 'bench' }, topK: k });
      return results.map(({ metadata }) => metadata.key);
    },
    close: async () => {},
  };
}

async function openLance(folder, vectorOf) {
  const { connect } = await import('@lancedb/lancedb');
  const database = await connect(folder);
  const rowOf = ({ id, text }) => ({ id, text, vector: Array.from(vectorOf(text)) });
  let table;
  return {
    add: async (items) => {
      const rows = items.map(rowOf);
      if (table === undefined) table = await database.createTable('bench', rows);
      else await table.add(rows);
    },
    search: async (query) => (await table.search(vectorOf(query)).limit(k).toArray()).map(({ id }) => id),
    close: async () => database.close(),
  };
}

async function openAgentDb(folder, vectorOf) {
  const log = console.log;
  console.log = () => {};
  const { createDatabase, ReflexionMemory } = await import('agentdb');
  const database = await createDatabase(join(folder, 'agentdb.db'));
  database.exec(readFileSync(join(import.meta.dirname, 'node_modules/agentdb/dist/schemas/schema.sql'), 'utf8'));
  console.log = log;
  const memory = new ReflexionMemory(database, { embed: async (text) => vectorOf(text) });
  return {
    add: async (items) => {
      for (const { id, text } of items)
        await memory.storeEpisode({ sessionId: id, task: text, reward: 1, success: true });
    },
    search: async (query) => (await memory.retrieveRelevant({ task: query, k })).map(({ sessionId }) => sessionId),
    close: async () => database.close(),
  };
}

async function openMastra(folder, vectorOf) {
  const { Memory } = await import('@mastra/memory');
  const { LibSQLStore, LibSQLVector } = await import('@mastra/libsql');
  const url = `file:${join(folder, 'mastra.db')}`;
  const embedder = {
    specificationVersion: 'v2',
    provider: 'bench',
    modelId: model,
    maxEmbeddingsPerCall: 2048,
    supportsParallelCalls: false,
    doEmbed: async ({ values }) => ({ embeddings: values.map((text) => Array.from(vectorOf(text))) }),
  };
  const storage = new LibSQLStore({ id: 'storage', url });
  const vector = new LibSQLVector({ id: 'vector', url });
  const options = { lastMessages: false, semanticRecall: { topK: k, messageRange: 0, scope: 'thread' } };
  const memory = new Memory({ storage, vector, embedder, options });
  const thread = { threadId: 'bench', resourceId: 'bench' };
  await memory.createThread(thread);
  // What it finds it looks up by its time.
  let at = 0;
  const messageOf = ({ id, text }) => {
    at += 1000;
    const content = { format: 2, parts: [{ type: 'text', text }] };
    return { id, ...thread, role: 'user', createdAt: new Date(at), content };
  };
  return {
    add: (items) => memory.saveMessages({ messages: items.map(messageOf) }),
    search: async (query) => {
      const { messages } = await memory.recall({ ...thread, perPage: 0, vectorSearchString: query });
      return messages.map(({ id }) => id);
    },
    close: async () => {},
  };
}

async function openLangGraph(_folder, vectorOf) {
  const { InMemoryStore } = await import('@langchain/langgraph-checkpoint');
  const embed = async (text) => Array.from(vectorOf(text));
  const embeddings = { embedQuery: embed, embedDocuments: (texts) => Promise.all(texts.map(embed)) };
  const store = new InMemoryStore({ index: { dims: dimension, embeddings, fields: ['text'] } });
  return {
    add: async (items) => {
      for (const { id, text } of items) await store.put(['bench'], id, { text });
    },
    search: async (query) => (await store.search(['bench'], { query, limit: k })).map(({ key }) => key),
    close: async () => {},
  };
}

async function openServerMemory(folder) {
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js')],
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return {
    pid: transport.pid,
    add: (items) => {
      const entities = items.map(({ id, text }) => ({ name: id, entityType: 'turn', observations: [text] }));
      return client.callTool({ name: 'create_entities', arguments: { entities } });
    },
    search: async (query) => {
      // It finds what holds the query as it stands, so it is asked for the longest word.
      const [word = query] = query.split(/\W+/).toSorted((one, other) => other.length - one.length);
      const { structuredContent, content } = await client.callTool({
        name: 'search_nodes',
        arguments: { query: word },
      });
      const { entities } = structuredContent ?? JSON.parse(content[0].text);
      return entities.slice(0, k).map(({ name }) => name);
    },
    close: () => client.close(),
  };
}

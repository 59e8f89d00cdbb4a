/** The knowledge graph as a resource, at the address where the reference memory server has it. */
import type { McpServer } from '@modelcontextprotocol/server';
import type { AgentVerbs } from '../../index.ts';
import { graphUri } from '../resource-uris.ts';
import { readGraph } from './read-graph.ts';

/** Offers the graph of one agent's perspective to be read and subscribed to. */
export function addGraphResource(server: McpServer, memory: AgentVerbs): void {
  const mimeType = 'application/json';
  server.registerResource(
    'knowledge-graph',
    graphUri,
    { title: 'Knowledge graph', description: 'All entities and relations that the agent knows of.', mimeType },
    async ({ href }, { mcpReq }) => {
      const { text } = await readGraph.run(memory, {}, { signal: mcpReq.signal });
      return { contents: [{ uri: href, mimeType, text }] };
    },
  );
}

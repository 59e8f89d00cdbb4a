/** An MCP client of the official SDK that is connected to a server in the same process. */
import { type CallToolResult, Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { McpServer } from '@modelcontextprotocol/server';

/** Connects a client to a server; closing the client closes both. */
export async function connectClient(server: McpServer): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

/** What the text blocks of a tool's answer say. */
export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

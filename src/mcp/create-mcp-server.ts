/**
 * The MCP server of one agent, for one connection. Owns what is registered; whose memory it is was decided
 * before, and no argument of a tool or word of a client changes it.
 */
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { type AgentVerbs, version } from '../index.ts';
import type { MemoryTool, ToolContext } from './memory-tool.ts';
import { toolErrorText } from './tool-error.ts';
import { type ToolSetName, toolSets } from './tool-sets.ts';
import { wireSchema } from './wire-schema.ts';

/** What a server is made of. */
export interface McpServerOptions {
  /** The memory that every tool works on. */
  readonly agent: AgentVerbs;
  /** @default 'all' */
  readonly tools?: ToolSetName;
  /** Whether there are tools that write. @default 'write' */
  readonly access?: MemoryTool['access'];
}

/** Makes a server for both eras of the protocol, ready to be connected to a transport. */
export function createMcpServer({ agent, tools = 'all', access = 'write' }: McpServerOptions): McpServer {
  const set = toolSets[tools];
  const server = new McpServer(
    { name: 'madeleine', title: 'Madeleine', version },
    { capabilities: { tools: {} }, instructions: set.instructions(agent.name) },
  );
  for (const tool of set.tools) {
    if (access === 'write' || tool.access === 'read') registerTool(server, agent, tool);
  }
  return server;
}

function registerTool(server: McpServer, agent: AgentVerbs, tool: MemoryTool): void {
  const { name, title, description, annotations, input, output } = tool;
  server.registerTool(
    name,
    { title, description, annotations, inputSchema: wireSchema(input), outputSchema: wireSchema(output) },
    async (args, { mcpReq }) => callTool(tool, agent, args, { signal: mcpReq.signal }),
  );
}

/** Calls a tool; what goes wrong is an answer, which the model reads, and not an error of the protocol. */
async function callTool(
  tool: MemoryTool,
  agent: AgentVerbs,
  args: unknown,
  context: ToolContext,
): Promise<CallToolResult> {
  try {
    const { text, structured } = await tool.run(agent, args, context);
    return { content: [{ type: 'text', text }], structuredContent: { ...structured } };
  } catch (error) {
    return { content: [{ type: 'text', text: toolErrorText(error) }], isError: true };
  }
}

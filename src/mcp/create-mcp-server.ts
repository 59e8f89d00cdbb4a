/**
 * The MCP server of one agent, for one connection. Owns what is registered; whose memory it is was decided
 * before, and no argument of a tool or word of a client changes it.
 */
import {
  type CallToolResult,
  type InputRequiredResult,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type AgentVerbs, version } from '../index.ts';
import { addCompletion } from './completion.ts';
import { confirmation } from './elicit.ts';
import type { MemoryTool } from './memory-tool.ts';
import { withProgress } from './progress.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { addGraphResource } from './successors/graph-resource.ts';
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
    { capabilities: { tools: {}, logging: {} }, instructions: set.instructions(agent.name) },
  );
  for (const tool of set.tools) {
    if (access === 'write' || tool.access === 'read') registerTool(server, agent, tool);
  }
  addResources(server, agent);
  if (tools === 'memory') addGraphResource(server, agent);
  addCompletion(server, agent);
  // They speak of these tools, and some of writing.
  if (tools === 'all') addPrompts(server, access);
  return server;
}

function registerTool(server: McpServer, agent: AgentVerbs, tool: MemoryTool): void {
  const { name, title, description, annotations, input, output } = tool;
  server.registerTool(
    name,
    { title, description, annotations, inputSchema: wireSchema(input), outputSchema: wireSchema(output) },
    async (args, context) => withProgress(context, title, () => callTool(server, agent, tool, args, context)),
  );
}

/**
 * Calls a tool, once a person has said yes where that is asked for. What goes wrong is an answer, which the model
 * reads, and not an error of the protocol.
 */
async function callTool(
  server: McpServer,
  agent: AgentVerbs,
  tool: MemoryTool,
  args: unknown,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { signal } = context.mcpReq;
  try {
    const said = await confirmation(server, context, async () => tool.question?.(agent, args, { signal }));
    if (said === 'no')
      return refused('The user said no, so nothing was done. Do not ask again unless they bring it up.');
    if (typeof said === 'object') return said;
    const { text, structured } = await tool.run(agent, args, { signal, confirmed: said === 'yes' });
    return { content: [{ type: 'text', text }], structuredContent: { ...structured } };
  } catch (error) {
    return refused(toolErrorText(error));
  }
}

function refused(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** MCP on the standard streams of a process: what hosts start for one agent. */
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import type { AgentVerbs } from '../index.ts';
import { announceChanges } from './announce-changes.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { LineTransport } from './line-transport.ts';
import type { ToolSetName } from './tool-sets.ts';

/** What is served, and where. */
export interface StdioOptions {
  /** Whose memory it is. */
  readonly agent: AgentVerbs;
  /** @default 'all' */
  readonly tools?: ToolSetName;
  readonly input: NodeJS.ReadableStream;
  /** Nothing but messages of the protocol is written to it. */
  readonly output: NodeJS.WritableStream;
  /** Hears what went wrong beside the answers. */
  readonly onError?: (error: Error) => void;
  /** Ends the connection. */
  readonly signal?: AbortSignal;
}

/** Serves one client, of either era of the protocol, until its input ends; settles when all is answered or given up. */
export async function serveStdio({
  agent,
  tools = 'all',
  input,
  output,
  onError,
  signal,
}: StdioOptions): Promise<void> {
  const transport = new LineTransport(input, output);
  const served = serve(
    ({ era }) => {
      const server = createMcpServer({ agent, tools });
      announceChanges(server, agent, era);
      return server;
    },
    { transport, ...(onError === undefined ? {} : { onerror: onError }) },
  );
  // The protocol has set its own listener by now, which ends the servers.
  const end = transport.onclose;
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      end?.();
      resolve();
    };
    if (signal?.aborted) void served.close();
    signal?.addEventListener('abort', () => void served.close(), { once: true });
  });
}

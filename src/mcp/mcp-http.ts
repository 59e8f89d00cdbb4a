/**
 * MCP over Streamable HTTP, for the hub to mount behind its checks of host, origin and token. Serves clients of 2026,
 * request by request without a session, and of 2025, by session. Who calls is told by the token and nothing else.
 */
import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { AgentVerbs } from '../index.ts';
import { ChangeBus } from './change-bus.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { refusal } from './http-refusal.ts';
import { HttpSessions } from './http-sessions.ts';

/** Who calls, as the token says. */
export interface McpCaller {
  readonly scope: 'read' | 'write' | 'admin';
  /** Missing for the owner of the store, who is nobody in particular. */
  readonly space?: string;
  readonly agent?: string;
}

/** What the door is made of. */
export interface McpHttpOptions {
  /** The memory of an agent. */
  readonly memoryOf: (space: string, agent: string) => Promise<AgentVerbs>;
  /** Hears what went wrong and whose answer tells no more than that something did. */
  readonly onError?: (error: Error) => void;
}

/** The door. */
export interface McpHttp {
  handle(request: Request, caller: McpCaller): Promise<Response>;
  /** Ends all streams and sessions; a second call does nothing. */
  close(): Promise<void>;
}

/** What serves the requests of one agent with one access. */
interface AgentDoor {
  readonly modern: McpHttpHandler;
  readonly sessions: HttpSessions;
}

/** Makes the door. */
export function mcpHttp({ memoryOf, onError }: McpHttpOptions): McpHttp {
  const doors = new Map<string, AgentDoor>();
  const doorOf = (space: string, agent: string, access: 'read' | 'write'): AgentDoor => {
    const key = JSON.stringify([space, agent, access]);
    const door = doors.get(key) ?? makeDoor(() => memoryOf(space, agent), access, onError);
    doors.set(key, door);
    return door;
  };
  return {
    handle: async (request, { space, agent, scope }) => {
      if (space === undefined || agent === undefined) return refusal(403, -32_600, ownerIsNobody);
      const { modern, sessions } = doorOf(space, agent, scope === 'read' ? 'read' : 'write');
      return (await isLegacyRequest(request)) ? sessions.handle(request) : modern.fetch(request);
    },
    close: async () => {
      const open = [...doors.values()];
      doors.clear();
      await Promise.all(open.flatMap(({ modern, sessions }) => [modern.close(), sessions.close()]));
    },
  };
}

const ownerIsNobody =
  "mcp: the owner's token is no agent's, and a memory has to be somebody's; make one with `madeleine token create --agent NAME --scope write`.";

function makeDoor(
  memoryOf: () => Promise<AgentVerbs>,
  access: 'read' | 'write',
  onError: ((error: Error) => void) | undefined,
): AgentDoor {
  const open = async () => {
    const memory = await memoryOf();
    return { memory, server: createMcpServer({ agent: memory, access }) };
  };
  const modern = createMcpHandler(async () => (await open()).server, {
    legacy: 'reject',
    bus: new ChangeBus(memoryOf),
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  return { modern, sessions: new HttpSessions(open) };
}

/** Clients of the official SDK that speak MCP over HTTP: to the door itself in this process, or to a served one on a socket. */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { McpCaller, McpHttp } from '../../src/mcp/mcp-http.ts';
import type { Caller, ServedDoor } from './http-door.ts';

/** The revision of 2026, for clients that shall speak nothing else. */
export const modern: ClientOptions = { versionNegotiation: { mode: { pin: '2026-07-28' } } };

/** Where the door seems to stand. */
export const doorUrl = 'http://127.0.0.1/mcp';

/** Connects a client that the door takes for this caller, once it is prepared to answer what it may be asked. */
export async function connectHttp(
  door: McpHttp,
  caller: McpCaller,
  options: ClientOptions = {},
  prepare: (client: Client) => void = () => {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  prepare(client);
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
    door.handle(new Request(url, init), caller);
  await client.connect(new StreamableHTTPClientTransport(new URL(doorUrl), { fetch }));
  return client;
}

/** Connects a client on a real socket to a served HTTP door that has MCP mounted. */
export async function connectSocket(door: ServedDoor, caller: Caller, options: ClientOptions): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  const headers = { authorization: door.credentials[caller] ?? '' };
  const url = new URL(`${door.server.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

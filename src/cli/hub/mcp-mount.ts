import type { Mount } from '../../http/mount.ts';
import type { McpHttp } from '../../mcp/mcp-http.ts';

/** MCP over HTTP as a door that a hub opens beside its verbs, at `/mcp`. */
export function mcpMount(door: McpHttp): Mount {
  return {
    path: '/mcp',
    methods: ['POST', 'GET', 'DELETE'],
    // What a token may do beyond that shows in the tools that it is offered.
    access: 'read',
    summary: "MCP over Streamable HTTP, as the token's agent.",
    handle: (request, identity) => door.handle(request, identity),
  };
}

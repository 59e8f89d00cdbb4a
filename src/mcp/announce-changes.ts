/** Change notifications on one lasting connection: stdio, or a session of a 2025 client over HTTP. */
import type { McpRequestContext, McpServer } from '@modelcontextprotocol/server';
import type { AgentVerbs } from '../index.ts';
import { followChanges } from './follow-changes.ts';

const lost = 'The memory cannot be reached at present: until it can, changes in it are not told.';

/**
 * Tells the client what changes in the agent's perspective, until the server is closed. A client of 2025 hears of
 * the addresses that it has subscribed to; to one of 2026 all is told, and its connection passes on what
 * `subscriptions/listen` asked for.
 */
export function announceChanges({ server }: McpServer, memory: AgentVerbs, era: McpRequestContext['era']): void {
  const subscribed = new Set<string>();
  if (era === 'legacy') {
    server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscribed.add(params.uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      subscribed.delete(params.uri);
      return {};
    });
  }
  const connection = new AbortController();
  const closed = server.onclose;
  server.onclose = () => {
    connection.abort();
    closed?.();
  };
  // A client that has gone hears nothing more, and its connection tells so itself.
  const send = (sent: Promise<void>): void => void sent.catch(() => undefined);
  followChanges({
    memoryOf: () => memory,
    signal: connection.signal,
    tell: (uris) => {
      send(server.sendResourceListChanged());
      for (const uri of uris) {
        if (era === 'modern' || subscribed.has(uri)) send(server.sendResourceUpdated({ uri }));
      }
    },
    onLost: () => {
      const told = { level: 'warning', logger: 'madeleine', data: lost } as const;
      if (era === 'legacy') send(server.sendLoggingMessage(told, server.transport?.sessionId));
    },
  });
}

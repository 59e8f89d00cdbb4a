/** Asks a person before something is done that cannot be undone, where the client can ask one. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** What became of a question: nobody was asked, a person said yes or no, or the client is to ask. */
export type Confirmation = 'unasked' | 'yes' | 'no' | InputRequiredResult;

const key = 'confirm';

/**
 * Asks once for each call. A client of the revision of 2026 asks and calls again with the answer; one of 2025
 * is asked over its connection, in which case the call comes here again, too.
 */
export async function confirmation(
  server: McpServer,
  { mcpReq }: ServerContext,
  question: () => Promise<string | undefined>,
): Promise<Confirmation> {
  if (!canAsk(server, mcpReq)) return 'unasked';
  const answer = inputResponse(mcpReq.inputResponses, key);
  if (answer.kind === 'elicit') {
    return answer.action === 'accept' && answer.content?.[key] === true ? 'yes' : 'no';
  }
  const message = await question();
  if (message === undefined) return 'unasked';
  const requestedSchema = {
    type: 'object' as const,
    properties: { [key]: { type: 'boolean' as const, title: 'Yes', description: 'This cannot be undone.' } },
    required: [key],
  };
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}

/** Whether the client said that it can put a form before a person: in the request in 2026, when it connected in 2025. */
function canAsk({ server }: McpServer, { envelope }: ServerContext['mcpReq']): boolean {
  const told = envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: { readonly elicitation?: object } } | undefined;
  const elicitation = (told?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities())?.elicitation;
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
}

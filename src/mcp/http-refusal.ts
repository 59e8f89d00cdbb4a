/** Refuses a request before any server has seen it. */

/** An answer in the form of JSON-RPC, with a status that a client without it understands too. */
export function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

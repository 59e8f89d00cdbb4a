/** The addresses of what can be read and subscribed to: how they are made, and what a change touches. */

/** The address of what the perspective holds, in numbers. */
export const statsUri = 'memory://stats';
/** The address of the knowledge graph, where its tools are offered. */
export const graphUri = 'memory://knowledge-graph';
/** The addresses of single beliefs. */
export const beliefTemplate = 'memory://agents/{agent}/beliefs/{id}';
/** The addresses of sessions' chains of thought. */
export const chainTemplate = 'memory://sessions/{id}/chain';

const sessionPrefix = 'session:';

/** The address of what an agent believes in a memory. */
export function beliefUri(agent: string, id: string): string {
  return `memory://agents/${segment(agent)}/beliefs/${segment(id)}`;
}

/** The address of a session's chain of thought; takes a session's id or its key. */
export function chainUri(session: string): string {
  return `memory://sessions/${segment(sessionKey(session))}/chain`;
}

/** The key of a session, which its address and a completion show. */
export function sessionKey(id: string): string {
  return id.startsWith(sessionPrefix) ? id.slice(sessionPrefix.length) : id;
}

/** The addresses whose content a change of some records touches, for one agent. */
export function touchedUris(agent: string, ids: readonly string[]): readonly string[] {
  const touched = ids.flatMap((id) => {
    if (id.startsWith('entity:')) return [];
    return [id.startsWith(sessionPrefix) ? chainUri(id) : beliefUri(agent, id)];
  });
  const graph = ids.some((id) => id.startsWith('fact:')) ? [graphUri] : [];
  return [...new Set([...touched, ...graph, statsUri])];
}

/** What stands in one segment of an address, or undefined where it is written wrongly. */
export function readSegment(segment: string | readonly string[] | undefined): string | undefined {
  if (typeof segment !== 'string') return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** A colon may stand in a segment as it is, and makes an id readable. */
function segment(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':');
}

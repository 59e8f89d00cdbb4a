/**
 * Who may call what: the one table that every route and every mounted door is decided by. Owns no
 * tokens and reads no requests.
 */
import { type Access, accesses, foldAgent } from '../index.ts';

/**
 * What a route asks of its caller: `open` asks nothing, not even a token; `owner` and `page` let nobody in but the
 * owner with the token, or a page that is signed in.
 */
export type RouteAccess = 'open' | Access | 'owner' | 'page';

/** Who calls, as the token or the session of a page says and nothing else does. */
export interface Identity {
  /** The id of the token, or `owner`, or `page` for the owner on a page that is signed in. */
  readonly token: string;
  /** What it may do at most: `read` recalls, `write` remembers too, `admin` also runs the whole space. */
  readonly scope: Access;
  /** The only space that it may touch; the owner of the store may touch all. */
  readonly space?: string;
  /** The only agent that it may be; the owner of the store may be any. */
  readonly agent?: string;
  /** The only talk that it may be in, as \`with\` of verbs takes it; without one each call says so itself. */
  readonly with?: readonly string[];
}

/** What a call touches: an agent's memory, a whole space, or neither. */
export interface CallerReach {
  readonly access: RouteAccess;
  readonly space?: string | undefined;
  readonly agent?: string | undefined;
}

/** What becomes of a call. */
export type Decision = 'allowed' | 'unauthenticated' | 'forbidden';

/** Decides on a call: the scope must allow the access, and no token reaches another agent or space than its own. */
export function decide(identity: Identity | undefined, { access, space, agent }: CallerReach): Decision {
  if (access === 'open') return 'allowed';
  if (identity === undefined) return 'unauthenticated';
  if (access === 'owner' || access === 'page') return identity.token === access ? 'allowed' : 'forbidden';
  const own = isOwn(identity.space, space) && isOwn(fold(identity.agent), fold(agent));
  return own && accesses.indexOf(access) <= accesses.indexOf(identity.scope) ? 'allowed' : 'forbidden';
}

/** Names that differ only in case and in white space around them are one agent's. */
function fold(agent: string | undefined): string | undefined {
  return agent && foldAgent(agent);
}

/** What a call does not name is nobody else's. */
function isOwn(bound: string | undefined, named: string | undefined): boolean {
  return bound === undefined || named === undefined || bound === named;
}

/**
 * Keeps web pages out. A page in a browser can make requests to this machine under a name of its own that points here.
 * Only requests to a known `Host` come in, and only from no page or from a page of a known `Origin`.
 */
import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './call.ts';

/** Where requests may be meant for, and which pages they may come from. */
export interface OriginRules {
  /** `host:port` as the `Host` header has it; the name alone on the usual port. */
  readonly hosts: ReadonlySet<string>;
  /** `scheme://host:port` as the `Origin` header has it. */
  readonly origins: ReadonlySet<string>;
}

/** Clients leave it out of `Host` and `Origin`. */
const usualPort = 80;

/**
 * The rules of a server that listens on `host` and `port`: its own names, those of the loopback, and what is allowed beside
 * them. Pages come from the origins of its own names, which it serves itself, and those allowed.
 */
export function originRules(
  { host, port }: { readonly host: string; readonly port: number },
  allowed: { readonly hosts: readonly string[]; readonly origins: readonly string[] },
): OriginRules {
  const names = ['127.0.0.1', 'localhost', '[::1]', inUrl(host)];
  const own = names.flatMap((name) => [`${name}:${port}`, ...(port === usualPort ? [name] : [])]);
  return {
    hosts: new Set([...own, ...allowed.hosts].map((one) => one.toLowerCase())),
    origins: new Set([...own.map((one) => `http://${one}`), ...allowed.origins].map((one) => one.toLowerCase())),
  };
}

/** A host as it stands in an address: IPv6 in brackets. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Lets a request in, or not.
 *
 * @throws {HttpRefusal} 400, 421 or 403.
 */
export function checkOrigin({ headersDistinct, url = '' }: IncomingMessage, rules: OriginRules): void {
  const { host = [], origin = [] } = headersDistinct;
  if (!url.startsWith('/')) throw new HttpRefusal(400, 'INVALID_ARGUMENT', 'http: the target must be a path.');
  if (host.length !== 1 || !rules.hosts.has(host[0]?.toLowerCase() ?? '')) {
    throw new HttpRefusal(421, 'INVALID_ARGUMENT', 'http: this server does not answer to that Host; see --allow-host.');
  }
  const fromKnown = origin.length === 1 && rules.origins.has(origin[0]?.toLowerCase() ?? '');
  if (origin.length > 0 && !fromKnown) {
    throw new HttpRefusal(403, 'FORBIDDEN', 'http: pages of that Origin are not let in; see --allow-origin.');
  }
}

/**
 * Whether a request that was let in comes from a page of the very origin that it is sent to. A browser tells so by an
 * `Origin` that names the `Host`, or, where it sends none, by `Sec-Fetch-Site`; no page can set either.
 */
export function isFromOwnPage({ headers, headersDistinct }: IncomingMessage): boolean {
  const [origin] = headersDistinct['origin'] ?? [];
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  return origin.toLowerCase().replace(/^https?:\/\//, '') === headers.host?.toLowerCase();
}

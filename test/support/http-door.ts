/** Serves the spaces of a test's store over HTTP on a real port, with a token of each kind. */
import { HubTokens } from '../../src/http/hub-tokens.ts';
import { type HttpServer, type ServeHttpOptions, serveHttp } from '../../src/http/serve-http.ts';
import type { Madeleine } from '../../src/index.ts';
import { version } from '../../src/index.ts';
import { atFileEnd } from './at-file-end.ts';
import { openSpace } from './open-space.ts';
import { builtPage } from './built-page.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Callers of a served door, by what their token is. */
export type Caller = 'none' | 'bad' | 'read' | 'write' | 'admin' | 'owner' | 'other agent' | 'other space';

/** By what a request is known to come from a page that is signed in. */
export type PageHeaders = Readonly<Record<'origin' | 'cookie', string>>;

/** A door that is served. */
export interface ServedDoor {
  readonly server: HttpServer;
  readonly tokens: HubTokens;
  /** The memory of the space `home`, opened beside the door. */
  readonly home: Madeleine;
  /** The memory of any space that the door serves. */
  memory(space: string): Promise<Madeleine>;
  /** What each caller sends; undefined for the one that sends none. */
  readonly credentials: Readonly<Record<Caller, string | undefined>>;
  /** Calls a path as the owner or as somebody else. */
  call(path: string, body?: unknown, caller?: Caller, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Signs a page in with a code of the owner, and answers the headers that its requests have from then on. */
  signIn(): Promise<PageHeaders>;
}

/** Serves the spaces `home` and `work`, in which `lisa` and `electra` may be. */
export async function serveDoor(options: Partial<ServeHttpOptions> = {}): Promise<ServedDoor> {
  const tokens = new HubTokens(await temporaryFolder(), () => new Date());
  const home = await openSpace();
  const spaces = new Map([['home', Promise.resolve(home)]]);
  const memory = (space: string): Promise<Madeleine> => {
    const opened = spaces.get(space) ?? openSpace();
    spaces.set(space, opened);
    return opened;
  };
  const ready = async () => ({ version, embedder: home.embedder });
  const page = { folder: await builtPage(), space: 'home', clock: () => new Date() };
  const server = await serveHttp({ memory, ready, tokens, page, ...options });
  atFileEnd(() => server.close());
  const tokenOf = async (agent: string, space: string, scope: 'read' | 'write' | 'admin'): Promise<string> =>
    `Bearer ${(await tokens.create({ agent, space, scope })).token}`;
  const credentials = {
    none: undefined,
    bad: `Bearer mdl_${'A'.repeat(43)}`,
    read: await tokenOf('lisa', 'home', 'read'),
    write: await tokenOf('lisa', 'home', 'write'),
    admin: await tokenOf('lisa', 'home', 'admin'),
    owner: `Bearer ${await tokens.owner()}`,
    'other agent': await tokenOf('electra', 'home', 'admin'),
    'other space': await tokenOf('lisa', 'work', 'admin'),
  } as const;
  const call: ServedDoor['call'] = (path, body = {}, caller = 'owner', headers = {}) => {
    const sent = credentials[caller];
    return fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(sent === undefined ? {} : { authorization: sent }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  };
  const signIn = async (): Promise<PageHeaders> => {
    const { code } = (await (await call('/v1/page/codes')).json()) as { readonly code: string };
    const origin = server.url;
    const answer = await call('/v1/page/session', { code }, 'none', { origin });
    return { origin, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  };
  return { server, tokens, home, memory, credentials, call, signIn };
}

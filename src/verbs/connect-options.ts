/** What a memory at a hub is connected with, and the rules for it. */
import { z } from 'zod';
import { type Given, integerIn, secret, signal } from '../domain/input.ts';
import type { NewId } from '../domain/values.ts';
import { callback, spaceName } from '../open-options.ts';

/** What of an answer is read. */
export type HubAnswer = Pick<Response, 'ok' | 'status' | 'url' | 'body' | 'text'>;

/** What a request to a hub is made with. */
export interface HubRequestInit extends RequestInit {
  readonly headers?: Record<string, string>;
}

/** Makes requests to a hub, as the platform's `fetch` does. */
export type HubFetch = (url: string | URL, init?: HubRequestInit) => Promise<HubAnswer>;

const defaultRetryMs = 10_000;

const connectFields = {
  /** What the hub knows the caller by. @default none: a hub that wants one refuses every call */
  token: secret(4096).optional(),
  /** Whose memory it is; 1-64 letters, digits, `-` and `_`. @default 'default' */
  space: spaceName.default('default'),
  /**
   * How long, in milliseconds, a call tries again from when it first finds the hub away or busy: 0-600,000. A call whose
   * connection broke off is made again only where that cannot do it twice. @default 10,000
   */
  retryMs: integerIn(0, 600_000).default(defaultRetryMs),
  /** Makes requests. @default that of the platform */
  fetch: callback<HubFetch>().optional(),
  /** Makes the keys of ids. @default UUIDv4, which tells no time */
  newId: callback<NewId>().optional(),
  /** Ends the waiting for the hub. */
  signal,
};
/** What a memory at a hub is connected with. */
export interface ConnectOptions extends Given<typeof connectFields> {}

const connectRules = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be the http:// or https:// address of a hub' }),
  ...connectFields,
});
/** Where to connect to and how, with the defaults. */
export interface ConnectAddress extends z.output<typeof connectRules> {}

/** The rules for {@link ConnectOptions} and the address. */
export const connectSchema: z.ZodType<ConnectAddress> = connectRules;

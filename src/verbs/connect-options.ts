/** What a memory at a hub is connected with, and the rules for it. */
import { z } from 'zod';
import { type Checked, integerIn, secret, signal } from '../domain/input.ts';
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

/** What a memory at a hub is connected with. */
export interface ConnectOptions {
  /** What the hub knows the caller by. @default none: a hub that wants one refuses every call */
  readonly token?: string;
  /** Whose memory it is; 1-64 letters, digits, `-` and `_`. @default 'default' */
  readonly space?: string;
  /**
   * How long, in milliseconds, a call tries again where the hub is away or busy: 0-600,000. A call whose connection
   * broke off is made again only where that cannot do it twice. @default 10,000
   */
  readonly retryMs?: number;
  /** Makes requests. @default that of the platform */
  readonly fetch?: HubFetch;
  /** Makes keys that sort by time. @default UUIDv7 */
  readonly newId?: NewId;
  /** Ends the waiting for the hub. */
  readonly signal?: AbortSignal;
}

const defaultRetryMs = 10_000;

/** The rules for {@link ConnectOptions} and the address. */
export const connectSchema: z.ZodType<ConnectAddress> = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be the http:// or https:// address of a hub' }),
  token: secret(4096).optional(),
  space: spaceName.default('default'),
  retryMs: integerIn(0, 600_000).default(defaultRetryMs),
  fetch: callback.optional(),
  newId: callback.optional(),
  signal,
}) as unknown as z.ZodType<ConnectAddress>;

/** Where to connect to and how, with the defaults. */
export interface ConnectAddress extends Checked<ConnectOptions> {
  readonly url: string;
  readonly space: string;
  readonly retryMs: number;
}

/** A SurrealDB server that holds the ledger: how it is signed in to, and whether it can be reached. */
import { connect } from 'node:net';

/** How a server is signed in to. */
export interface Credentials {
  readonly username?: string;
  readonly password?: string;
  /** A token of the server's, instead of a name and a password. */
  readonly token?: string;
}

/** How long a server may take to accept a connection. */
const reachTimeoutMs = 5000;

/** Settles when the host of a `ws://` or `wss://` address accepts connections; rejects with the reason when it does not. */
export async function reachServer(address: string): Promise<void> {
  const { hostname, port, protocol } = new URL(address);
  const usual = protocol === 'wss:' ? 443 : 80;
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
      socket.setTimeout(reachTimeoutMs, () => reject(new Error(`no answer within ${reachTimeoutMs / 1000} s`)));
    });
  } finally {
    socket.destroy();
  }
}

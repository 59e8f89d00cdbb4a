/** Whether anybody listens at a server's address: the SDK alone does not tell in time, or at all. */
import { connect } from 'node:net';

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

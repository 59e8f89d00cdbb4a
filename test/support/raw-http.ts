/** Requests written on a bare socket: what no client would send, as well. */
import { once } from 'node:events';
import { connect } from 'node:net';

/** What came back: the whole of it, and the status if there was one. */
export interface RawAnswer {
  readonly status: number;
  /** Everything up to the blank line, as it came. */
  readonly head: string;
  readonly body: string;
}

/** Sends lines of a head and a body, and reads until the server closes the connection. */
export async function rawRequest(port: number, head: readonly string[], body = ''): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that refuses may close before it has read everything.
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  const answered = end < 0 ? text : text.slice(0, end);
  return { status: Number(answered.split(' ')[1] ?? 0), head: answered, body: end < 0 ? '' : text.slice(end + 4) };
}

/** How many calls are under way, and on how many connections nobody is known: owns these counts and their limits, and nothing of what the calls do. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpRefusal } from './call.ts';

/** Places for calls. Answers that go on and on move to places of their own while there are any, lest listeners keep callers out. */
export class Slots {
  readonly #limits: { readonly calls: number; readonly streams: number };
  readonly #onCall: (open: number) => void;
  #calls = 0;
  #streams = 0;

  /** @param onCall - hears how many calls and streams are open whenever one begins or ends. */
  constructor(limits: { readonly calls: number; readonly streams: number }, onCall: (open: number) => void) {
    this.#limits = limits;
    this.#onCall = onCall;
  }

  /**
   * Answers a call in a place, which is free again when the answer is made and has gone out.
   *
   * @throws {HttpRefusal} 503 when no place is free.
   */
  async run(outgoing: ServerResponse, answer: () => Promise<Response>): Promise<Response> {
    const { calls } = this.#limits;
    if (this.#calls >= calls) {
      throw new HttpRefusal(503, 'BUSY', `http: at most ${calls} calls at once.`, { 'retry-after': '1' });
    }
    this.#change(1, 0);
    const sent = outgoing.closed ? Promise.resolve() : once(outgoing, 'close');
    let streams = false;
    try {
      const response = await answer();
      streams = isStream(response) && this.#streams < this.#limits.streams;
      if (streams) this.#change(-1, 1);
      return response;
    } finally {
      const leave = () => (streams ? this.#change(0, -1) : this.#change(-1, 0));
      void sent.then(leave, leave);
    }
  }

  #change(calls: number, streams: number): void {
    this.#calls += calls;
    this.#streams += streams;
    this.#onCall(this.#calls + this.#streams);
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/**
 * The connections on which nobody has shown yet who calls. A further one than `most` ends the oldest: whoever holds many
 * open keeps no caller out, since a caller shows its token at once.
 */
export class Strangers {
  readonly #most: number;
  /** The oldest first. */
  readonly #sockets = new Set<Socket>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a connection that was opened. */
  enter(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.know(socket));
    if (this.#sockets.size <= this.#most) return;
    const [oldest] = this.#sockets;
    if (oldest === undefined) return;
    this.know(oldest);
    oldest.destroy();
  }

  /** Counts a connection no more: its caller is known, or gone. */
  know(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}

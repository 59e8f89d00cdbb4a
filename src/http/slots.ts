/** How many calls are under way: owns the two counts and their limits, and nothing of what the calls do. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
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

/** How many calls are under way: owns the two counts and their limits, and nothing of what the calls do. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { HttpRefusal } from './http-refusal.ts';

/** Places for calls, and others for answers that go on and on, lest listeners keep callers out. */
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
    if (this.#calls >= this.#limits.calls) throw busy('calls', this.#limits.calls);
    this.#change(1, 0);
    const sent = outgoing.closed ? Promise.resolve() : once(outgoing, 'close');
    let streams = false;
    try {
      const response = await answer();
      streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (!streams) return response;
      if (this.#streams < this.#limits.streams) {
        this.#change(-1, 1);
        return response;
      }
      streams = false;
      await response.body?.cancel();
      throw busy('answers that go on', this.#limits.streams);
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

function busy(things: string, most: number): HttpRefusal {
  return new HttpRefusal(503, 'BUSY', `http: at most ${most} ${things} at once.`, { 'retry-after': '1' });
}

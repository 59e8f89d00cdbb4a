/**
 * What a hub counts, in the text form of Prometheus. It names no space, no agent and no memory, so that whoever reaches the
 * hub may read it.
 */
import type { Vitals } from '../../index.ts';

/** Bounds of the times, in seconds: recall takes milliseconds, a sleep minutes. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60] as const;

interface Times {
  /** Calls that took at most as long as each bound. */
  readonly within: number[];
  count: number;
  seconds: number;
}

/** The counts of one hub since it started. */
export class HubMetrics {
  /** By verb. */
  readonly #times = new Map<string, Times>();
  /** By verb and the code of the error, which is `ok` where there was none. */
  readonly #outcomes = new Map<string, Map<string, number>>();
  #open = 0;

  /** So many calls are under way now. */
  hear(open: number): void {
    this.#open = open;
  }

  /** Counts a call that has ended. */
  count(verb: string, seconds: number, code = 'ok'): void {
    const times = this.#times.get(verb) ?? { within: bounds.map(() => 0), count: 0, seconds: 0 };
    this.#times.set(verb, times);
    times.count += 1;
    times.seconds += seconds;
    for (const [at, bound] of bounds.entries()) if (seconds <= bound) times.within[at]! += 1;
    const outcomes = this.#outcomes.get(verb) ?? new Map<string, number>();
    this.#outcomes.set(verb, outcomes);
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
  }

  /** All of it, with how it goes with the open spaces. */
  text({ open, awayMs, lostRaces, writesBehind, writesWaiting }: Vitals & { readonly open: number }): string {
    const { rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return [
      ...family('madeleine_call_seconds', 'histogram', 'How long calls took, by verb.', [...this.#timeLines()]),
      ...family(
        'madeleine_calls_total',
        'counter',
        'Calls that ended, by verb and outcome: ok, or the code of the error.',
        [...this.#outcomeLines()],
      ),
      ...single('madeleine_calls_open', 'gauge', 'Calls and streams under way.', this.#open),
      ...single('madeleine_spaces_open', 'gauge', 'Spaces that are open.', open),
      ...single('madeleine_lost_races_total', 'counter', 'Commits that another process was faster than.', lostRaces),
      ...single(
        'madeleine_writes_waiting',
        'gauge',
        'Writes that have not ended, in the queues of all spaces.',
        writesWaiting,
      ),
      ...single(
        'madeleine_index_behind_writes',
        'gauge',
        'Known commits that no index has taken in yet.',
        writesBehind,
      ),
      ...single(
        'madeleine_store_away_seconds',
        'gauge',
        'For how long the server has been away: answers are as old.',
        awayMs / 1000,
      ),
      ...single('process_resident_memory_bytes', 'gauge', 'Memory of the process.', rss),
      ...single('process_cpu_seconds_total', 'counter', 'Processor time of the process.', (user + system) / 1e6),
      '',
    ].join('\n');
  }

  *#timeLines(): Generator<string> {
    for (const [verb, { within, count, seconds }] of this.#times) {
      for (const [at, bound] of bounds.entries()) yield `_bucket{verb="${verb}",le="${bound}"} ${within[at]}`;
      yield `_bucket{verb="${verb}",le="+Inf"} ${count}`;
      yield `_sum{verb="${verb}"} ${seconds}`;
      yield `_count{verb="${verb}"} ${count}`;
    }
  }

  *#outcomeLines(): Generator<string> {
    for (const [verb, outcomes] of this.#outcomes) {
      for (const [code, count] of outcomes) yield `{verb="${verb}",outcome="${code}"} ${count}`;
    }
  }
}

type Kind = 'counter' | 'gauge' | 'histogram';

/** The lines of one name; each sample is told without it. */
function family(name: string, kind: Kind, help: string, samples: readonly string[]): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...samples.map((sample) => `${name}${sample}`)];
}

function single(name: string, kind: Kind, help: string, value: number): readonly string[] {
  return family(name, kind, help, [` ${value}`]);
}

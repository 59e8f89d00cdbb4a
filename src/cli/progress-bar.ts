/** Shows long work on standard error: as a bar on a terminal, and as a line now and then anywhere else. */
import { type Options, Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../index.ts';
import type { TextOutput } from './command-io.ts';
import { bytes, grouped } from './text-layout.ts';

const tasks: Readonly<Record<Progress['task'], string>> = {
  open: 'opening the index',
  reindex: 'embedding',
  import: 'importing',
  export: 'exporting',
  migrate: 'migrating',
  purge: 'writing the store anew',
  sleep: 'sleeping',
};

/** Milliseconds between two lines, and before the first: what is done by then needs none. */
const betweenLinesMs = 10_000;

/** How progress is shown. */
export interface ProgressOptions {
  /** Whether lines are written where there is no terminal. @default true */
  readonly lines?: boolean;
  /** Milliseconds since some moment. @default those of the process */
  readonly clock?: () => number;
}

/** A bar that appears with the first report and goes when it is stopped. */
export class ProgressBar {
  readonly #output: TextOutput;
  readonly #lines: boolean;
  readonly #clock: () => number;
  #bar: SingleBar | undefined;
  #name: string | undefined;
  /** When the last line was written, or what is shown began. */
  #told = 0;

  constructor(output: TextOutput, { lines = true, clock = () => performance.now() }: ProgressOptions = {}) {
    this.#output = output;
    this.#lines = lines;
    this.#clock = clock;
  }

  /** Takes a report of the library's. */
  readonly report = ({ task, step, done, total = 0, unit }: Progress): void => {
    this.show(step === undefined ? tasks[task] : `${tasks[task]}: ${step}`, done, total, unit === 'bytes');
  };

  /** Shows how far something is that goes by a name; another name begins another bar. */
  show(name: string, done: number, total: number, inBytes: boolean = false): void {
    if (total === 0) return;
    if (name !== this.#name) {
      this.stop();
      this.#name = name;
      this.#told = this.#clock();
      if (this.#output.isTTY) this.#bar = startBar(this.#output, name, total, inBytes);
    }
    this.#bar?.setTotal(total);
    this.#bar?.update(done);
    if (!this.#output.isTTY && this.#lines) this.#tell(name, done, total, inBytes);
  }

  #tell(name: string, done: number, total: number, inBytes: boolean): void {
    const now = this.#clock();
    if (now - this.#told < betweenLinesMs) return;
    this.#told = now;
    const [so, all] = [done, total].map((value) => (inBytes ? bytes(value) : grouped(value)));
    this.#output.write(`${name}: ${Math.floor((100 * done) / total)}%, ${so} of ${all}\n`);
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    this.#name = undefined;
  }
}

function startBar(stream: TextOutput, name: string, total: number, inBytes: boolean): SingleBar {
  const options: Options & { stream: NodeJS.WritableStream } = {
    stream,
    format: `${name} {bar} {percentage}%  {value} of {total}  {eta_formatted} left`,
    formatValue: (value, _, type) => (inBytes && (type === 'value' || type === 'total') ? bytes(value) : String(value)),
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
    // The command line has its own way of ending at a signal.
    gracefulExit: false,
  };
  const bar = new SingleBar(options, Presets.shades_classic);
  bar.start(total, 0);
  return bar;
}

/** Shows long work on a terminal's standard error, and nothing anywhere else. */
import { type Options, Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../index.ts';
import type { TextOutput } from './command-io.ts';
import { bytes } from './text-layout.ts';

const tasks: Readonly<Record<Progress['task'], string>> = {
  open: 'opening the index',
  reindex: 'embedding',
  import: 'importing',
  export: 'exporting',
  migrate: 'migrating',
  purge: 'writing the store anew',
  sleep: 'sleeping',
};

/** A bar that appears with the first report and goes when it is stopped. */
export class ProgressBar {
  readonly #output: TextOutput;
  #bar: SingleBar | undefined;
  #name: string | undefined;

  constructor(output: TextOutput) {
    this.#output = output;
  }

  /** Takes a report of the library's. */
  readonly report = ({ task, step, done, total = 0, unit }: Progress): void => {
    this.show(step === undefined ? tasks[task] : `${tasks[task]}: ${step}`, done, total, unit === 'bytes');
  };

  /** Shows how far something is that goes by a name; another name begins another bar. */
  show(name: string, done: number, total: number, inBytes: boolean = false): void {
    if (!this.#output.isTTY || total === 0) return;
    if (name !== this.#name) {
      this.stop();
      this.#name = name;
      this.#bar = startBar(this.#output, name, total, inBytes);
    }
    this.#bar?.setTotal(total);
    this.#bar?.update(done);
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

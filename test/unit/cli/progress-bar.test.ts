import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ProgressBar, type ProgressOptions } from '../../../src/cli/progress-bar.ts';

/** What is written where there is no terminal, with a report of an import every four seconds. */
function told(options: ProgressOptions = {}): string {
  const output = new PassThrough();
  let now = 0;
  const bar = new ProgressBar(output, { clock: () => now, ...options });
  for (; now <= 24_000; now += 4_000) {
    bar.report({ task: 'import', done: now / 4, total: 12_000, unit: 'bytes' });
  }
  bar.show('sleeping', 1, 2);
  bar.stop();
  return String(output.read() ?? '');
}

it('tells of long work in a line now and then where there is no terminal', () => {
  expect(told().trimEnd().split('\n')).toEqual([
    'importing: 25%, 2.9 KB of 11.7 KB',
    'importing: 50%, 5.9 KB of 11.7 KB',
  ]);
});

it('tells nothing there where no lines are wanted', () => {
  expect(told({ lines: false })).toBe('');
});

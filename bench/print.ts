/** Lays out what benches print. Knows nothing of what it says. */
import type { Interval } from './statistics.ts';

/** Rows in columns as wide as their widest cell; columns of numbers stand to the right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): readonly string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? '';
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** A table with what is measured down the side, and a column of numbers for each result. */
export function resultsSideBySide<Result>(
  results: readonly Result[],
  rows: readonly (readonly [string, (result: Result) => string])[],
): readonly string[] {
  const [head = [], ...rest] = rows.map(([name, cell]) => [name, ...results.map(cell)]);
  return table(
    head,
    rest,
    results.map((_, index) => index + 1),
  );
}

/** Text as a terminal may show it: on one line, without control characters. */
export function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

/** A count with its noun: `1 memory`, `1,200 memories`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** A share 0..1 in per cent. */
export function percent(share: number): string {
  return (share * 100).toFixed(1);
}

/** A share 0..1 in per cent with its interval. */
export function withInterval({ mean, low, high }: Interval): string {
  return `${percent(mean)} [${percent(low)}, ${percent(high)}]`;
}

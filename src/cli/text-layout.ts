/** Lays text out in columns of a terminal. Knows nothing of what the text says. */

/** Columns that are used at most: longer lines are hard to read. */
const widest = 100;
/** Columns that are used at least, however narrow the terminal says it is. */
const narrowest = 40;

/** A whole number with commas; the first `toLocaleString` of a process costs 30 ms and 8 MiB. */
export function grouped(count: number): string {
  return String(count).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
}

/** The columns to lay out for on a terminal of `columns`; 100 where there is none. */
export function layoutWidth(columns: number | undefined): number {
  return Math.max(narrowest, Math.min(widest, columns || widest));
}

/**
 * Text as a terminal may show it: on one line, without the control characters with which
 * remembered text could otherwise move the cursor, recolour the screen or reorder what is read.
 */
export function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

/** JSON as a terminal may show it: the control characters that JSON lets stand are escaped, which leaves it the same value. */
export function plainJson(json: string): string {
  return json.replace(
    /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A line as a terminal may show it, its indent kept. */
export function plainLine(line: string): string {
  const text = line.trimStart();
  return `${' '.repeat(line.length - text.length)}${plain(text)}`;
}

/** Columns that a text takes; wide East Asian characters and most emoji take two. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (/\p{Mn}|\p{Cf}/u.test(character)) continue;
    columns +=
      /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return columns;
}

/** A text filled up to a width; one that is wider stays as it is. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

/** A text filled up to a width from the left. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - columnsOf(text))) + text;
}

/** A text cut to a width, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let kept = '';
  let columns = 0;
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** A text broken at spaces into lines of at most a width; a longer word stands alone on its line. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line === '') line = word;
    else if (columnsOf(line) + 1 + columnsOf(word) <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A text in lines of at most a width, a mark before the first one and as many columns free before the others. */
export function hanging(mark: string, text: string, width: number): readonly string[] {
  const margin = columnsOf(mark);
  return wrap(text, width - margin).map((line, place) => (place === 0 ? mark : ' '.repeat(margin)) + line);
}

/** A bar for a share 0..1, in eighths of a column. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  const full = '█'.repeat(Math.floor(eighths / 8));
  const rest = eighths % 8 === 0 ? '' : ' ▏▎▍▌▋▊▉'.charAt(eighths % 8);
  return padEnd(full + rest, width);
}

/** Rows in columns as wide as their widest cell; columns of numbers stand to the right. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): readonly string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => columnsOf(row[column] ?? ''))));
  return all.map((row) =>
    widths
      .map((width, column) => (right.includes(column) ? padStart : padEnd)(row[column] ?? '', width))
      .join('  ')
      .trimEnd(),
  );
}

/** A day as people write it, in UTC: `12 Jan 2026`. */
export function day(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** A minute, in UTC: `2026-01-12 14:05`. */
export function minute(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}

/** A number of bytes as people read it. */
export function bytes(count: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(count) / Math.log(1024)));
  return `${(count / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}

/** A count with its noun: `1 memory`, `1,200 memories`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

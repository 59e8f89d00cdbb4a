/** How moments and measures are written on the page. Every moment is in UTC, as memory keeps it and as timelines count. */

/** Writes moments in UTC. */
export function utcFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
}

const day = utcFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const minute = utcFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const whole = new Intl.NumberFormat('en-GB');

/** A moment as a day: `3 Feb 2026`. */
export function dayOf(moment: string): string {
  return day.format(new Date(moment));
}

/** A moment to the minute: `3 Feb 2026, 14:05 UTC`. */
export function momentOf(moment: string): string {
  return minute.format(new Date(moment));
}

/** A whole number: `10,000`. */
export function numberOf(count: number): string {
  return whole.format(count);
}

/** A count with its noun: `1 memory`, `2,000 memories`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberOf(count)} ${count === 1 ? one : many}`;
}

/** A share of one as a percentage. */
export function percentOf(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A number of bytes in the unit that suits it. */
export function sizeOf(bytes: number): string {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
}

/** A text in no more characters than there is room for, with ` …` where it is cut; what takes two units, as emoji do, is not halved. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()} …`;
}

/** Reads dates as ISO 8601 writes them. Stricter than `new Date(text)`: a day that no month has is no date. */

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const minuteMs = 60_000;

/**
 * The moment that a text names, or undefined when it names none. A time without an offset is UTC
 * and so is a day without a time (midnight), whatever the machine's time zone. Fractions of a
 * second count to the millisecond.
 */
export function parseIsoDate(text: string): Date | undefined {
  const parts = pattern.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = offsetMinutes(parts[8]);
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59 || offset === undefined) {
    return undefined;
  }
  // Not the constructor, which takes the years 0-99 for 1900-1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second, Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0')));
  return new Date(date.getTime() - offset * minuteMs);
}

function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined || text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

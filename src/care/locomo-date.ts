/** The dates of LoCoMo's sessions. */

const months: readonly string[] = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const sessionDate = /^(\d{1,2}):(\d{2})\s*(am|pm)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})$/i;

/** Reads a date such as `1:56 pm on 8 May, 2023` as UTC; undefined when it is none. */
export function locomoDate(text: string): Date | undefined {
  const match = sessionDate.exec(text.trim());
  if (!match) return undefined;
  const [, hour, minute, half, day, monthName, year] = match as unknown as readonly string[];
  const month = months.indexOf(monthName?.toLowerCase() ?? '');
  const hour12 = Number(hour);
  if (month < 0 || hour12 < 1 || hour12 > 12 || Number(minute) > 59) return undefined;
  const hours = (hour12 % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0);
  const date = new Date(Date.UTC(Number(year), month, Number(day), hours, Number(minute)));
  // Date.UTC turns 31 June into 1 July; such a date is a mistake in the file.
  return date.getUTCDate() === Number(day) ? date : undefined;
}

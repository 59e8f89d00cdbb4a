/** What a tool answers as data: without what is missing or empty, and with moments as texts. */
export function compact(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
      .map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  );
}

/** The parts that the rules of results are made of: strict objects that a type has to agree with, and dates. */
import { z } from 'zod';

/** Rules for every field of a type; those that may be missing are marked with `exactOptional`. */
export type Shape<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K>
    ? z.ZodExactOptional<z.ZodType<Exclude<T[K], undefined>>>
    : z.ZodType<T[K]>;
};

/** An object with these fields and no others. */
export function record<T>(shape: Shape<T>): z.ZodType<T> {
  return z.strictObject(shape) as unknown as z.ZodType<T>;
}

/** An object without a field of its own: names and what belongs to them. */
export function byName<T>(item: z.ZodType<T>): z.ZodType<Record<string, T>> {
  return z.record(z.string(), item);
}

/** A list; missing where it is empty, in results that leave out what is empty. */
export function list<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return z.array(item).default([]);
}

/** A date, on the wire as ISO 8601 in UTC with milliseconds. */
export const wireDate: z.ZodType<Date, string> = z.codec(z.iso.datetime({ precision: 3 }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Any text. */
export const words: z.ZodType<string> = z.string();
/** Any number. */
export const number: z.ZodType<number> = z.number();
/** A number of things. */
export const count: z.ZodType<number> = z.int();
/** Yes or no. */
export const yes: z.ZodType<boolean> = z.boolean();

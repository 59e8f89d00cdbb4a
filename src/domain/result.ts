/**
 * What the rules of results are made of. Each result is declared once, by the rules of its fields: its type follows
 * from them, the wire reads it with them, and the OpenAPI document tells them. `thingRules` are the rules of `Thing`,
 * and `thingSchema` are those of options.
 */
import { z } from 'zod';
import type { Flat, JsonObject } from './input.ts';
import type { Mood, Provenance, Session } from './records.ts';
import type { SleepStepReport } from './upkeep-records.ts';
import { channels, type Domain, planStatuses, sleepStepNames } from './vocabulary.ts';
import type { Signal } from './signal.ts';

type FieldValues<Rules> = { readonly [K in keyof Rules]: z.output<Rules[K]> };
type MayBeMissing<Rules> = {
  [K in keyof Rules]: Rules[K] extends { readonly _zod: { readonly optout: 'optional' } } ? K : never;
}[keyof Rules];

/** What the rules of fields say, which stand by their names: the type of a result. Their comments are those of its fields. */
export type Fields<Rules> = Flat<
  Pick<FieldValues<Rules>, Exclude<keyof Rules, MayBeMissing<Rules>>> &
    Partial<Pick<FieldValues<Rules>, MayBeMissing<Rules>>>
>;

/** Rules for every field of a type that is declared elsewhere; those that may be missing are marked with `exactOptional`. */
export type Shape<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K>
    ? z.ZodExactOptional<z.ZodType<Exclude<T[K], undefined>>>
    : z.ZodType<T[K]>;
};

/** An object with these fields and no others. */
export function record<Rules extends z.ZodRawShape>(rules: Rules): z.ZodType<Fields<Rules>> {
  // Zod infers the same object, but neither readonly nor with the comments of its fields.
  return z.strictObject(rules) as unknown as z.ZodType<Fields<Rules>>;
}

/** An object whose type is declared elsewhere. */
export function recordOf<T>(shape: Shape<T>): z.ZodType<T> {
  return z.strictObject(shape) as unknown as z.ZodType<T>;
}

/** An object without a field of its own: names and what belongs to them. */
export function byName<T>(item: z.ZodType<T>): z.ZodType<Readonly<Record<string, T>>> {
  return z.record(z.string(), item);
}

/** A list. */
export function list<T>(item: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z.array(item);
}

/** A list that is missing where it is empty, in results that leave out what is empty. */
export function listOrNone<T>(item: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z.array(item).default([]);
}

/** Two of a kind. */
export function pair<T>(item: z.ZodType<T>): z.ZodType<readonly [T, T]> {
  return z.tuple([item, item]);
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
/** Set where something is so, else missing. */
export const set: z.ZodType<true> = z.literal(true);

// The records of the ledger that results hold as they are.

/** Where an assertion came from. */
export const provenanceRules: z.ZodType<Provenance> = recordOf<Provenance>({
  channel: z.enum(channels),
  source: words,
  trust: number,
});

/** What a believer keeps with a memory for itself. */
export const keptWithRules: {
  readonly tags: z.ZodExactOptional<z.ZodType<readonly string[]>>;
  readonly metadata: z.ZodExactOptional<z.ZodType<JsonObject>>;
} = {
  /** Its tags. */
  tags: list(words).exactOptional(),
  /** A JSON object of its program. */
  metadata: byName(z.unknown()).exactOptional(),
};

/** The area of life that a memory belongs to. */
export const domainRules: z.ZodType<Domain> = words as z.ZodType<Domain>;

/** The two axes of how something felt. */
export const moodShape: Shape<Mood> = { valence: number, arousal: number };

/** How something felt. */
export const moodRules: z.ZodType<Mood> = recordOf<Mood>(moodShape);

/** What every sign of why a memory surfaced says. */
export const signalShape: Shape<Signal> = { name: words, value: number, weight: number, contribution: number };

/** One reason why a memory surfaced. */
export const signalRules: z.ZodType<Signal> = recordOf<Signal>(signalShape);

/** What a session is for and how it stands. */
export const sessionRules: z.ZodType<Session> = recordOf<Session>({
  id: words,
  agent: words,
  goal: words.exactOptional(),
  status: z.enum(['open', 'closed']),
  planStatus: z.enum(planStatuses),
  startedAt: wireDate,
  endedAt: wireDate.exactOptional(),
});

/** What one step of sleep did. */
export const sleepStepRules: z.ZodType<SleepStepReport> = recordOf<SleepStepReport>({
  step: z.enum(sleepStepNames),
  lookedAt: count,
  changed: count,
  counts: byName(count),
});

type Missing<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** A record whose fields that may be undefined may be missing instead. */
export type Present<T> = Omit<T, Missing<T>> & { readonly [K in Missing<T>]?: Exclude<T[K], undefined> };

/** A record without its undefined fields: results leave out what is not known, and say it with no `undefined`. */
export function present<const T extends object>(fields: T): Present<T> {
  // What is left has no undefined field, which no type can tell of a record made from its entries.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}

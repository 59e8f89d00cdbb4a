/** Ids: `table:key`, time-ordered unless the caller supplies the key. */

/** Makes a key that sorts after every key that it made before. */
export type NewId = () => string;

/** The key of `table:key`. */
export function keyOf(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

/** `table:key` from a key, or from an id of that table as it is. */
export function idIn(table: string, keyOrId: string): string {
  return keyOrId.startsWith(`${table}:`) ? keyOrId : `${table}:${keyOrId}`;
}

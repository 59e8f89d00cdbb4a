/** What was mended in this sitting, with the way back where there is one. Nothing of it outlives the page. */

/** Something that was done. */
export interface Deed {
  /** What was done: a sentence. */
  readonly what: string;
  /** Takes it back. */
  readonly undo?: () => Promise<unknown>;
  /** Why nothing takes it back, where nothing does. */
  readonly noWayBack?: string;
}

/** A deed with when it was done, and when it was taken back. */
export interface DoneDeed extends Deed {
  readonly key: number;
  readonly at: string;
  readonly undoneAt?: string;
}

/** The deeds of a sitting with one more, the latest first. */
export function withDeed(deeds: readonly DoneDeed[], deed: Deed, at: Date): readonly DoneDeed[] {
  return [{ ...deed, key: deeds.length, at: at.toISOString() }, ...deeds];
}

/** The deeds of a sitting, one of them taken back. */
export function withUndone(deeds: readonly DoneDeed[], key: number, at: Date): readonly DoneDeed[] {
  return deeds.map((deed) => (deed.key === key ? { ...deed, undoneAt: at.toISOString() } : deed));
}

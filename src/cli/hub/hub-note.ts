/**
 * The note that a hub leaves beside its store, so that others find it: `hub.json`, readable by its owner
 * alone. It is there from the moment the hub listens to its orderly end; a hub that was killed leaves a
 * stale one. Loads nothing of the engine: a hook reads it within milliseconds.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenOptions } from '../../index.ts';

/** What a hub says of itself. */
export interface HubNote {
  /** Where it listens, such as `http://127.0.0.1:20123`. */
  readonly url: string;
  readonly pid: number;
  /** Of the package that it runs. */
  readonly version: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** A mark of the settings that its memories have. */
  readonly settings: string;
}

const fileName = 'hub.json';

/** Reads the note in a store's folder; undefined where there is none, or none that says where a hub listens. */
export async function readHubNote(folder: string): Promise<HubNote | undefined> {
  try {
    const note = JSON.parse(await readFile(join(folder, fileName), 'utf8')) as Partial<HubNote> | null;
    return typeof note?.url === 'string' && Number.isSafeInteger(note.pid) ? (note as HubNote) : undefined;
  } catch {
    return undefined;
  }
}

/** The token of a store's owner, which its hub has made by the time that it leaves the note. */
export async function readOwnerToken(folder: string): Promise<string> {
  return (await readFile(join(folder, 'hub.token'), 'utf8')).trim();
}

/** Leaves the note, whole from the first moment on. */
export async function writeHubNote(folder: string, note: HubNote): Promise<void> {
  const partial = join(folder, `${fileName}.${note.pid}`);
  await writeFile(partial, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  await rename(partial, join(folder, fileName));
}

/** Takes the note of this process away, and no other's. */
export async function removeHubNote(folder: string, pid: number): Promise<void> {
  const note = await readHubNote(folder);
  if (note?.pid === pid) await rm(join(folder, fileName), { force: true });
}

/** A mark of the settings by which a memory decides: equal for equal settings, and nothing to read them from. */
export function settingsMark(options: OpenOptions): string {
  const { profile, weights, emotionWeight, candidateMultiplier, inferMood, ambient, anchors, ...others } = options;
  const { decay, factHalfLifeDays, observationHalfLifeDays, technicalTerms, sharing } = others;
  const recall = [profile, weights, emotionWeight, candidateMultiplier, inferMood, ambient, anchors];
  const belief = [decay, factHalfLifeDays, observationHalfLifeDays, technicalTerms, sharing];
  return createHash('sha256')
    .update(JSON.stringify([recall, belief]))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Keeps the recall index of a space beside its store: loads the snapshot when it belongs to this
 * ledger, else fills the index from the ledger, and writes a new snapshot on close and now and then.
 */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RecallIndex } from '../recall-index/recall-index.ts';
import { loadSnapshot, readSnapshotMeta, saveSnapshot } from '../recall-index/snapshot.ts';
import { catchUp, type FillOptions, fillIndex } from '../remember/fill-index.ts';
import type { Ledger } from '../store/ledger.ts';
import { syncFolder } from '../store/ledger-folder.ts';

/** Commits after which a new snapshot is written: replaying as many takes about a second (measured: 0.3 ms each). */
const commitsPerSnapshot = 4000;

/** What the keeper of an index is made with. */
export interface IndexKeeperOptions extends FillOptions {
  readonly ledger: Ledger;
  /** The store's folder; a server has none and gets no snapshots. */
  readonly folder: string | undefined;
  readonly space: string;
  readonly dimension: number;
  /** Hears of a snapshot that could not be written; the index is rebuilt at the next opening then. */
  readonly onError: (error: unknown) => void;
}

/** How the index came to be. */
export type IndexOrigin = 'snapshot' | 'ledger';

/** The keeper of one index. */
export class IndexKeeper {
  readonly index: RecallIndex;
  /** Whether a snapshot was used. */
  readonly origin: IndexOrigin;
  readonly #options: IndexKeeperOptions;
  #savedSeq: number;
  #saving: Promise<void> | undefined;
  #isDiscarded = false;

  private constructor(index: RecallIndex, origin: IndexOrigin, options: IndexKeeperOptions) {
    this.index = index;
    this.origin = origin;
    this.#options = options;
    this.#savedSeq = origin === 'snapshot' ? index.seq : 0;
  }

  /** Loads or fills the index, up to date with the ledger. */
  static async open(options: IndexKeeperOptions): Promise<IndexKeeper> {
    const { ledger, dimension } = options;
    const loaded = await fromSnapshot(options);
    const keeper = new IndexKeeper(
      loaded ?? new RecallIndex({ dimension }),
      loaded === undefined ? 'ledger' : 'snapshot',
      options,
    );
    if (loaded === undefined) await fillIndex(ledger, keeper.index, options);
    else await keeper.#catchUp(loaded);
    return keeper;
  }

  /** Brings a loaded index up to date; a snapshot that holds what was forgotten since is written anew. */
  async #catchUp(loaded: RecallIndex): Promise<void> {
    const forgotten = await catchUp(this.#options.ledger, loaded, this.#options);
    if (forgotten > 0) await this.save();
  }

  /** Called after every commit: writes a snapshot when many have come since the last. */
  noteCommit(): void {
    if (this.index.seq - this.#savedSeq >= commitsPerSnapshot) void this.save();
  }

  /** Writes a snapshot, if anything has changed since the last. */
  async save(): Promise<void> {
    await this.#saving;
    if (this.#options.folder === undefined || this.#isDiscarded || !this.#isChanged()) return;
    this.#saving = this.#write().catch(this.#options.onError);
    await this.#saving;
    this.#saving = undefined;
  }

  /**
   * Removes the snapshots of every space of the store and writes none any more, since the index in
   * memory may hold what was forgotten. The next opening builds it anew.
   */
  async discard(): Promise<void> {
    const { folder } = this.#options;
    this.#isDiscarded = true;
    await this.#saving;
    if (folder === undefined) return;
    await rm(join(folder, 'index'), { recursive: true, force: true });
    await syncFolder(folder);
  }

  #isChanged(): boolean {
    return this.index.seq !== this.#savedSeq;
  }

  async #write(): Promise<void> {
    const { ledger, model } = this.#options;
    const folder = snapshotFolder(this.#options);
    // Not the store's own folder: one that is gone must not come back.
    for (const path of [dirname(folder), folder]) await makeFolder(path);
    const { seq, hash } = ledger.head;
    // Between a commit and its entry in the index the two differ; the next commit tries again.
    if (seq !== this.index.seq) return;
    await saveSnapshot(this.index, folder, { space: ledger.meta.spaceKey, seq, hash, model });
    this.#savedSeq = seq;
  }
}

async function fromSnapshot(options: IndexKeeperOptions): Promise<RecallIndex | undefined> {
  if (options.folder === undefined) return undefined;
  const { ledger, model } = options;
  const folder = snapshotFolder(options);
  const meta = await readSnapshotMeta(folder);
  if (meta === undefined || meta.model !== model || meta.space !== ledger.meta.spaceKey) return undefined;
  if (meta.seq > ledger.head.seq || !(await ledger.hasChange(meta))) return undefined;
  return loadSnapshot(folder, meta);
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

function snapshotFolder({ folder, space }: IndexKeeperOptions): string {
  return join(folder ?? '', 'index', space);
}

/** How far a long task is. */

/** One report of a long task's progress. */
export interface Progress {
  readonly task: 'open' | 'reindex' | 'import' | 'export' | 'migrate' | 'purge' | 'sleep';
  /** The step of it that is under way, where it has some. */
  readonly step?: string;
  readonly done: number;
  /** How much there is to do, in the unit of `done`; missing where nobody knows. */
  readonly total?: number;
  /** What `done` counts. */
  readonly unit: 'memories' | 'bytes' | 'records';
}

/** Hears of progress. It must not throw. */
export type OnProgress = (progress: Progress) => void;

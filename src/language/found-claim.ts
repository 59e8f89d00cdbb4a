/** What the readers of claims hand over. */
import type { Word } from './words.ts';

/** A claim before it is folded. */
export interface FoundClaim {
  readonly slot: string;
  /** What the slot belongs to; nothing when the slot's noun stands alone ("the deadline"). */
  readonly owner: readonly Word[];
  readonly value: readonly Word[];
  /** @default `''`, for slots that hold whatever else is said. */
  readonly scope?: string;
  readonly left?: true;
  readonly plural?: true;
}

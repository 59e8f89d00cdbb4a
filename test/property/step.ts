/** What can happen in a world. */
import type { BelieveOptions, ObserveOptions, ThinkOptions } from '../../src/index.ts';

/** One step of a world. */
export type Step = { readonly at: Date; readonly agent: string } & (
  | { readonly verb: 'observe'; readonly options: ObserveOptions }
  | { readonly verb: 'believe'; readonly options: BelieveOptions }
  | { readonly verb: 'think'; readonly options: ThinkOptions }
  | { readonly verb: 'withdraw'; readonly options: { readonly id: string } }
);

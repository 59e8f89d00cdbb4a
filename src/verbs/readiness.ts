/** What a hub says of itself before anybody has shown a token. */
import { z } from 'zod';

/** What `GET /readyz` answers once the store is open. */
export interface Readiness {
  /** The version of Madeleine that serves. */
  readonly version: string;
  /** The model in use and the length of its vectors. */
  readonly embedder: { readonly model: string; readonly dimension: number };
}

/** The rules of {@link Readiness}; a later version may say more. */
export const readinessSchema: z.ZodType<Readiness> = z.object({
  version: z.string(),
  embedder: z.object({ model: z.string(), dimension: z.int() }),
});

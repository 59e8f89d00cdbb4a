/** The library's rules for a verb's options, as far as they go over a wire. */
import { z } from 'zod';

/** Options that only a caller in this process can pass. */
const atHome: Readonly<Record<string, undefined>> = { signal: undefined, onProgress: undefined };

/**
 * The same rules without what cannot go over a wire; `changed` gives an option other rules, or takes it away
 * (`undefined`). Rules that concern several options stay.
 */
export function wireInput(rules: z.ZodType, changed: Readonly<Record<string, z.ZodType | undefined>> = {}): z.ZodType {
  // Zod takes nothing away from an object with rules over several keys, lest one of them need it; none needs these.
  const object = rules as unknown as z.ZodObject;
  const shape = Object.entries({ ...object.def.shape, ...atHome, ...changed }).filter(([, rule]) => rule !== undefined);
  return object.clone({ ...object.def, shape: Object.fromEntries(shape) as z.ZodObject['def']['shape'] });
}

/** The name of a file, which lies in no folder. */
export const fileName: z.ZodType<string> = z
  .string({ error: 'must be a string' })
  .regex(/^(?!\.{1,2}$)[^/\\\p{Cc}]{1,255}$/u, { error: 'must be the name of a file, without a folder' });

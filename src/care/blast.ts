/** What came from one source: how far a blow to its credit reaches. */
import { z } from 'zod';
import { throwIfCancelled } from '../domain/errors.ts';
import { checked, identifier, signal } from '../domain/input.ts';
import type { Writer } from '../remember/writer.ts';
import { reachOf } from './reach.ts';
import type { Blast } from './rollback-options.ts';
import { tellReach } from './tell-reach.ts';

/** The rules for the source and for how the call is stopped. */
export const blastSchema: z.ZodType<{ readonly source: string; readonly signal?: AbortSignal | undefined }> =
  z.strictObject({ source: identifier(), signal });

/** Tells what came from a source, and what was derived from that. Changes nothing. */
export async function blast(writer: Writer, asked: string, options: { readonly signal?: AbortSignal }): Promise<Blast> {
  const { source, signal: cancel } = checked('blast', blastSchema, { ...options, source: asked });
  throwIfCancelled('blast', cancel);
  // As the only writer, so that what is told fits together.
  return writer.exclusive(async () => {
    const { ledger } = writer.parts;
    return { source, ...(await tellReach(ledger, await reachOf(ledger, { source }))) };
  });
}

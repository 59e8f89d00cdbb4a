/** What became of what a tool was asked to store. */
import { z } from 'zod';
import type { Receipt } from '../../index.ts';
import { compact } from './compact.ts';

/** The form of {@link receiptAnswerOf}. */
export const receiptAnswer: z.ZodObject = z.strictObject({
  id: z.string().describe('observation:KEY or fact:KEY'),
  outcome: z.string().describe('stored, merged with what was there, or withdrawn'),
  reason: z.string().optional(),
  believer: z.string().describe('You, or system where every agent may recall it'),
  session: z.string().optional(),
  mentions: z.array(z.string()).optional().describe('Names that it was linked to'),
  left_out: z.array(z.string()).optional().describe('What was left out, and why'),
  superseded: z.array(z.string()).optional().describe('Ids of the memories whose place it takes'),
});

/** What is answered of a receipt. */
export function receiptAnswerOf(receipt: Receipt): Readonly<Record<string, unknown>> {
  const { id, outcome, reason, believer, session, linked, refused, superseded } = receipt;
  return compact({
    id,
    outcome,
    reason,
    believer,
    session,
    mentions: linked.map(({ name }) => name),
    left_out: refused.map(({ what, reason: why }) => `${what}: ${why}`),
    superseded,
  });
}

/** The same in a line or two; names that are read out of a text are told as data only. */
export function receiptText({ id, outcome, reason, believer, refused, superseded = [] }: Receipt): string {
  const took =
    superseded.length === 0 ? '' : ` It takes the place of ${superseded.join(', ')}, which stays as history.`;
  const why = reason === undefined ? '' : ` (${reason})`;
  const whose = believer === 'system' ? ' Every agent may recall it.' : '';
  const lines = refused.map((part) => `Left out: ${part.what}: ${part.reason}`);
  return [`${outcomeWords[outcome]} ${id}${why}.${took}${whose}`, ...lines].join('\n');
}

const outcomeWords: Readonly<Record<Receipt['outcome'], string>> = {
  stored: 'Stored as',
  merged: 'Known already as',
  withdrawn: 'No longer believed:',
};

/**
 * Puts many items to a language model in batches within its budget of tokens, and gives each item the answer that is
 * its own. A batch without an answer of use is halved until what cannot be answered stands alone.
 */
import { z } from 'zod';
import { groupBy } from '../domain/group-by.ts';
import { tokensAtMost } from '../recall/memory-text.ts';
import { defaultBatchTokens } from './model-defaults.ts';
import type { ModelInquiry } from './model-inquiry.ts';

/** How items of one sort are put to the model. */
export interface Form<Item, Answer> {
  readonly instructions: string;
  /** Items of different keys never share a request, so that the text of none bears on the answer to the other. */
  readonly apart: (item: Item) => string;
  /** What the model reads of an item. */
  readonly shown: (item: Item) => Readonly<Record<string, unknown>>;
  /** What the model answers to an item. */
  readonly answer: z.ZodType<Answer>;
}

/** An item with its place among all and the JSON that the model reads. */
interface Asked {
  readonly at: number;
  readonly json: string;
}

/** One answer for each item, in their order; nothing where the model gave none of use. */
export async function answerInBatches<Item, Answer>(
  inquiry: ModelInquiry,
  form: Form<Item, Answer>,
  items: readonly Item[],
  signal: AbortSignal | undefined,
): Promise<readonly (Answer | undefined)[]> {
  const answers: (Answer | undefined)[] = items.map(() => undefined);
  const waiting = batchesOf(form, items, inquiry.options.batchTokens ?? defaultBatchTokens);
  for (let batch = waiting.shift(); batch !== undefined && !inquiry.ended; batch = waiting.shift()) {
    const found = await askBatch(inquiry, form, batch, signal);
    if (found !== undefined) for (const { at } of batch) answers[at] = found.get(at + 1);
    else if (batch.length > 1) waiting.push(...halvesOf(batch));
  }
  return answers;
}

/** The answers by number, counted from 1 as models do; the first counts where there are more to one. */
async function askBatch<Answer>(
  inquiry: ModelInquiry,
  { instructions, answer }: Pick<Form<never, Answer>, 'instructions' | 'answer'>,
  batch: readonly Asked[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, Answer> | undefined> {
  const schema = z.object({ answers: z.array(z.object({ number: z.number(), answer })) });
  const data = `[\n${batch.map(({ json }) => json).join(',\n')}\n]`;
  const found = await inquiry.ask({ instructions, data, schema }, signal);
  return found && new Map(found.answers.toReversed().map((entry) => [entry.number, entry.answer as Answer]));
}

function batchesOf<Item>(
  { apart, shown }: Pick<Form<Item, never>, 'apart' | 'shown'>,
  items: readonly Item[],
  mostTokens: number,
): (readonly Asked[])[] {
  const batches: (readonly Asked[])[] = [];
  for (const group of groupBy(items.entries(), ([, item]) => apart(item)).values()) {
    let batch: Asked[] = [];
    let tokens = 0;
    for (const [at, item] of group) {
      const json = JSON.stringify({ number: at + 1, ...shown(item) });
      const more = tokensAtMost(json);
      if (tokens + more > mostTokens && batch.length > 0) {
        batches.push(batch);
        [batch, tokens] = [[], 0];
      }
      batch.push({ at, json });
      tokens += more;
    }
    batches.push(batch);
  }
  return batches;
}

function halvesOf(batch: readonly Asked[]): readonly (readonly Asked[])[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

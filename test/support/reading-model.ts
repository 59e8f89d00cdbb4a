/** A language model for tests: the SDK's own mock, which reads the numbered items of a request and answers what a test says. */
import { MockLanguageModelV3 } from 'ai/test';

/** An item as the model reads it. */
export interface ReadItem {
  readonly number: number;
  readonly [field: string]: unknown;
}

type Generated = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;
type CallOptions = MockLanguageModelV3['doGenerateCalls'][number];

/** The answer of a model that says this text. */
export function saying(text: string, totalTokens: number | undefined = 20): Generated {
  const inputTokens = { total: totalTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const outputTokens = { total: totalTokens && 0, text: undefined, reasoning: undefined };
  const finishReason = { unified: 'stop', raw: undefined } as const;
  return { content: [{ type: 'text', text }], finishReason, usage: { inputTokens, outputTokens }, warnings: [] };
}

/** The items of a request. */
export function itemsOf({ prompt }: CallOptions): readonly ReadItem[] {
  const asked = prompt.find(({ role }) => role === 'user')?.content[0];
  if (typeof asked !== 'object' || asked.type !== 'text') throw new Error('the request has no text');
  return JSON.parse(asked.text);
}

/** A model that answers each item of a request by itself; `undefined` leaves an item out. */
export function readingModel(answer: (item: ReadItem) => unknown, totalTokens?: number): MockLanguageModelV3 {
  return askedModel(async (items) => {
    const answers = items.map((item) => ({ number: item.number, answer: answer(item) }));
    return saying(JSON.stringify({ answers: answers.filter((entry) => entry.answer !== undefined) }), totalTokens);
  });
}

/** A model that answers a whole request. */
export function askedModel(
  answer: (items: readonly ReadItem[], request: number, options: CallOptions) => Promise<Generated>,
): MockLanguageModelV3 {
  let requests = 0;
  return new MockLanguageModelV3({
    provider: 'mock',
    modelId: 'reader',
    doGenerate: async (options) => answer(itemsOf(options), ++requests, options),
  });
}

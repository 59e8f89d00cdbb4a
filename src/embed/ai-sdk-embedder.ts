/**
 * Any embedding model of the AI SDK (`ai`, an optional peer) as an embedder. The SDK is imported when the first embedder
 * is made, and its types appear in no exported declaration: the package works and type-checks without it.
 */
import type { EmbeddingModel } from 'ai';
import {
  CancelledError,
  ConflictError,
  InvalidArgumentError,
  throwIfCancelled,
  UnavailableError,
} from '../domain/errors.ts';
import { checkTexts, checkVectors, checkWholeNumber, refuseUnknownOptions } from './check-vectors.ts';
import type { Embedder, EmbedOptions } from './embedder.ts';

/** What a text is embedded for. */
export type Purpose = NonNullable<EmbedOptions['purpose']>;
type Sdk = Pick<typeof import('ai'), 'embedMany'>;
type SdkProviderOptions = NonNullable<Parameters<Sdk['embedMany']>[0]['providerOptions']>;

/** An embedding model as the SDK's providers make them, e.g. `openai.embedding('text-embedding-3-small')`. */
export interface AiSdkEmbeddingModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/** Which model, and how it is called. */
export interface AiSdkEmbedderOptions {
  /** A model object of any provider package. */
  readonly model: AiSdkEmbeddingModel;
  /** The id kept with every vector; change it when a setting changes the vectors. @default '<provider>/<model id>' */
  readonly id?: string;
  /** The length of the model's vectors, 1-65,536. @default what the model answers to one short text, asked for now */
  readonly dimension?: number;
  /** Requests at a time, 1-64. @default 4 */
  readonly maxParallelCalls?: number;
  /** How often a failed request is repeated, 0-10, with growing pauses. @default 2 */
  readonly maxRetries?: number;
  /** What goes before the texts, for models that want it, e.g. `{ query: 'search_query: ' }`. @default nothing */
  readonly prefixes?: Readonly<Partial<Record<Purpose, string>>>;
  /** The provider's own options, e.g. `{ query: { cohere: { inputType: 'search_query' } } }`. @default none */
  readonly providerOptions?: Readonly<Partial<Record<Purpose, ProviderOptions>>>;
}

/** By provider name: its options as JSON. */
type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Whom to ask, and how. */
interface Target {
  readonly sdk: Sdk;
  readonly id: string;
  readonly options: AiSdkEmbedderOptions;
}

const operation = 'createAiSdkEmbedder';
const optionNames = ['model', 'id', 'dimension', 'maxParallelCalls', 'maxRetries', 'prefixes', 'providerOptions'];

/**
 * Makes an embedder of an AI SDK model; its vectors are normalised here. `close()` ends nothing but further calls.
 *
 * @throws {InvalidArgumentError} for unknown options, values out of range, and what is no embedding model
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE without the package `ai`, or when the model does not answer
 */
export async function createAiSdkEmbedder(options: AiSdkEmbedderOptions): Promise<Embedder> {
  checkOptions(options);
  const id = options.id ?? `${options.model.provider}/${options.model.modelId}`;
  const target: Target = { sdk: await loadSdk(), id, options };
  const dimension = options.dimension ?? (await probeDimension(target));
  let closed = false;
  return {
    model: id,
    dimension,
    async embed(texts, { purpose = 'document', signal } = {}) {
      checkTexts(texts);
      throwIfCancelled('embed', signal);
      if (closed) throw new ConflictError('CLOSED', `embed: the embedder "${id}" is closed; make another.`);
      if (texts.length === 0) return [];
      const answers = await ask(target, texts, purpose, signal);
      return checkVectors('embed', { model: id, dimension }, answers.map(unitVector), texts.length);
    },
    async close() {
      closed = true;
    },
  };
}

async function probeDimension(target: Target): Promise<number> {
  const [answer] = await ask(target, ['dimension'], 'document', undefined);
  if (answer !== undefined && answer.length > 0) return answer.length;
  const message = `${operation}: the model "${target.id}" answered without a vector; choose another model.`;
  throw new UnavailableError('EMBEDDER_UNAVAILABLE', message);
}

async function ask(
  { sdk, id, options }: Target,
  texts: readonly string[],
  purpose: Purpose,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly number[])[]> {
  const prefix = options.prefixes?.[purpose] ?? '';
  const providerOptions = options.providerOptions?.[purpose];
  try {
    const { embeddings } = await sdk.embedMany({
      // The SDK checks the specification's version itself; this type only keeps its own out of our declarations.
      model: options.model as EmbeddingModel,
      values: texts.map((text) => prefix + text),
      maxParallelCalls: options.maxParallelCalls ?? 4,
      maxRetries: options.maxRetries ?? 2,
      ...(providerOptions && { providerOptions: providerOptions as SdkProviderOptions }),
      ...(signal && { abortSignal: signal }),
    });
    return embeddings;
  } catch (cause) {
    if (signal?.aborted) throw new CancelledError('CANCELLED', 'embed: cancelled by its signal.', { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `embed: the model "${id}" did not answer (${reason}); check its provider, key and address.`;
    throw new UnavailableError('EMBEDDER_UNAVAILABLE', message, { cause, details: { model: id } });
  }
}

/** Divided by the norm before rounding to 32 bits, so that very large and very small numbers keep their direction. */
function unitVector(values: readonly number[]): Float32Array {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const norm = largest * Math.sqrt(values.reduce((sum, value) => sum + (value / largest) ** 2, 0));
  return Float32Array.from(values, (value) => (largest === 0 ? 0 : value / norm));
}

async function loadSdk(): Promise<Sdk> {
  try {
    return await import('ai');
  } catch (cause) {
    const message = `${operation}: needs the package "ai", which does not load; install ai@^6 or ai@^7.`;
    throw new UnavailableError('EMBEDDER_UNAVAILABLE', message, { cause });
  }
}

function checkOptions(options: AiSdkEmbedderOptions): void {
  refuseUnknownOptions(operation, options, optionNames);
  const model: Partial<AiSdkEmbeddingModel> | undefined = options.model;
  if (typeof model?.modelId !== 'string' || !('doEmbed' in model)) {
    const rule = `"model" must be an embedding model object of an AI SDK provider, got ${typeof model}`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: ${rule}; e.g. openai.embedding('...').`);
  }
  if (options.id !== undefined && (typeof options.id !== 'string' || options.id === '')) {
    const rule = `"id" must be a text that is not empty, got ${JSON.stringify(options.id)}`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: ${rule}; leave it out for the model's own.`);
  }
  checkWholeNumber(operation, 'dimension', options.dimension, 1, 65_536);
  checkWholeNumber(operation, 'maxParallelCalls', options.maxParallelCalls, 1, 64);
  checkWholeNumber(operation, 'maxRetries', options.maxRetries, 0, 10);
}

/** The boundary behind every embedder: what passes can be stored and compared. */
import { InvalidArgumentError, MadeleineError, UnavailableError, throwIfCancelled } from '../domain/errors.ts';
import type { Embedding, GivenEmbedding } from '../domain/records.ts';
import { stopWords } from '../language/word-lists.ts';
import { mostTokens } from './defaults.ts';
import type { Embedder, TextEmbedding, TokenVectors } from './embedder.ts';

// Below this a norm counts as 1; 32-bit rounding of any usual dimension stays far below.
const normTolerance = 1e-3;

/**
 * The vectors as they may be stored: one for each text, of the embedder's dimension, finite, not zero. One whose norm
 * is off by more than 0.001 is replaced by a normalised copy.
 *
 * @param operation who asks, for the message
 * @param count how many texts were embedded
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when a vector breaks a rule: this embedder cannot be used
 */
export function checkVectors(
  operation: string,
  embedder: Pick<Embedder, 'model' | 'dimension'>,
  vectors: readonly Float32Array[],
  count: number,
): readonly Float32Array[] {
  const { model, dimension } = embedder;
  if (vectors.length !== count) {
    throw broken(operation, model, `must answer with one vector for each text, got ${vectors.length} for ${count}`);
  }
  return vectors.map((vector, at) => {
    if (vector.length !== dimension) {
      throw broken(operation, model, `must make vectors of ${dimension} numbers, got ${vector.length} at ${at}`);
    }
    const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (!Number.isFinite(norm)) throw broken(operation, model, `must make finite numbers, got others at ${at}`);
    if (norm === 0) throw broken(operation, model, `must make vectors with a direction, got only zeros at ${at}`);
    return Math.abs(norm - 1) > normTolerance ? vector.map((value) => value / norm) : vector;
  });
}

function broken(operation: string, model: string, rule: string): UnavailableError {
  const message = `${operation}: the embedder "${model}" ${rule}; choose another embedder.`;
  return new UnavailableError('EMBEDDER_UNAVAILABLE', message, { details: { model } });
}

/** The most components of a token's vector: so many of a query's tokens fit into a page of the index's kernel. */
const largestTokenDimension = 256;
const content = /[\p{L}\p{N}]/u;

/**
 * The tokens that recall compares: no signs and no words of grammar, and of a long text the first.
 *
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when they break a rule of the contract
 */
function comparedTokens(operation: string, model: string, { words, values }: TokenVectors): TokenVectors {
  const dimension = words.length === 0 ? 16 : values.length / words.length;
  const isRight = dimension % 16 === 0 && dimension > 0 && dimension <= largestTokenDimension;
  if (!isRight || (words.length === 0 && values.length > 0)) {
    const got = `${values.length} numbers for ${words.length} tokens`;
    throw broken(operation, model, `must make tokens of a multiple of 16 components, at most 256, got ${got}`);
  }
  const kept = [...words.keys()].filter((at) => content.test(words[at]!) && !stopWords.has(words[at]!));
  const first = kept.slice(0, mostTokens);
  const compared = new Int8Array(first.length * dimension);
  for (const [place, at] of first.entries())
    compared.set(values.subarray(at * dimension, (at + 1) * dimension), place * dimension);
  return { words: first.map((at) => words[at]!), values: compared };
}

/** Some tokens as a memory keeps them: a byte with their length in sixteens, and one vector after the other. */
export function packedTokens({ words, values }: TokenVectors): Int8Array {
  const packed = new Int8Array(1 + values.length);
  packed[0] = words.length === 0 ? 0 : values.length / words.length / 16;
  packed.set(values, 1);
  return packed;
}

/**
 * What memories with these texts keep of them, or nothing at all when the embedder makes no vectors.
 *
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when the embedder fails or breaks its contract.
 */
export async function embedTexts(
  operation: string,
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly (TextVectors | undefined)[]> {
  const made = await embedAll(operation, embedder, texts, { purpose: 'document', signal });
  return made.map(
    (one) =>
      one && {
        model: embedder.model,
        vector: one.vector,
        ...(one.tokens === undefined ? {} : { tokens: packedTokens(one.tokens) }),
      },
  );
}

/** What a memory keeps of its text. */
export type TextVectors = Omit<Embedding, 'memory'>;

/** What the embedder makes of queries; the rules are those of {@link embedTexts}. */
export function embedQueries(
  operation: string,
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly (TextEmbedding | undefined)[]> {
  return embedAll(operation, embedder, texts, { purpose: 'query', signal });
}

async function embedAll(
  operation: string,
  embedder: Embedder,
  texts: readonly string[],
  { purpose, signal }: { readonly purpose: 'query' | 'document'; readonly signal: AbortSignal | undefined },
): Promise<readonly (TextEmbedding | undefined)[]> {
  if (embedder.dimension === 0 || texts.length === 0) return texts.map(() => undefined);
  const { model } = embedder;
  const options = { purpose, ...(signal === undefined ? {} : { signal }) };
  return askEmbedder(operation, embedder, { signal, remedy: 'choose another embedder' }, async () => {
    const made: readonly TextEmbedding[] =
      (await embedder.embedWithTokens?.(texts, options)) ??
      (await embedder.embed(texts, options)).map((vector) => ({ vector }));
    const vectors = made.map(({ vector }) => vector);
    return checkVectors(operation, embedder, vectors, texts.length).map((vector, at) => {
      const tokens = made[at]?.tokens;
      return tokens === undefined ? { vector } : { vector, tokens: comparedTokens(operation, model, tokens) };
    });
  });
}

/**
 * Asks an embedder. Whatever it throws that is no error of ours is told as its failure.
 *
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when it fails
 */
export async function askEmbedder<Answer>(
  operation: string,
  { model }: Embedder,
  { signal, remedy }: { readonly signal: AbortSignal | undefined; readonly remedy: string },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    throwIfCancelled(operation, signal);
    if (cause instanceof MadeleineError) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    const message = `${operation}: the embedder "${model}" failed (${said}); ${remedy}.`;
    throw new UnavailableError('EMBEDDER_UNAVAILABLE', message, { cause, details: { model } });
  }
}

/** A memory on its way to its vector. */
export interface EmbeddedMemory {
  readonly text: string;
  /** The vector that a caller gave with it. */
  readonly given?: GivenEmbedding;
}

/** A vector as it is kept with its memory. */
export function givenEmbeddingOf({ model, vector }: GivenVector): GivenEmbedding {
  return { model, vector: Buffer.from(Float32Array.from(vector).buffer).toString('base64') };
}
interface GivenVector {
  readonly model: string;
  readonly vector: readonly number[];
}

/**
 * The vectors of each memory: the one that came with it, where the embedder's model made it, else one of its text. A
 * caller's vector of another model is refused; one that a file or the ledger kept gives way to a new one.
 *
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when the embedder fails or breaks its contract.
 */
export async function embedMemories(
  operation: string,
  embedder: Embedder,
  memories: readonly EmbeddedMemory[],
  signal: AbortSignal | undefined,
): Promise<readonly (TextVectors | undefined)[]> {
  const vectors = memories.map(({ given }) => vectorsIn(given, embedder));
  const texts = memories.flatMap(({ text }, at) => (vectors[at] === undefined ? [text] : []));
  const made = (await embedTexts(operation, embedder, texts, signal)).values();
  return vectors.map((vector) => vector ?? made.next().value);
}

/** A caller's vector comes without those of its tokens. */
function vectorsIn(given: GivenEmbedding | undefined, { model, dimension }: Embedder): TextVectors | undefined {
  if (given === undefined || given.model !== model) return undefined;
  const bytes = Buffer.from(given.vector, 'base64');
  if (dimension === 0 || bytes.length !== dimension * Float32Array.BYTES_PER_ELEMENT) return undefined;
  const vector = new Float32Array(new Uint8Array(bytes).buffer);
  const norm = Math.hypot(...vector);
  return norm > 0 && Number.isFinite(norm) ? { model, vector: vector.map((value) => value / norm) } : undefined;
}

/**
 * Refuses a caller's vector that no vector of the space can be compared with.
 *
 * @throws {InvalidArgumentError} when it is of another model than the embedder's, of another length, or has no direction.
 */
export function checkGivenVector(operation: string, embedder: Embedder, given: GivenVector | undefined): void {
  if (given === undefined) return;
  const { model, dimension } = embedder;
  if (dimension === 0)
    throw invalid(operation, 'embedding', 'must be left out, since this memory has no embedder', given.model);
  if (given.model !== model)
    throw invalid(operation, 'embedding.model', `must be "${model}", got "${given.model}"`, given.model);
  const { length } = given.vector;
  if (length !== dimension)
    throw invalid(operation, 'embedding.vector', `must have ${dimension} numbers, got ${length}`, length);
  if (!given.vector.some((value) => Math.fround(value) !== 0))
    throw invalid(operation, 'embedding.vector', 'must have a direction, got only zeros', 0);
}

/** Refuses options that nobody knows. */
export function refuseUnknownOptions(operation: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw invalid(operation, name, `is not an option; the options are ${known.join(', ')}`, undefined);
  }
}

/** Refuses what is neither left out nor a whole number within the range. */
export function checkWholeNumber(operation: string, name: string, value: unknown, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)) return;
  throw invalid(operation, name, `must be a whole number from ${least} to ${most}, got ${String(value)}`, value);
}

/** Refuses what is neither left out nor one of the choices. */
export function checkChoice(operation: string, name: string, value: unknown, choices: readonly string[]): void {
  if (value === undefined || (typeof value === 'string' && choices.includes(value))) return;
  throw invalid(operation, name, `must be one of ${choices.join(', ')}, got ${String(value)}`, value);
}

/** Refuses texts that are not strings, and whatever is not a list. */
export function checkTexts(texts: readonly unknown[]): void {
  if (!Array.isArray(texts))
    throw invalid('embed', 'texts', `must be a list of strings, got ${typeof texts}`, undefined);
  const odd = texts.findIndex((text) => typeof text !== 'string');
  if (odd < 0) return;
  throw invalid('embed', `texts[${odd}]`, `must be a string, got ${typeof texts[odd]}`, undefined);
}

function invalid(operation: string, name: string, rule: string, value: unknown): InvalidArgumentError {
  return new InvalidArgumentError('INVALID_ARGUMENT', `${operation}: "${name}" ${rule}.`, { details: { name, value } });
}

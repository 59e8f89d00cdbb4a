/** The boundary behind every embedder: what passes can be stored and compared. */
import { InvalidArgumentError, MadeleineError, UnavailableError, throwIfCancelled } from '../domain/errors.ts';
import type { GivenEmbedding } from '../domain/records.ts';
import type { EmbedOptions, Embedder } from './embedder.ts';

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

/**
 * One vector for each text, or none at all when the embedder makes none.
 *
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when the embedder fails or breaks its contract.
 */
export async function embedTexts(
  operation: string,
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
  purpose: NonNullable<EmbedOptions['purpose']> = 'document',
): Promise<readonly (Float32Array | undefined)[]> {
  if (embedder.dimension === 0 || texts.length === 0) return texts.map(() => undefined);
  try {
    const vectors = await embedder.embed(texts, { purpose, ...(signal === undefined ? {} : { signal }) });
    return checkVectors(operation, embedder, vectors, texts.length);
  } catch (cause) {
    throwIfCancelled(operation, signal);
    if (cause instanceof MadeleineError) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new UnavailableError(
      'EMBEDDER_UNAVAILABLE',
      `${operation}: the embedder "${embedder.model}" failed (${said}); choose another embedder.`,
      { cause, details: { model: embedder.model } },
    );
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
 * The vector of each memory: the one that came with it, where the embedder's model made it, else one of its text. A
 * caller's vector of another model is refused; one that a file or the ledger kept gives way to a new one.
 *
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when the embedder fails or breaks its contract.
 */
export async function embedMemories(
  operation: string,
  embedder: Embedder,
  memories: readonly EmbeddedMemory[],
  signal: AbortSignal | undefined,
): Promise<readonly (Float32Array | undefined)[]> {
  const vectors = memories.map(({ given }) => vectorIn(given, embedder));
  const texts = memories.flatMap(({ text }, at) => (vectors[at] === undefined ? [text] : []));
  const made = (await embedTexts(operation, embedder, texts, signal)).values();
  return vectors.map((vector) => vector ?? made.next().value);
}

function vectorIn(given: GivenEmbedding | undefined, { model, dimension }: Embedder): Float32Array | undefined {
  if (given === undefined || given.model !== model) return undefined;
  const bytes = Buffer.from(given.vector, 'base64');
  if (dimension === 0 || bytes.length !== dimension * Float32Array.BYTES_PER_ELEMENT) return undefined;
  const vector = new Float32Array(new Uint8Array(bytes).buffer);
  const norm = Math.hypot(...vector);
  return norm > 0 && Number.isFinite(norm) ? vector.map((value) => value / norm) : undefined;
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

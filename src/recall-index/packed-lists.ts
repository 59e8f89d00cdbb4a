/** Lists of numbers, one for each row, packed one after another, for a snapshot. */

/** Where each row's list ends, and the numbers of all. */
export interface PackedLists {
  readonly ends: Int32Array;
  readonly values: Float64Array;
}

const nothing: readonly number[] = [];

/** Packs the lists of some slots in their order. */
export function packed(slots: readonly number[], listOf: (slot: number) => readonly number[]): PackedLists {
  const ends = new Int32Array(slots.length);
  const values: number[] = [];
  slots.forEach((slot, row) => {
    for (const value of listOf(slot)) values.push(value);
    ends[row] = values.length;
  });
  return { ends, values: Float64Array.from(values) };
}

/** The list of a row. */
export function unpacked({ ends, values }: PackedLists, row: number): readonly number[] {
  const start = startOf(ends, row);
  const end = ends[row] as number;
  return start === end ? nothing : Array.from(values.subarray(start, end));
}

/** Where the list of a row begins. */
export function startOf(ends: Int32Array, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] as number);
}

/**
 * The innermost loop of the exact vector search: dot products of one query (16-bit integers) with
 * many stored vectors (8-bit integers), as a WebAssembly module of 128-bit SIMD, written here
 * opcode by opcode since it is one function. It takes vectors in pairs, so that each part of the query
 * is read once for two of them. Measured at 50,000 vectors of 384 dimensions: 0.56 ms, against 0.67 ms one by one.
 *
 *   scan(query, one, other, pairs, stride): results[2i]     = sum over j of one[2i][j] * query[j]
 *                                           results[2i + 1] = sum over j of other[2i][j] * query[j]
 *
 * All are byte offsets into the memory but `pairs` (at least 1) and `stride` (a multiple of 16). For vectors that lie
 * together `other` is one stride after `one`; the second of the last pair may lie beyond what is stored.
 */

/** Computes dot products within the memory that it was made with. */
export type DotKernel = (query: number, one: number, other: number, pairs: number, stride: number) => void;

/** The part of a WebAssembly memory that is used here. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface WasmNamespace {
  readonly Memory: new (limits: { readonly initial: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** Bytes in a page of WebAssembly memory. */
export const pageBytes = 65_536;
/** Where the kernel writes: after the query, in the first page. */
export const resultsAt = 32_768;

const i32 = 0x7f;
const v128 = 0x7b;
const [query, one, other, pairs, stride, out, queryAt, oneEnd] = [0, 1, 2, 3, 4, 5, 6, 7];
const [queryLow, queryHigh, sumsOne, sumsOther] = [8, 9, 10, 11];

const unsigned = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
const section = (id: number, body: readonly number[]): readonly number[] => [id, ...unsigned(body.length), ...body];
const simd = (opcode: number, ...rest: readonly number[]): readonly number[] => [0xfd, ...unsigned(opcode), ...rest];
const get = (local: number): readonly number[] => [0x20, local];
const set = (local: number): readonly number[] => [0x21, local];
const tee = (local: number): readonly number[] => [0x22, local];
const constant = (value: number): readonly number[] => [0x41, ...unsigned(value)];
const loop = (body: readonly number[]): readonly number[] => [0x03, 0x40, ...body, 0x0b];
const add = [0x6a];
const subtract = [0x6b];
const lessThan = [0x49];
const repeatIf = [0x0d, 0];
const store = (offset: number): readonly number[] => [0x36, 2, offset];
const zeros = simd(0x0c, ...new Array<number>(16).fill(0));
const load = (offset: number): readonly number[] => simd(0x00, 0, offset);
/** Eight 8-bit integers as eight of 16 bits. */
const loadWidened = (offset: number): readonly number[] => simd(0x01, 0, offset);
const dotPairs = simd(0xba);
const addLanes = simd(0xae);
const lane = (index: number): readonly number[] => simd(0x1b, index);

/** Sixteen components of a vector: both halves widened to 16 bits, multiplied and summed in pairs. */
const sixteen = (vector: number, sums: number): readonly number[] => [
  ...get(sums),
  ...[...get(vector), ...loadWidened(0), ...get(queryLow), ...dotPairs, ...addLanes],
  ...[...get(vector), ...loadWidened(8), ...get(queryHigh), ...dotPairs, ...addLanes],
  ...set(sums),
];

/** Sixteen components of two vectors. Longer steps and more vectors at once are no faster. */
const sixteenOfBoth = [
  ...[...get(queryAt), ...load(0), ...set(queryLow), ...get(queryAt), ...load(16), ...set(queryHigh)],
  ...[...sixteen(one, sumsOne), ...sixteen(other, sumsOther)],
  ...[...get(queryAt), ...constant(32), ...add, ...set(queryAt)],
  ...[...get(other), ...constant(16), ...add, ...set(other)],
  ...[...get(one), ...constant(16), ...add, ...tee(one), ...get(oneEnd), ...lessThan, ...repeatIf],
];

const total = (sums: number): readonly number[] =>
  [0, 1, 2, 3].flatMap((index) => [...get(sums), ...lane(index), ...(index === 0 ? [] : add)]);

const onePair = [
  ...[...get(query), ...set(queryAt)],
  ...[...get(one), ...get(stride), ...add, ...set(oneEnd)],
  ...[...zeros, ...set(sumsOne), ...zeros, ...set(sumsOther)],
  ...loop(sixteenOfBoth),
  ...[...get(out), ...total(sumsOne), ...store(0), ...get(out), ...total(sumsOther), ...store(4)],
  ...[...get(out), ...constant(8), ...add, ...set(out)],
  ...[...get(one), ...get(stride), ...add, ...set(one), ...get(other), ...get(stride), ...add, ...set(other)],
  ...[...get(pairs), ...constant(1), ...subtract, ...tee(pairs), ...repeatIf],
];

const locals = [2, 3, i32, 4, v128];
const body = [...locals, ...constant(resultsAt), ...set(out), ...loop(onePair), 0x0b];

const moduleBytes = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
  ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, 1, 0x73, 0, 0]),
  ...section(10, [1, ...unsigned(body.length), ...body]),
]);

let compiled: object | undefined;

/** A kernel with a memory of its own. */
export interface OwnKernel {
  readonly scan: DotKernel;
  readonly memory: KernelMemory;
}

/** A kernel whose first page is free, with room for vectors after it; undefined where WebAssembly or its SIMD is missing. */
export function makeDotKernel(room: number): OwnKernel | undefined {
  const wasm = (globalThis as { readonly WebAssembly?: WasmNamespace }).WebAssembly;
  if (wasm === undefined) return undefined;
  try {
    compiled ??= new wasm.Module(moduleBytes);
    const memory = new wasm.Memory({ initial: pagesFor(room) });
    const instance = new wasm.Instance(compiled, { m: { m: memory } });
    return { scan: instance.exports['s'] as DotKernel, memory };
  } catch {
    return undefined;
  }
}

/** Makes room for so many bytes of vectors; the kernel's buffer is another one then. */
export function growDotKernel({ memory }: OwnKernel, room: number): void {
  const missing = pagesFor(room) - memory.buffer.byteLength / pageBytes;
  if (missing > 0) memory.grow(missing);
}

/** With the first page, and the last for what a pair reads beyond the end. */
function pagesFor(room: number): number {
  return Math.ceil(room / pageBytes) + 2;
}

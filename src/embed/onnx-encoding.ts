/**
 * The part of the ONNX file format that a model of ours needs, as protobuf bytes. Field numbers are those of onnx.proto
 * (IR version 10). Knows nothing of any model.
 */

/** Element types of tensors, as onnx.proto numbers them. */
export const onnxTypes = { float: 1, int32: 6, int64: 7, float16: 10 } as const;

/** One node: an operator, the names of the values it reads and those it makes, its attributes. */
export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, OnnxAttribute>>;
}

/** Numbers say whether they are whole, because the format keeps whole and broken numbers in different fields. */
export type OnnxAttribute =
  | { readonly int: number }
  | { readonly float: number }
  | { readonly ints: readonly number[] };

/** A constant of the graph: either its little-endian bytes, or where they lie in a file handed over beside the model. */
export interface OnnxConstant {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  readonly data: Uint8Array | { readonly file: string; readonly offset: number; readonly length: number };
}

/** An input or output; a dimension that is a name is free. */
export interface OnnxValue {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly (number | string)[];
}

/** A graph in topological order. */
export interface OnnxGraph {
  readonly name: string;
  readonly opset: number;
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxConstant[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

/** The bytes of an ONNX model that holds the graph. */
export function encodeOnnxModel(graph: OnnxGraph): Uint8Array {
  const body = message(
    ...graph.nodes.map((node) => bytes(1, encodeNode(node))),
    text(2, graph.name),
    ...graph.constants.map((constant) => bytes(5, encodeConstant(constant))),
    ...graph.inputs.map((value) => bytes(11, encodeValue(value))),
    ...graph.outputs.map((value) => bytes(12, encodeValue(value))),
  );
  return message(whole(1, 10), bytes(7, body), bytes(8, message(text(1, ''), whole(2, graph.opset))));
}

function encodeNode(node: OnnxNode): Uint8Array {
  return message(
    ...node.inputs.map((name) => text(1, name)),
    ...node.outputs.map((name) => text(2, name)),
    text(4, node.operator),
    ...Object.entries(node.attributes ?? {}).map(([name, value]) => bytes(5, encodeAttribute(name, value))),
  );
}

function encodeAttribute(name: string, value: OnnxAttribute): Uint8Array {
  if ('float' in value) return message(text(1, name), float(2, value.float), whole(20, 1));
  if ('int' in value) return message(text(1, name), whole(3, value.int), whole(20, 2));
  return message(text(1, name), ...value.ints.map((entry) => whole(8, entry)), whole(20, 7));
}

function encodeConstant({ name, type, shape, data }: OnnxConstant): Uint8Array {
  const head = [...shape.map((size) => whole(1, size)), whole(2, type), text(8, name)];
  if (data instanceof Uint8Array) return message(...head, bytes(9, data));
  const place = { location: data.file, offset: String(data.offset), length: String(data.length) };
  const entries = Object.entries(place).map(([key, value]) => bytes(13, message(text(1, key), text(2, value))));
  return message(...head, ...entries, whole(14, 1));
}

function encodeValue({ name, type, shape }: OnnxValue): Uint8Array {
  const sizes = shape.map((size) => bytes(1, typeof size === 'number' ? whole(1, size) : text(2, size)));
  return message(text(1, name), bytes(2, bytes(1, message(whole(1, type), bytes(2, message(...sizes))))));
}

function message(...fields: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(fields);
}

function bytes(field: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

function text(field: number, content: string): Uint8Array {
  return bytes(field, Buffer.from(content));
}

function whole(field: number, value: number): Uint8Array {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function float(field: number, value: number): Uint8Array {
  const content = Buffer.alloc(4);
  content.writeFloatLE(value);
  return Buffer.concat([varint(field * 8 + 5), content]);
}

/** Seven bits to a byte, lowest first; negative numbers as 64-bit two's complement. */
function varint(value: number): Uint8Array {
  const groups: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    groups.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  groups.push(Number(rest));
  return Uint8Array.from(groups);
}

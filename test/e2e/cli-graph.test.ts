import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemoryGraph } from '../../src/index.ts';
import { CliInProcess } from '../support/cli-in-process.ts';

let cli: CliInProcess;
const lisa = ['--agent', 'lisa', '--embedder', 'none'];
const owner = ['--embedder', 'none'];

beforeAll(async () => {
  cli = await CliInProcess.make();
  await cli.run(['observe', 'Luna slept on the "heater" in Oslo.', '--session', 'kitchen', '--id', 'heater', ...lisa]);
  await cli.run(['believe', "Luna is Mark's cat.", '--about', 'Luna', '--id', 'cat', ...lisa]);
});

afterAll(() => cli.remove());

test('graph counts nodes and edges, and names what counts most', async () => {
  const { stdout } = await cli.run(['graph', ...owner]);
  expect(stdout).toMatch(/^nodes +how many\n/);
  expect(stdout).toMatch(/\nedges +how many\n[\s\S]*BELIEVES +2\n[\s\S]*BELONGS_TO +1\n/);
  expect(stdout).toMatch(/authority +strength +memory +id\n +0\.\d\d +1\.00 +Luna is Mark's cat\. +fact:cat\n/);
  const few = await cli.run(['graph', '--limit', '1', '--type', 'user_input', ...owner]);
  expect(few.stdout).not.toContain('fact:cat');
});

test('graph prints itself as JSON and for Graphviz', async () => {
  const graph = (await cli.json([
    'graph',
    '--computed',
    'SHARES_CONCEPT,CO_RING',
    '--per-memory',
    '1',
    '--believer',
    'lisa',
    ...owner,
  ])) as unknown as MemoryGraph;
  expect(graph.total).toBe(2);
  expect(graph.edges.some(({ kind }) => kind === 'SHARES_CONCEPT')).toBe(true);
  const { stdout } = await cli.run(['graph', '--dot', ...owner]);
  expect(stdout).toMatch(/^digraph memory \{\n/);
  expect(stdout).toContain('label="Luna slept on the \\"heater\\" in Oslo.", shape=box];');
  expect(stdout).toMatch(/n\d+ -> n\d+ \[label="ABOUT"\];/);
});

test('inspect tells everything about a memory, and about whom it speaks of', async () => {
  const memory = await cli.run(['inspect', 'fact:cat', ...owner]);
  expect(memory.stdout).toMatch(/^Luna is Mark's cat\.\nfact:cat · /);
  expect(memory.stdout).toMatch(/\nbelieved by\n {2}lisa: held, strength [\d.]+, confidence/);
  const entity = /Luna \(\w+, (entity:\S+)\)/.exec(memory.stdout)?.[1] ?? '';
  const luna = await cli.run(['inspect', entity, ...owner]);
  expect(luna.stdout).toMatch(new RegExp(`^Luna\\n${entity} · \\w+ · 2 memories\\n`));
  expect(luna.stdout).toMatch(/\nspoken of in\n {2}"Luna is Mark's cat\." fact:cat\n {2}"Luna slept/);
});

test('inspect says of what it knows nothing', async () => {
  const { exitCode, stderr } = await cli.run(['inspect', 'fact:none', ...owner]);
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/got "fact:none"\.\nLook it up with graph or search\.\n$/);
});

test('query prints what a SELECT finds, a row a line, and refuses what writes', async () => {
  const sql = 'SELECT content FROM fact WHERE id IN $ids AND <-BELIEVES<-agent CONTAINS agent:lisa';
  const found = await cli.run(['query', sql, '--bindings', '{"ids":["fact:cat"]}', ...owner]);
  expect(found.stdout).toMatch(/^\{"content":"Luna is Mark's cat\."\}\n1 row, \d+ ms\n$/);
  const more = await cli.run(['query', 'SELECT VALUE id FROM agent', '--limit', '1', ...owner]);
  expect(more.stdout).toMatch(/^agent:\w+\n1 row, and more beyond the limit, \d+ ms\n$/);
  const refused = await cli.run(['query', 'DELETE fact', ...owner]);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('query: "DELETE" (line 1, character 1) begins no SELECT and no RETURN');
  const misread = await cli.run(['query', sql, '--bindings', 'ids', ...owner]);
  expect(misread.stderr).toContain('query: "--bindings" must be JSON, got "ids".');
});

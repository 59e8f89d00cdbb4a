/** The official conformance suite: which scenarios there are, and how each one ends. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

/** How a scenario ended. */
export interface ScenarioResult {
  readonly passed: number;
  /** What was found wrong; warnings count too. */
  readonly failures: readonly string[];
}

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
  readonly description: string;
}

const suite = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** The names of all scenarios for servers. */
export async function scenarioNames(): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [suite, 'list', '--server']);
  return [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name as string);
}

/** Runs one scenario. */
export async function runScenario(url: string, name: string): Promise<ScenarioResult> {
  const folder = await mkdtemp(join(tmpdir(), 'madeleine-scenario-'));
  const { code, stderr } = await run(process.execPath, [
    suite,
    'server',
    '--url',
    url,
    '--scenario',
    name,
    '-o',
    folder,
  ]);
  const checks = await checksIn(folder);
  await rm(folder, { recursive: true });
  const wrong = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  const failures = wrong.map(({ id, description, errorMessage = description }) => `${id}: ${errorMessage}`);
  if (failures.length === 0 && (code !== 0 || passed === 0)) failures.push(stderr.trim() || 'nothing was checked');
  return { passed, failures };
}

async function checksIn(folder: string): Promise<readonly Check[]> {
  const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('checks.json'));
  const lists = await Promise.all(files.map((path) => readFile(join(folder, path), 'utf8')));
  return lists.flatMap((text) => JSON.parse(text) as readonly Check[]);
}

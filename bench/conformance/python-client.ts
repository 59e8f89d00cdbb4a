/** The Python package `mcp`, where the machine has it: a client in another language, by other people. */
import { join } from 'node:path';
import type { Hub } from './hub.ts';
import { run } from './run.ts';
import { callsFile, type Outcome } from './tool-calls.ts';

/** The version of the package that a Python has; undefined where it has none of it. */
export async function pythonPackage(python: string): Promise<string | undefined> {
  const ask = 'import importlib.metadata; print(importlib.metadata.version("mcp"))';
  const { code, stdout } = await run(python, ['-c', ask]);
  return code === 0 ? stdout.trim() : undefined;
}

/** Lists and calls every tool; `mode` is the package's word for the era. */
export async function callFromPython(python: string, { url, token }: Hub, mode: string): Promise<readonly Outcome[]> {
  const script = join(import.meta.dirname, 'python_client.py');
  const { code, stdout, stderr } = await run(python, [script, `${url}/mcp`, token, mode, callsFile]);
  if (code !== 0) return [{ what: 'the client', failure: stderr.trim().split('\n').at(-1) ?? `exit code ${code}` }];
  return JSON.parse(stdout) as readonly Outcome[];
}

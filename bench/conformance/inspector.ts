/** The MCP Inspector's command line: lists and calls every tool, over HTTP in both eras and over stdio. */
import { join } from 'node:path';
import { type Hub, madeleine } from './hub.ts';
import { run } from './run.ts';
import { type Outcome, toolCalls, withId } from './tool-calls.ts';

/** A way to the server, as the Inspector's options have it. */
export interface Way {
  readonly name: string;
  readonly args: readonly string[];
}

interface Listed {
  readonly tools?: readonly { readonly name: string }[];
}

interface Called {
  readonly isError?: boolean;
  readonly structuredContent?: { readonly id?: string };
}

const inspector = join(import.meta.dirname, 'node_modules/.bin/mcp-inspector');

/** The ways to a hub. */
export function waysTo({ folder, token, url }: Hub, agent: string): readonly Way[] {
  const http = [`${url}/mcp?tools=all`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
  return [
    { name: 'HTTP, 2025-11-25', args: [...http, '--protocol-era', 'legacy'] },
    { name: 'HTTP, 2026-07-28', args: [...http, '--protocol-era', 'modern'] },
    { name: 'stdio', args: [process.execPath, madeleine, 'mcp', '--tools', 'all', '--at', folder, '--agent', agent] },
  ];
}

/** Lists everything and calls every tool on one way. */
export async function inspect({ args }: Way, home: string): Promise<readonly Outcome[]> {
  const ask = async <T>(method: string, ...more: readonly string[]): Promise<T | string> => {
    const told = ['--cli', ...args, '--method', method, ...more, '--format', 'json', '--quiet'];
    const { code, stdout, stderr } = await run(process.execPath, [inspector, ...told], { HOME: home });
    return code === 0 ? (JSON.parse(stdout) as { readonly result: T }).result : stderr.trim() || `exit code ${code}`;
  };
  const outcomes: Outcome[] = [];
  const note = (what: string, failure: string | undefined): void => {
    outcomes.push(failure === undefined ? { what } : { what, failure });
  };
  for (const method of ['resources/list', 'resources/templates/list', 'prompts/list']) {
    const listed = await ask<object>(method);
    note(method, typeof listed === 'string' ? listed : undefined);
  }
  const calls = await toolCalls();
  const listed = await ask<Listed>('tools/list', '--strict');
  const names = typeof listed === 'string' ? [] : (listed.tools ?? []).map(({ name }) => name);
  const uncalled = names.filter((name) => !calls.some(([called]) => called === name));
  note('tools/list', typeof listed === 'string' ? listed : uncalled.length > 0 ? `uncalled: ${uncalled}` : undefined);
  let id = '';
  for (const [name, given] of calls) {
    const json = JSON.stringify(withId(given, id));
    const called = await ask<Called>('tools/call', '--tool-name', name, '--tool-args-json', json);
    if (typeof called !== 'string') id = called.structuredContent?.id ?? id;
    note(name, typeof called === 'string' ? called : called.isError ? JSON.stringify(called) : undefined);
  }
  return outcomes;
}

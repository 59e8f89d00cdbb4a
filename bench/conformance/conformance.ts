/**
 * Does a hub do what the protocol says? Starts one on a temporary store and runs against it every scenario of the official
 * suite that applies, the Inspector's command line, and the Python client where `PYTHON` (or python3) has the package
 * `mcp`. Prints Markdown; exits with 1 when anything fails.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hub, startHub } from './hub.ts';
import { inspect, waysTo } from './inspector.ts';
import { runScenario, scenarioNames } from './official-suite.ts';
import { callFromPython, pythonPackage } from './python-client.ts';
import { reasons } from './scenarios.ts';
import { startProxy } from './token-proxy.ts';
import type { Outcome } from './tool-calls.ts';

const agent = 'inspector';
let failures = 0;

function tell(line = ''): void {
  console.log(line);
}

function failed(failure: string | undefined): string {
  if (failure === undefined) return 'passed';
  failures += 1;
  return `FAILED: ${failure.replaceAll('\n', ' ').replaceAll('|', '\\|')}`;
}

async function tellScenarios(hub: Hub): Promise<void> {
  const names = await scenarioNames();
  const applying = names.filter((name) => reasons[name] === undefined);
  tell('## Official suite');
  tell();
  tell('| Scenario | Checks passed | |');
  tell('|---|---|---|');
  const proxy = await startProxy(new URL(hub.url), hub.token);
  for (const name of applying) {
    const { passed, failures: wrong } = await runScenario(proxy.url, name);
    tell(`| ${name} | ${passed} | ${failed(wrong.length === 0 ? undefined : wrong.join('; '))} |`);
  }
  proxy.close();
  tell();
  tell(
    `${applying.length} of ${names.length} scenarios apply. The others need fixtures of a server made for the suite:`,
  );
  tell();
  for (const name of names.filter((one) => !applying.includes(one))) tell(`- ${name}: ${reasons[name]}`);
}

function tellOutcomes(name: string, outcomes: readonly Outcome[]): void {
  const wrong = outcomes.filter(({ failure }) => failure !== undefined);
  tell(
    `| ${name} | ${outcomes.length - wrong.length} of ${outcomes.length} | ${outcomes.map(({ what }) => what).join(', ')} |`,
  );
  for (const { what, failure } of wrong) tell(`| | ${what} | ${failed(failure)} |`);
}

async function tellClients(hub: Hub): Promise<void> {
  tell();
  tell('## Other clients');
  tell();
  tell('| Client | Requests that went well | |');
  tell('|---|---|---|');
  const home = await mkdtemp(join(tmpdir(), 'madeleine-inspector-'));
  for (const way of waysTo(hub, agent)) tellOutcomes(`Inspector, ${way.name}`, await inspect(way, home));
  await rm(home, { recursive: true });
  const python = process.env['PYTHON'] ?? 'python3';
  const found = await pythonPackage(python);
  if (found === undefined) tell(`| Python | left out | ${python} has no package mcp |`);
  else {
    for (const mode of ['legacy', '2026-07-28']) {
      tellOutcomes(`Python mcp ${found}, HTTP, ${mode}`, await callFromPython(python, hub, mode));
    }
  }
}

const hub = await startHub(agent);
try {
  await tellScenarios(hub);
  await tellClients(hub);
} finally {
  await hub.stop();
}
tell();
tell(failures === 0 ? 'Nothing failed.' : `${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;

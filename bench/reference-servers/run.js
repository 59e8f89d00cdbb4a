/**
 * Runs the cases of `cases.js` against the reference servers and against Madeleine's tools of their names, each
 * case in a process of its own over stdio, and compares the answers: data and text of what succeeds, and whether it
 * does; and the forms of what the tools take and answer. With `--record` it writes down what the reference servers answer, for the test suite, and asks nobody else.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { cases, formOf } from './cases.js';

const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'madeleine-reference-'));
const recording = process.argv.includes('--record');

const bin = join(here, '../../bin/madeleine.js');
const originals = {
  memory: 'server-memory',
  'sequential-thinking': 'server-sequential-thinking',
};

/** Calls a server over stdio; tells its tools, and what each call answers. */
async function talk(command, env, calls) {
  const server = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method, params) => {
    id += 1;
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command.join(' ')} ended.`);
      const message = JSON.parse(value);
      if (message.id === id) return message;
    }
  };
  const clientInfo = { name: 'madeleine-bench', version: '1.0.0' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const { result: listed } = await ask('tools/list', {});
  const tools = listed.tools.map(({ name, inputSchema, outputSchema }) => ({
    name,
    input: formOf(inputSchema),
    output: formOf(outputSchema),
  }));
  const answers = [];
  for (const { tool, arguments: args } of calls) {
    const { result } = await ask('tools/call', { name: tool, arguments: args });
    answers.push(answerOf(result));
  }
  server.stdin.end();
  await new Promise((resolve) => server.once('exit', resolve));
  return { tools, answers };
}

/** What of an answer is compared: the words of a refusal are each server's own. */
function answerOf({ content, structuredContent, isError }) {
  return isError === true ? { isError } : { structured: structuredContent, text: content[0].text };
}

function original({ server, calls }, number) {
  const entry = join(here, 'node_modules/@modelcontextprotocol', originals[server], 'dist/index.js');
  return talk([entry], { MEMORY_FILE_PATH: join(folder, `${number}.jsonl`), DISABLE_THOUGHT_LOGGING: 'true' }, calls);
}

function ours({ server, calls }, number) {
  const options = ['--agent', `case-${number}`, '--at', join(folder, 'store'), '--embedder', 'none'];
  return talk([bin, 'mcp', '--tools', server, ...options], {}, calls);
}

/** Tells of one case whether the answers are the same, or differ where that is said and nowhere else. */
async function compare(one, number) {
  const { server, case: name, calls, differs = [], why } = one;
  const [theirs, own] = [await original(one, number), await ours(one, number)];
  const isSame = (call) => isDeepStrictEqual(theirs.answers[call], own.answers[call]);
  const different = calls.flatMap((_, call) => (isSame(call) ? [] : [call]));
  const isAsSaid = isDeepStrictEqual(different, differs) && isDeepStrictEqual(theirs.tools, own.tools);
  const verdict = isAsSaid ? (differs.length === 0 ? 'the same' : 'explained') : 'DIFFERENT';
  console.log(`${verdict.padEnd(9)}  ${server}: ${name} (${calls.length} calls)${why === undefined ? '' : `: ${why}`}`);
  if (isAsSaid) return verdict;
  for (const call of different.filter((call) => !differs.includes(call))) {
    console.log(JSON.stringify({ ...calls[call], theirs: theirs.answers[call], ours: own.answers[call] }, null, 2));
  }
  const same = differs.filter((call) => !different.includes(call));
  if (same.length > 0) console.log(`calls ${same.join(', ')} are the same, though they are said to differ`);
  return verdict;
}

try {
  if (recording) {
    const lines = [];
    const forms = new Map();
    for (const [number, one] of cases.entries()) {
      const { answers, tools } = await original(one, number);
      forms.set(one.server, tools);
      lines.push(JSON.stringify({ case: one.case, answers: answers.map(({ text: _text, ...data }) => data) }));
    }
    const toolLines = [...forms].flatMap(([server, tools]) => tools.map((tool) => JSON.stringify({ server, ...tool })));
    writeFileSync(join(here, 'answers.ndjson'), `${lines.join('\n')}\n`);
    writeFileSync(join(here, 'tools.ndjson'), `${toolLines.join('\n')}\n`);
    console.log(`${lines.length} cases recorded`);
  } else {
    const verdicts = [];
    for (const [number, one] of cases.entries()) verdicts.push(await compare(one, number));
    const count = (verdict) => verdicts.filter((one) => one === verdict).length;
    const calls = cases.reduce((sum, one) => sum + one.calls.length, 0);
    console.log(
      `${cases.length} cases, ${calls} calls: ${count('the same')} the same, ${count('explained')} with explained differences, ${count('DIFFERENT')} different`,
    );
    if (count('DIFFERENT') > 0) process.exitCode = 1;
  }
} finally {
  // The hub of the store, where one was started, would stay for a while.
  if (!recording) spawnSync(process.execPath, [bin, 'stop', '--at', join(folder, 'store')]);
  rmSync(folder, { recursive: true, force: true });
}

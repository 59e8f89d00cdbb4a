/** What `install` writes, read by the hosts that are on the PATH, with a server on localhost in the place of their model. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, appendFile, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CliSurroundings } from '../support/cli-run.ts';
import { HubStore } from '../support/hub-store.ts';

/** A request as a host sends it to its model: the tools lie under names of each API. */
interface Asked {
  readonly model?: string;
  readonly tools?: readonly AskedTool[];
}
interface AskedTool {
  readonly name?: string | undefined;
  /** Of a tool within another one of the list. */
  readonly namespace?: string | undefined;
  readonly tools?: readonly AskedTool[];
  readonly functionDeclarations?: readonly AskedTool[];
}

const question = 'What bird lives with Marta in Porto?';
const told = 'Pico the parrot lives with Marta in Porto.';
const answer = 'A parrot by the name of Pico lives there.';
const query = { query: 'Marta' };

/** What hosts said to the model. */
const heard: string[] = [];
const model = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  heard.push(body);
  const say = request.url === undefined ? undefined : speakers.find(([path]) => path.test(request.url ?? ''))?.[1];
  if (say === undefined || body === '') response.writeHead(404).end('{}');
  else say(response, JSON.parse(body) as Asked, /"tool_result"|function_call_output|functionResponse/.test(body));
});
let cli: CliSurroundings;
let store: HubStore;
let address: string;
beforeAll(async () => {
  cli = await CliSurroundings.make();
  store = new HubStore(cli, 'store');
  model.listen(0, '127.0.0.1');
  await once(model, 'listening');
  address = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  await store.run(['observe', told, '--agent', 'lisa']);
});
afterAll(async () => {
  model.close();
  await store.kill();
  await cli.remove();
});

type Say = (response: ServerResponse, asked: Asked, isTold: boolean) => void;

/** Calls `recall_memory` first, then answers, as each API streams it. */
const speakers: readonly (readonly [RegExp, Say])[] = [
  [
    /\/v1\/messages(\?|$)/,
    (response, asked, isTold) => {
      const tool = isTold ? undefined : recallIn(asked);
      const usage = { input_tokens: 1, output_tokens: 1 };
      const [block, delta] =
        tool?.name === undefined
          ? [
              { type: 'text', text: '' },
              { type: 'text_delta', text: answer },
            ]
          : [
              { type: 'tool_use', id: 'toolu_1', name: tool.name, input: {} },
              { type: 'input_json_delta', partial_json: JSON.stringify(query) },
            ];
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model: asked.model, content: [], usage };
      const end = { stop_reason: tool === undefined ? 'end_turn' : 'tool_use', stop_sequence: null };
      stream(response, [
        { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: end, usage },
        { type: 'message_stop' },
      ]);
    },
  ],
  [
    /\/responses$/,
    (response, asked, isTold) => {
      const tool = isTold ? undefined : recallIn(asked);
      const content = [{ type: 'output_text', text: answer, annotations: [] }];
      const item =
        tool === undefined
          ? { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
          : { type: 'function_call', id: 'fc_1', call_id: 'call_1', ...tool, arguments: JSON.stringify(query) };
      const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
      const reply = { id: 'resp_1', object: 'response', output: [item], usage };
      stream(response, [
        { type: 'response.created', response: { id: 'resp_1', object: 'response', output: [] } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { ...reply, status: 'completed' } },
      ]);
    },
  ],
  [
    /:streamGenerateContent/,
    (response, asked, isTold) => {
      const tool = isTold ? undefined : recallIn(asked);
      const part = tool === undefined ? { text: answer } : { functionCall: { name: tool.name, args: query } };
      const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
      stream(response, [
        { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }], usageMetadata },
      ]);
    },
  ],
];

function stream(response: ServerResponse, events: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    response.write(`${'type' in event ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

/** Our tool under the name that a host gives it. */
function recallIn({ tools = [] }: Asked): AskedTool | undefined {
  const all = tools.flatMap((tool) => [
    { name: tool.name },
    ...(tool.functionDeclarations ?? []).map(({ name }) => ({ name })),
    ...(tool.tools ?? []).map(({ name }) => ({ name, namespace: tool.name })),
  ]);
  return all.find(({ name }) => name?.endsWith('recall_memory') === true);
}

/** Runs a host to its end in the home of the test; undefined where it is not on the PATH. */
async function run(host: string, args: readonly string[], env: object): Promise<string | undefined> {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, host));
  if ((await Promise.all(places.map((place) => access(place).catch(() => 'none')))).every((gone) => gone === 'none')) {
    return undefined;
  }
  heard.length = 0;
  const home = { HOME: cli.folder, PATH: process.env['PATH'], DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1' };
  const child = spawn(host, [...args], {
    cwd: cli.folder,
    env: { ...home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(child, 'close');
  return output;
}

async function install(host: string, ...more: readonly string[]): Promise<void> {
  const memory = ['--agent', 'lisa', '--at', store.at, '--embedder', 'none'];
  const { exitCode, stderr } = await cli.run(['install', host, '--yes', ...memory, ...more]);
  expect(exitCode, stderr).toBe(0);
}

/** Looks for something in what was said to the model, which is too long to be shown. */
function expectHeard(pattern: RegExp): void {
  expect(pattern.test(heard.join('\n')), String(pattern)).toBe(true);
}

function skipped(output: string | undefined, host: string, skip: () => void): output is undefined {
  if (output !== undefined) return false;
  process.stdout.write(`skipped: ${host} is not on the PATH\n`);
  skip();
  return true;
}

test.for(['command', 'http'])('Claude Code runs the tools and the hooks of kind %s', async (kind, { skip }) => {
  await install('claude-code', '--hooks', kind);
  const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', ENABLE_TOOL_SEARCH: 'false' };
  const env = { ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: 'none', ...quiet };
  const asked = `${question} By ${kind}, please.`;
  const allowed = ['--allowedTools', 'mcp__madeleine__recall_memory'];
  // The first run starts the hub, for which a prompt does not wait.
  const warmed = await run('claude', ['-p', 'Say what is up today.', ...allowed], env);
  if (skipped(warmed, 'claude', skip)) return;
  const output = await run('claude', ['-p', asked, ...allowed], env);
  expect(output).toContain(answer);
  expectHeard(/"type":"tool_result".*Pico the parrot/s);
  // A process may come too late on a busy machine.
  if (kind === 'http') expectHeard(/What this brings to lisa's mind[^<]*Pico the parrot/);
  const { stdout } = await store.run(['latest', '--agent', 'lisa']);
  expect(stdout).toContain(asked);
  expect(stdout).toContain(answer);
});

test('Codex calls a tool', async ({ skip }) => {
  await install('codex');
  await appendFile(
    cli.path('.codex/config.toml'),
    `\n[model_providers.local]\nname = "local"\nbase_url = "${address}/v1"\nwire_api = "responses"\nenv_key = "LOCAL_KEY"\n`,
  );
  const local = ['-c', 'model_provider=local', '-c', 'model=none', '--dangerously-bypass-approvals-and-sandbox'];
  const output = await run('codex', ['exec', '--skip-git-repo-check', ...local, question], { LOCAL_KEY: 'none' });
  if (skipped(output, 'codex', skip)) return;
  expect(output).toContain(answer);
  expectHeard(/function_call_output.*Pico the parrot/s);
});

test('Gemini CLI calls a tool', async ({ skip }) => {
  await install('gemini');
  const file = cli.path('.gemini/settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...settings, security: { auth: { selectedType: 'gemini-api-key' } } }));
  const env = { GOOGLE_GEMINI_BASE_URL: address, GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  const output = await run('gemini', ['--yolo', '-m', 'gemini-2.5-flash', '-p', question], env);
  if (skipped(output, 'gemini', skip)) return;
  expect(output).toContain(answer);
  expectHeard(/functionResponse.*Pico the parrot/s);
});

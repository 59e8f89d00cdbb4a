/** The commands of `docs/http.md`, run as they stand there, against a hub. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProjectFile } from '../repo/source-files.ts';
import { CliSurroundings } from '../support/cli-run.ts';

let cli: CliSurroundings;

beforeAll(async () => {
  cli = await CliSurroundings.make();
});

afterAll(() => cli.remove());

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

test('the commands of the page about HTTP do what it says', async () => {
  const port = await freePort();
  const page = readProjectFile('docs/http.md').replaceAll('4180', String(port));
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block);
  // Somebody who types takes longer than a hub to be ready.
  const ready = `until curl -sf http://127.0.0.1:${port}/readyz; do sleep 0.1; done`;
  const script = blocks.join('\n').replace(/^(madeleine serve .*)$/m, `$1\n${ready}`);
  const { exitCode, stdout, stderr } = await cli.shell(
    `set -e\nexport MADELEINE_EMBEDDER=none\n${script}\ntail -n 1 backup.ndjson\nmadeleine stop`,
  );
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
  expect(stdout).toContain('"outcome":"stored"');
  expect(stdout).toContain('"content":"Luna sleeps on the warm windowsill."');
  expect(stdout).toContain('"format":"mcp-memory"');
  expect(stdout).toContain(': open');
  expect(stdout).toContain('"record":"end"');
});

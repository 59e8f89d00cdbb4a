/** `madeleine token`, each command by itself. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HubTokens } from '../../src/http/hub-tokens.ts';
import { CliInProcess } from '../support/cli-in-process.ts';

const create = ['token', 'create', '--at', 'store', '--space', 'home', '--scope', 'write'];
let cli: CliInProcess;

beforeAll(async () => {
  cli = await CliInProcess.make();
});

afterAll(() => cli.remove());

test('a token is made, listed and revoked, and printed once and by itself', async () => {
  const made = await cli.run([...create, '--agent', 'Lisa']);
  expect(made).toMatchObject({ exitCode: 0, stderr: 'Keep this token: it is not told again.\n' });
  expect(made.stdout).toMatch(/^mdl_[\w-]{43}\n$/);
  const tokens = new HubTokens(join(cli.folder, 'store'), () => new Date());
  const identity = await tokens.identify(made.stdout.trim());
  expect(identity).toMatchObject({ agent: 'Lisa', space: 'home', scope: 'write' });
  const listed = await cli.run(['token', 'list', '--at', 'store']);
  expect(listed.stdout).toMatch(new RegExp(`${identity?.token} +home +Lisa +write +\\d{4}-`));
  expect(listed.stdout).not.toContain(made.stdout.trim());
  expect((await cli.run(['token', 'revoke', String(identity?.token), '--at', 'store'])).exitCode).toBe(0);
  expect(await tokens.identify(made.stdout.trim())).toBeUndefined();
  expect((await cli.run(['token', 'list', '--at', 'store'])).stdout).toBe('no tokens\n');
});

test("a token is for somebody and of a scope that there is, or it is the owner's and has none", async () => {
  const nobody = await cli.run(create);
  expect([nobody.exitCode, nobody.stderr]).toEqual([2, expect.stringContaining('pass --agent NAME')]);
  const other = await cli.run(['token', 'create', '--at', 'store', '--agent', 'Lisa', '--scope', 'all']);
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('must be one of read, write, admin')]);
  const scoped = await cli.run(['token', 'create', '--at', 'store', '--owner', '--scope', 'read']);
  expect([scoped.exitCode, scoped.stderr]).toEqual([2, expect.stringContaining('an owner has no scope')]);
  const owner = await cli.run(['token', 'create', '--at', 'store', '--owner']);
  expect([owner.exitCode, owner.stdout]).toEqual([0, expect.stringMatching(/^mdl_/)]);
  const server = await cli.run(['token', 'list', '--at', 'ws://127.0.0.1:1/']);
  expect([server.exitCode, server.stderr]).toEqual([5, expect.stringContaining('ws://127.0.0.1:1/')]);
  expect((await cli.run(['token', 'revoke', '000000000000', '--at', 'store'])).exitCode).toBe(3);
});

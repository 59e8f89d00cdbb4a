/** `madeleine think` and `madeleine session`, each command a process of its own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CliInProcess } from '../support/cli-in-process.ts';

const store = ['--at', 'store', '--embedder', 'none'];
const lisa = [...store, '--agent', 'lisa'];
let cli: CliInProcess;

beforeAll(async () => {
  cli = await CliInProcess.make();
});

afterAll(() => cli.remove());

test('a chain is continued, branched and revised from one process to the next', async () => {
  const begun = await cli.run(['think', 'The clock is ahead.', '--total-thoughts', '3', '--session', 'bug', ...lisa]);
  expect(begun.stdout).toMatch(
    /^stored observation:\S+\n {2}thought 1 of 3\n {2}begins a chain\n {2}thoughts in the chain: 1\n {2}believed by lisa, strength 1\.00, confidence 0\.80\n {2}in session:bug\n$/,
  );
  const second = await cli.json(['think', '-', '--session', 'bug', '--id', 'two', ...lisa], {
    input: 'Ask for ntp.\n',
  });
  expect(second).toMatchObject({ thoughtNumber: 2, totalThoughts: 3, follows: { type: 'next' } });
  const branch = ['--branch-from-thought', '1', '--branch-id', 'longer', '--reason', 'it is quick'];
  const branched = await cli.run(['think', 'Longer tokens.', ...branch, '--session', 'bug', ...lisa]);
  expect(branched.stdout).toMatch(/thought 2 of 3 on branch longer\n {2}branches off \S+\n {2}because it is quick\n/);
  const revised = ['--revises-thought', 'two', '--no-next-thought-needed'];
  const last = await cli.run(['think', 'It is the zone.', ...revised, '--session', 'bug', ...lisa]);
  expect(last.stdout).toMatch(
    /thought 3 of 3, the last\n {2}revises observation:two\n {2}branches of the chain: longer\n/,
  );
  const anew = await cli.json(['think', 'Something else.', '--session', 'bug', ...lisa]);
  expect(anew).toMatchObject({ thoughtNumber: 1, nextThoughtNeeded: true, thoughtHistoryLength: 1 });
});

test('a session is opened, closed, listed, resumed and summed up', async () => {
  const opened = await cli.run(['session', 'open', 'tea', '--goal', 'Make tea', ...lisa]);
  expect(opened.stdout).toMatch(/^open session:tea, in progress\n {2}for Make tea\n {2}from \S+Z\n$/);
  await cli.json(['think', 'Green or black?', '--session', 'tea', ...lisa]);
  expect((await cli.run(['session', 'close', 'tea', '--plan', 'completed', ...lisa])).stdout).toMatch(
    /^closed session:tea, completed\n {2}for Make tea\n {2}from \S+Z until \S+Z\n$/,
  );
  expect((await cli.run(['session', 'close', 'tea', '--plan', 'blocked', ...lisa])).exitCode).toBe(4);
  expect((await cli.run(['session', 'list', '--status', 'closed', ...lisa])).stdout).toMatch(
    /^closed session:tea, completed\n[\s\S]*memories: 1, thoughts: 1\n$/,
  );
  expect((await cli.run(['session', 'resume', 'tea', ...lisa])).stdout).toMatch(
    /^open session:tea, in progress\n[\s\S]*A session for "Make tea", in progress and open,[\s\S]*"Green or\s+black\?"/,
  );
  const told = await cli.json(['session', 'digest', 'tea', '--max-tokens', '40', ...lisa]);
  expect(told).toMatchObject({ session: 'session:tea', text: expect.stringContaining('Make tea') });
  expect(told['tokens']).toBeLessThanOrEqual(40);
  expect((await cli.run(['session', 'digest', 'coffee', ...lisa])).exitCode).toBe(3);
  const closed = await cli.run(['session', 'close', 'coffee', ...lisa]);
  expect(closed).toMatchObject({ exitCode: 3, stdout: '' });
  expect(closed.stderr).toMatch(/^session close: no session "session:coffee" is in lisa's view/);
  expect((await cli.run(['session', 'close', 'tea', ...lisa])).stdout).toMatch(
    /^closed session:tea, its plan left in progress\n/,
  );
  expect((await cli.run(['session', 'list', ...lisa])).stdout).not.toContain('coffee');
  expect((await cli.run(['session', 'list', '--limit', '1', ...store, '--agent', 'electra'])).stdout).toBe(
    'no sessions\n',
  );
});

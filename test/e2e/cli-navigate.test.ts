/** Walking a chain of thought through the real command line. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliInProcess } from '../support/cli-in-process.ts';
import { demoConversation } from '../support/demo-conversation.ts';

const ours = ['--at', 'store', '--embedder', 'none', '--agent', 'electra'];

let cli: CliInProcess;
beforeAll(async () => {
  cli = await CliInProcess.make();
  await cli.run(['import', demoConversation, ...ours]);
});
afterAll(() => cli.remove());

describe('navigate', () => {
  it('prints the line that stands, the fork and the revision', async () => {
    const { stdout, exitCode } = await cli.run(['navigate', 'thought-3', ...ours]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Current line:\n {2}1\. 2026-01-16 electra: Thirty minutes/m);
    expect(stdout).toMatch(/^ {4}Branch longer-tokens, ended there: 4 /m);
    expect(stdout).toMatch(/^ {4}before: A fresh token that counts as expired/m);
  });

  it('prints a drawing, and JSON of a part', async () => {
    const drawn = await cli.run(['navigate', 'thought-3', '--mermaid', ...ours]);
    expect(drawn.stdout).toMatch(/^flowchart TD\n {2}t1\["1: Thirty minutes/);
    const part = await cli.run(['navigate', 'thought-3', '--only', 'revised', '--json', ...ours]);
    expect(JSON.parse(part.stdout)).toMatchObject({ total: 7, only: 'revised', forks: [], thoughts: [{}, {}] });
  });

  it('refuses a part that there is not', async () => {
    const { stderr, exitCode } = await cli.run(['navigate', 'thought-3', '--only', 'new', ...ours]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('navigate: "only" must be');
  });
});

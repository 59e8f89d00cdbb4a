/** Which uses of tools are remembered, told on the events that Claude Code sends. */
import { describe, expect, it } from 'vitest';
import { type HookEvent, readEvent } from '../../../../src/cli/hook/hook-event.ts';
import { toolObservation } from '../../../../src/cli/hook/tool-salience.ts';

function used(tool: string, input: object, response: unknown, more: object = {}): HookEvent {
  const fields = {
    session_id: 'abc123',
    cwd: '/home/lisa/garden',
    hook_event_name: 'PostToolUse',
    tool_use_id: 'toolu_1',
  };
  return readEvent(JSON.stringify({ ...fields, tool_name: tool, tool_input: input, tool_response: response, ...more }));
}

const shell = (stdout: string): object => ({ stdout, stderr: '', interrupted: false, isImage: false });

describe('a use of a tool', () => {
  it.each([
    ['Bash', { command: 'ls -la' }, shell('total 0')],
    ['Bash', { command: 'git status && git diff' }, shell('clean')],
    ['Bash', { command: 'cat src/index.ts' }, shell('export const a = 1;')],
    ['Bash', { command: 'cd app && cat build/out.txt | grep -rn release docs' }, shell('built')],
    ['Bash', { command: 'git log --grep commit; ls test' }, shell('4f5b1c0 commit')],
    ['Bash', { command: 'find . -name "*.test.ts"' }, shell('./a.test.ts')],
    ['Bash', { command: 'madeleine recall "test"' }, shell('- a test was run')],
    ['Read', { file_path: '/home/lisa/garden/plan.md' }, { file: { content: 'roses' } }],
    ['Grep', { pattern: 'test' }, { filenames: ['a'] }],
    ['mcp__madeleine__recall_memory', { query: 'commit' }, [{ type: 'text', text: 'recalled' }]],
    ['mcp__other__commit', { message: 'commit' }, 'done'],
    ['TodoWrite', { todos: [] }, {}],
    ['constructor', {}, {}],
  ])('is passed over when it only looks around: %s %j', (tool, input, response) => {
    expect(toolObservation(used(tool, input, response))).toBeUndefined();
  });

  it.each([
    [
      'Bash',
      { command: 'npm test', description: 'Run test suite' },
      shell('… 3 passed'),
      'Ran `npm test` (Run test suite): … 3 passed',
    ],
    ['PowerShell', { command: 'git  commit -m x' }, shell(''), 'Ran `git commit -m x`.'],
    ['Bash', { command: 'ls test && npm test' }, shell('3 passed'), 'Ran `ls test && npm test`: 3 passed'],
    ['Edit', { file_path: '/g/plan.md', old_string: 'a', new_string: 'b' }, {}, 'Edited the file /g/plan.md.'],
    ['Write', { file_path: '/g/new.md', content: 'x' }, { filePath: '/g/new.md' }, 'Edited the file /g/new.md.'],
    ['WebSearch', { query: 'when to cut roses' }, {}, 'Searched the web for "when to cut roses".'],
    [
      'WebFetch',
      { url: 'https://example.com/roses', prompt: 'when?' },
      { result: 'In March.', code: 200 },
      'Read https://example.com/roses for "when?": In March.',
    ],
    [
      'Agent',
      { description: 'Find roses', prompt: 'Look for roses', subagent_type: 'Explore' },
      { status: 'completed', content: [{ type: 'text', text: 'Two beds.' }] },
      'A helper was asked to "Find roses" and answered: Two beds.',
    ],
  ])('is remembered when it changes or tells something: %s %j', (tool, input, response, content) => {
    expect(toolObservation(used(tool, input, response))).toMatchObject({
      content,
      type: 'tool_output',
      channel: 'tool',
      source: `claude-code:${tool}`,
    });
  });

  it('that failed is an error, whatever it was, but one that was interrupted is nothing', () => {
    const failed = { hook_event_name: 'PostToolUseFailure', error: "Exit code 1\nCannot find module 'express'" };
    expect(toolObservation(used('Bash', { command: 'node app.js' }, undefined, failed))).toMatchObject({
      content: "`node app.js` failed: Exit code 1\nCannot find module 'express'",
      type: 'error',
    });
    const interrupted = { ...failed, is_interrupt: true };
    expect(toolObservation(used('Bash', { command: 'node app.js' }, undefined, interrupted))).toBeUndefined();
  });

  it('that failed holds nothing that was recalled, and our own command line is passed over', () => {
    const error = 'Exit code 1\n<recalled-memory>\nLuna is sixteen.\n</recalled-memory>\nno roses';
    const failed = { hook_event_name: 'PostToolUseFailure', error };
    expect(toolObservation(used('Bash', { command: 'cat log && npm test' }, undefined, failed))?.content).toBe(
      '`cat log && npm test` failed: Exit code 1\nno roses',
    );
    expect(toolObservation(used('Bash', { command: 'madeleine recall Luna' }, undefined, failed))).toBeUndefined();
  });

  it('keeps the end of a long output, where programs say how it went', () => {
    const { content = '' } =
      toolObservation(used('Bash', { command: 'npm test' }, shell(`${'.'.repeat(5000)} 2 failed`))) ?? {};
    expect(content.length).toBeLessThan(700);
    expect(content).toMatch(/^Ran `npm test`: … \.+ 2 failed$/);
  });
});

describe('an event', () => {
  it.each(['', '[]', 'null', '{}', '{"session_id": 3}', '{"session_id": "../../x"}', '{"session_id": "a"'])(
    'that is none is refused: %j',
    (text) => {
      expect(() => readEvent(text)).toThrow(SyntaxError);
    },
  );

  it('belongs to a session of its project; projects of one name are told apart', () => {
    const at = (cwd: string): HookEvent => readEvent(JSON.stringify({ session_id: 'abc123', cwd }));
    expect(at('/home/lisa/garden').session).toMatch(/^garden-[0-9a-f]{8}\.abc123$/);
    expect(at('/home/lisa/garden').project).toBe(at('/home/lisa/garden').session.replace('abc123', ''));
    expect(at('/home/lisa/garden').project).not.toBe(at('/home/electra/garden').project);
    expect(at('/tmp/Größe & Co').session).toMatch(/^[\w.-]+$/);
  });
});

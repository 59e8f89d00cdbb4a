/** The tools of the reference servers' names against what those servers answered (`npm run record` in bench/reference-servers). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { cases, formOf, type ReferenceCase } from '../../../bench/reference-servers/cases.js';
import type { Madeleine } from '../../../src/index.ts';
import { createMcpServer } from '../../../src/mcp/create-mcp-server.ts';
import { connectClient, textOf } from '../../support/mcp-client.ts';
import { openSpace } from '../../support/open-space.ts';

interface Recorded {
  readonly case: string;
  readonly answers: readonly unknown[];
}

const recorded = linesOf<Recorded>('answers.ndjson');

function linesOf<T>(file: string): readonly T[] {
  const text = readFileSync(join(import.meta.dirname, '../../../bench/reference-servers', file), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

let memory: Madeleine;
beforeAll(async () => {
  memory = await openSpace();
});

async function answersTo({ server, calls }: ReferenceCase, agent: string): Promise<readonly CallToolResult[]> {
  const client = await connectClient(createMcpServer({ agent: memory.agent(agent), tools: server }));
  const answers: CallToolResult[] = [];
  for (const { tool, arguments: args } of calls) answers.push(await client.callTool({ name: tool, arguments: args }));
  await client.close();
  return answers;
}

function comparable({ isError, structuredContent }: CallToolResult): unknown {
  return isError === true ? { isError } : { structured: structuredContent };
}

it('were recorded for every case', () => {
  expect(recorded.map((one) => one.case)).toEqual(cases.map((one) => one.case));
  expect(cases.every(({ calls, differs = [] }) => differs.every((call) => call < calls.length))).toBe(true);
});

describe.each(['memory', 'sequential-thinking'] as const)('the tools of the %s server', (server) => {
  it('have the same names and take and answer the same forms', async () => {
    const client = await connectClient(createMcpServer({ agent: memory.agent('anybody'), tools: server }));
    const { tools } = await client.listTools();
    await client.close();
    const forms = tools.map(({ name, inputSchema, outputSchema = {} }) => ({
      server,
      name,
      input: formOf(inputSchema),
      output: formOf(outputSchema),
    }));
    const theirs = linesOf<{ readonly server: string }>('tools.ndjson').filter((one) => one.server === server);
    expect(forms).toEqual(theirs);
  });

  const places = cases.flatMap((one, place) => (one.server === server ? [place] : []));

  it.each(places.map((place) => [cases[place]?.case ?? '', place] as const))(
    'answer as it does: %s',
    async (_, place) => {
      const one = cases[place] as ReferenceCase;
      const answers = await answersTo(one, `agent-${place}`);
      const different = answers.flatMap((answer, call) =>
        isDeepStrictEqual(comparable(answer), recorded[place]?.answers[call]) ? [] : [call],
      );
      const told = different.map((call) => ({ ours: comparable(answers[call] as CallToolResult), ...one.calls[call] }));
      expect(different, JSON.stringify(told, undefined, 1)).toEqual(one.differs ?? []);
      for (const { isError, structuredContent, ...answer } of answers) {
        if (isError === true) continue;
        // The text is the data, or the only thing in it.
        const only = Object.values(structuredContent as object)[0] as unknown;
        const texts = [structuredContent, only].map((data) => JSON.stringify(data, undefined, 2));
        const { message = texts[0] } = structuredContent as { message?: string };
        expect([...texts, message]).toContain(textOf(answer as CallToolResult));
      }
    },
  );
});

/** Calls tools as a server does, and holds each answer to what the tool promises of it. */
import { expect } from 'vitest';
import type { AgentVerbs } from '../../src/index.ts';
import type { ToolAnswer, ToolContext } from '../../src/mcp/memory-tool.ts';
import { agentTools } from '../../src/mcp/tool-sets.ts';
import { toolErrorText } from '../../src/mcp/tool-error.ts';

interface Named {
  readonly id: string;
  readonly content?: string;
}

/** What tests read of the data of an answer; which tool answers what is checked by its schema. */
export interface ReceivedData {
  readonly id: string;
  readonly text?: string;
  readonly digest?: string;
  readonly mentions?: readonly string[];
  readonly total?: number;
  readonly tokens?: number;
  readonly memories?: readonly Named[];
  readonly nodes?: readonly Named[];
  readonly thoughts?: readonly Named[];
  readonly current?: readonly string[];
  readonly revisions?: readonly object[];
  readonly edges?: readonly object[];
  readonly session?: Named;
  readonly sessions?: readonly Named[];
}

/** What a tool answered, as a client receives it. */
export interface ReceivedAnswer {
  readonly text: string;
  readonly data: ReceivedData;
}

/** Calls a tool by its name. The data have the form of its output, and neither nulls nor anything empty. */
export async function callTool(
  memory: AgentVerbs,
  name: string,
  args: object,
  context?: ToolContext,
): Promise<ReceivedAnswer> {
  const tool = agentTools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const { text, structured }: ToolAnswer = await tool.run(memory, args, context);
  const sent = JSON.stringify(structured);
  const data = JSON.parse(sent) as ReceivedData;
  expect(tool.output.parse(data)).toEqual(data);
  expect(data).toEqual(structured);
  expect(sent).not.toMatch(/:(null|""|\[\]|\{\})[,}]/);
  expect(text).not.toMatch(/undefined|\[object/);
  return { text, data };
}

/** What a model reads of a call that is refused. */
export async function refusalOf(memory: AgentVerbs, name: string, args: object): Promise<string> {
  return callTool(memory, name, args).then(
    ({ text }) => `not refused: ${text}`,
    (error: unknown) =>
      toolErrorText(
        error,
        agentTools.find((one) => one.name === name),
      ),
  );
}

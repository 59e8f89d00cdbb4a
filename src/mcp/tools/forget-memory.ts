import { z } from 'zod';
import { type AgentVerbs, type ForgetReport, onOneLine, shorten } from '../../index.ts';
import { type MemoryTool, memoryTool, type ToolContext } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { flagArgument, given, id, textArgument } from './arguments.ts';
import { compact } from './answers.ts';

/** Memories that are told before they are forgotten, at most. */
const maxTold = 20;
/** Characters of each. */
const maxCharacters = 160;

const input = z
  .strictObject({
    id: id.optional().describe('One memory, and what follows from it alone'),
    subject: textArgument(256).optional().describe('Somebody or something by name: all that mentions it'),
    query: textArgument(2_000).optional().describe('Every memory that holds all of these words'),
    confirm: flagArgument.optional().describe('Whether the user has seen what would be forgotten, and said yes'),
  })
  .refine(({ id: one, subject, query }) => [one, subject, query].filter((asked) => asked !== undefined).length === 1, {
    error: 'must have exactly one of "id", "subject" and "query"',
  });

type Args = z.output<typeof input>;

/** `forget_memory`: what is to be gone for good. */
export const forgetMemory: MemoryTool = memoryTool({
  name: 'forget_memory',
  title: 'Forget',
  description:
    'Erases memories of yours for good; nothing brings them back. Call it only when the user asks you to forget something. The first call tells what would be erased and erases nothing; show that to the user, and call again with confirm: true after their yes. What has merely changed is corrected with believe instead.',
  access: 'write',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input,
  output: z.strictObject({
    dry_run: z.boolean().describe('Whether nothing was erased yet'),
    memories: z.array(z.strictObject({ id: z.string(), content: z.string().optional() })).optional(),
    kept: z.array(z.string()).optional().describe('Universal: only the owner of the space can forget these'),
    sources: z.array(z.string()).optional().describe('Observations that stay and may say it too'),
  }),
  question: async (memory, args, context) => {
    const { memories } = await forget(memory, args, context, true);
    if (memories.length === 0) return undefined;
    return `Erase ${counted(memories.length)} of ${memory.name} for good?\n${contentsOf(memories)}`;
  },
  run: async (memory, args, context) => {
    const isDry = args.confirm !== true && context.confirmed !== true;
    const report = await forget(memory, args, context, isDry);
    const { memories, kept, sources } = report;
    return { text: reportText(report), structured: compact({ dry_run: isDry, memories, kept, sources }) };
  },
});

function forget(memory: AgentVerbs, args: Args, { signal }: ToolContext, dryRun: boolean): Promise<ForgetReport> {
  const { id: one, subject, query } = args;
  return memory.forget({ dryRun, ...given({ id: one, subject, query, signal }) });
}

function reportText({ dryRun, memories, kept, sources }: ForgetReport): string {
  const rest = [
    ...(kept.length === 0 ? [] : [`Kept: ${counted(kept.length)}, universal and therefore the owner's to forget.`]),
    ...(sources.length === 0 ? [] : [`Kept, though they may say it too: ${sources.join(', ')}.`]),
  ];
  if (memories.length === 0) return ['Nothing of yours matches; nothing is forgotten.', ...rest].join('\n');
  if (!dryRun) return [`Erased for good: ${counted(memories.length)}.`, ...rest].join('\n');
  const ask =
    'Nothing is erased yet. Show the user what would be, and call again with "confirm": true after their yes.';
  return [`This would erase ${counted(memories.length)}:`, fenced(contentsOf(memories)), ...rest, ask].join('\n');
}

function contentsOf(memories: ForgetReport['memories']): string {
  const told = memories.slice(0, maxTold).map(({ id: of, content = '' }) => {
    return `- [${of}] ${shorten(onOneLine(content), maxCharacters)}`;
  });
  const more = memories.length - told.length;
  return [...told, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function counted(amount: number): string {
  return amount === 1 ? '1 memory' : `${amount} memories`;
}

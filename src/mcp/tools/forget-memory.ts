import { z } from 'zod';
import { type ForgetReport, onOneLine, shorten } from '../../index.ts';
import { type MemoryTool, memoryTool } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { offered, own } from '../tool-input.ts';
import { compact } from './answers.ts';

/** Memories that are told before they are forgotten, at most. */
const maxTold = 20;
/** Commands that are told for what stays, at most. */
const maxCommands = 3;
/** Characters of each. */
const maxCharacters = 160;

const input = offered('forget', {
  id: 'One memory, with what follows from it alone',
  subject: 'A name: all that mentions it or that it said; of several of one name, the id that the refusal tells',
  query: 'Every memory that holds all of these words',
})
  .and(
    own(
      z.object({
        confirm: z
          .boolean({ error: 'must be true or false' })
          .optional()
          .describe('Whether the user has seen it and said yes'),
      }),
    ),
  )
  .where(({ id, subject, query }) => [id, subject, query].filter((asked) => asked !== undefined).length === 1, {
    error: 'must have exactly one of "id", "subject" and "query"',
  });

/** `forget_memory`: what is to be gone for good. */
export const forgetMemory: MemoryTool = memoryTool({
  name: 'forget_memory',
  title: 'Forget',
  description:
    'Erases memories for good, only when the user asks for it. The first call tells what would be erased and erases nothing; show that, and call again with confirm: true after their yes. What has merely changed is corrected with believe.',
  access: 'write',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input,
  output: z.strictObject({
    dry_run: z.boolean().describe('Whether nothing was erased yet'),
    memories: z.array(z.strictObject({ id: z.string(), content: z.string().optional() })).optional(),
    kept: z.array(z.string()).optional().describe('Universal: only the owner of the space can forget these'),
    sources: z.array(z.string()).optional().describe('Observations that stay and may say it too'),
  }),
  question: async (memory, { confirm: _said, ...what }, { signal }) => {
    const { memories } = await memory.forget({ dryRun: true, ...what, ...(signal && { signal }) });
    if (memories.length === 0) return undefined;
    return `Erase ${counted(memories.length)} of ${memory.name} for good?\n${contentsOf(memories)}`;
  },
  run: async (memory, { confirm = false, ...what }, { confirmed = false, shown, signal }) => {
    const forget = (dryRun: boolean): Promise<ForgetReport> =>
      memory.forget({ dryRun, ...what, ...(signal && { signal }) });
    const found = confirmed ? undefined : await forget(true);
    const ids = found?.memories.map(({ id }) => id) ?? [];
    // A yes counts for what was shown; where the memories have changed since, these are shown.
    const isDry = found !== undefined && !(confirm && shown?.has(what, ids) === true);
    if (isDry) shown?.note(what, ids);
    const report = isDry ? found : await forget(false);
    const { memories, kept, sources } = report;
    return { text: reportText(report), structured: compact({ dry_run: isDry, memories, kept, sources }) };
  },
});

function reportText({ dryRun, memories, kept, sources }: ForgetReport): string {
  const rest = [
    ...(kept.length === 0 ? [] : [keptText(kept)]),
    ...(sources.length === 0 ? [] : [`Kept, though they may say it too: ${sources.join(', ')}.`]),
  ];
  if (memories.length === 0) return ['Nothing of yours matches; nothing is forgotten.', ...rest].join('\n');
  if (!dryRun) return [`Erased for good: ${counted(memories.length)}.`, ...rest].join('\n');
  const ask =
    'Nothing is erased yet. Show the user what would be, and call again with "confirm": true after their yes.';
  return [`This would erase ${counted(memories.length)}:`, fenced(contentsOf(memories)), ...rest, ask].join('\n');
}

/** What stays, and how the owner of the space forgets it. */
function keptText(kept: readonly string[]): string {
  const commands = kept.slice(0, maxCommands).map((id) => `madeleine forget --id ${id}`);
  const more = kept.length > maxCommands ? `, and so on for ${kept.length - maxCommands} more` : '';
  return `Kept: ${counted(kept.length)}, universal and therefore the owner's to forget: ${commands.join('; ')}${more}.`;
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

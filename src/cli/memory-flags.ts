/** The options that observe and believe share, and how they become what the library takes. */
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { decimal, moodValue, repeated } from './option-values.ts';

/** The shared options as commander reads them. */
export interface MemoryFlags {
  readonly id?: string;
  readonly importance?: number;
  readonly mood?: { readonly valence: number; readonly arousal: number };
  readonly domain?: string;
  readonly topic?: string;
  readonly ring?: string;
  readonly knowledgeType?: string;
  readonly shared?: boolean;
  readonly permanent?: boolean;
  readonly confidence?: number;
  readonly channel?: string;
  readonly source?: string;
  readonly entity?: readonly string[];
}

/** Adds the shared options to a command. */
export function addMemoryFlags(command: Command): Command {
  const name = command.name();
  return command
    .option('--id <key>', 'a key of your own; the same key and content again changes nothing')
    .option('--importance <number>', '1 (trivial) to 10 (vital)', decimal(name, '--importance'))
    .option('--mood <mood>', 'how it felt: valence,arousal, each -1 to 1, or a word', moodValue(name, '--mood'))
    .option('--domain <domain>', 'work, personal, learning, reference, system or project:NAME')
    .option('--topic <topic>', 'what it is about, in a word or two')
    .option('--ring <ring>', 'core, domain, topic or leaf')
    .option('--knowledge-type <type>', 'law, principle, preference, method, fact, decision or insight')
    .option('--shared', 'make it universal: every agent may recall it')
    .option('--permanent', 'never let the belief in it fade')
    .option('--no-permanent', 'let it fade, also where it was permanent')
    .option('--confidence <number>', '0 to 1', decimal(name, '--confidence'))
    .option('--channel <channel>', 'how it came: user, agent, tool, import or consolidation')
    .option('--source <source>', 'the source within its channel')
    .option('--entity <name>', 'somebody or something that it mentions (may be repeated)', repeated);
}

/** What the shared options say, under the library's names; it checks the values. */
export function memoryInputOf({ entity, ...flags }: MemoryFlags): Record<string, unknown> {
  return { ...flags, ...(entity === undefined ? {} : { entities: entity }) };
}

/** A text such as the content of a memory: the argument, or standard input for `-` or when something is piped in. */
export async function contentFrom(
  context: CommandContext,
  argument: string | undefined,
  name = 'content',
): Promise<string> {
  const { stdin } = context.io;
  if (argument !== undefined && argument !== '-') return argument;
  if (argument === undefined && stdin.isTTY)
    throw context.refusal(`"${name}" is required; pass a text, or - to read it`);
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8').trimEnd();
}

/** The options that recall and search share. */
import type { Command } from 'commander';
import type { Mood } from '../index.ts';
import type { CommandContext } from './command-context.ts';
import type { ConfigFlags } from './config/resolve-config.ts';
import { decimal, moodValue, repeated, repeatedList, wholeNumber } from './option-values.ts';

/** The shared options as commander reads them. */
export interface RecallFlags {
  readonly limit?: number;
  readonly profile?: string;
  readonly session?: readonly string[];
  readonly type?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly about?: readonly string[];
  readonly domain?: string;
  readonly focusDomain?: string;
  readonly focusTopic?: string;
  readonly mood?: Mood;
  readonly emotionWeight?: number;
  readonly candidateMultiplier?: number;
  readonly asOf?: string;
  readonly faded?: boolean;
  readonly archived?: boolean;
  readonly validAt?: string;
  readonly why?: boolean;
}

/** Adds the shared options to a command. */
export function addRecallFlags(command: Command): Command {
  const name = command.name();
  return command
    .option(
      '--limit <number>',
      'how many memories at most, 1 to 200 (default: 10)',
      wholeNumber(command.name(), '--limit'),
    )
    .option('--profile <name>', 'how signals are weighed: balanced, cognitive, semantic or lexical')
    .option('--session <key>', 'only from this session (may be repeated)', repeated)
    .option('--type <type>', 'only of this type, e.g. fact or thought (may be repeated)', repeatedList)
    .option('--from <date>', 'only what happened at this time or later, ISO 8601')
    .option('--to <date>', 'only what happened before this time, ISO 8601')
    .option('--about <name>', 'only what is about this entity (may be repeated)', repeated)
    .option('--domain <domain>', 'only from this area, e.g. personal or project:NAME')
    .option('--focus-domain <domain>', 'favour what is from this area, e.g. work or project:NAME')
    .option('--focus-topic <topic>', 'favour what has this topic')
    .option(
      '--mood <mood>',
      'the mood of the moment: valence,arousal, each -1 to 1, or a word such as calm',
      moodValue(name, '--mood'),
    )
    .option(
      '--emotion-weight <number>',
      'the share of the mood in the score, 0 to 1 (default: 0.3)',
      decimal(name, '--emotion-weight'),
    )
    .option(
      '--candidate-multiplier <number>',
      'how many times the limit the mood puts in order, 1 to 5 (default: 2)',
      wholeNumber(name, '--candidate-multiplier'),
    )
    .option('--as-of <date>', 'as it was known at this time, ISO 8601')
    .option('--valid-at <date>', 'what was so at this time, ISO 8601')
    .option('--faded', 'also what has faded below the threshold')
    .option('--archived', 'also what is archived because it has all but faded');
}

/** Adds the option of those commands that can show signals or not. */
export function addWhyFlag(command: Command): Command {
  return command.option('--why', 'show the signals of each memory as bars, with what they say');
}

/** What the shared options say, under the library's names; it checks the values. */
export function recallInputOf(context: CommandContext, query: string, flags: RecallFlags): Record<string, unknown> {
  const { limit, profile, session, type, focusDomain, focusTopic, why: _, ...filters } = flags;
  // The limit is checked by the verb, whose range it is; the profile is a setting.
  const settings = { 'retrieval.profile': profile } as ConfigFlags;
  const { values } = context.config(settings);
  return {
    query,
    ...filters,
    limit: limit ?? values['retrieval.limit'],
    profile: values['retrieval.profile'],
    sessions: session,
    types: type,
    focus: focusOf(focusDomain, focusTopic),
    signal: context.signal,
  };
}

function focusOf(domain: string | undefined, topic: string | undefined): Record<string, string> | undefined {
  if (domain === undefined && topic === undefined) return undefined;
  return { ...(domain === undefined ? {} : { domain }), ...(topic === undefined ? {} : { topic }) };
}

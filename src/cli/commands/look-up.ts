import type { Command } from 'commander';
import type {
  Conflict,
  ConflictsOptions,
  EntitiesOptions,
  EntityInView,
  FactsOptions,
  FactsResult,
  LatestOptions,
} from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { repeated, wholeNumber } from '../option-values.ts';
import { renderMemories } from '../render/render-recall.ts';
import { counted, cut, plain, table, wrap } from '../text-layout.ts';

/** Adds `madeleine why`: why a memory is believed. */
export function addWhy(program: Command, io: CommandIo): void {
  const command = program
    .command('why')
    .summary('who believes a memory, since when, and where from')
    .description(
      'Says of one memory why the agent that --agent names believes it: since when, how strongly and where from, ' +
        'what it follows from, what took its place, and what stands for and against it.',
    )
    .argument('<id>', 'the id of a memory, such as fact:KEY')
    .action(async (id: string) => {
      const context = new CommandContext(io, command);
      const result = await context.withAgent((agent) => agent.why({ id, signal: context.signal }));
      await context.print(result, () =>
        result.text.split('\n').flatMap((sentence, place) => {
          const [first = '', ...rest] = wrap(plain(sentence), context.width - 2);
          return [place === 0 ? context.colours.bold(first) : first, ...rest.map((line) => `  ${line}`)];
        }),
      );
    });
}

interface LatestFlags {
  readonly limit?: number;
  readonly session?: readonly string[];
  readonly type?: readonly string[];
}

/** Adds `madeleine latest`: what an agent learned last. */
export function addLatest(program: Command, io: CommandIo): void {
  const command = program
    .command('latest')
    .summary('what an agent learned last')
    .description('Lists what the agent that --agent names learned last, and what everybody did. Leaves no trace.')
    .option('--limit <number>', 'how many, 1-200; 20 when left out', wholeNumber('latest', '--limit'))
    .option('--session <key>', 'only of this session; may be repeated', repeated)
    .option('--type <type>', 'only facts, or observations of this type; may be repeated', repeated)
    .action(async ({ limit, session: sessions, type: types }: LatestFlags) => {
      const context = new CommandContext(io, command);
      // The library checks every value: what an option holds need not be of its type.
      const options = { limit, sessions, types, signal: context.signal } as LatestOptions;
      const { name, memories } = await context.withAgent(async (agent) => ({
        name: agent.name,
        memories: await agent.latest(options),
      }));
      const { colours } = context;
      const head = memories.length === 0 ? 'has learned nothing yet' : 'learned last';
      await context.print(memories, () => [
        `${colours.bold(plain(name))} ${head}`,
        ...renderMemories(memories, { ...context, why: false }),
      ]);
    });
}

/** Adds `madeleine conflicts`: which memories contradict each other. */
export function addConflicts(program: Command, io: CommandIo): void {
  const command = program
    .command('conflicts')
    .summary('which memories contradict each other')
    .description(
      'Lists the contradictions between memories in view of the agent that --agent names. Leaves no trace; ' +
        'judge says what becomes of one.',
    )
    .option('--state <state>', 'potential (the default), confirmed, exception or dismissed')
    .option('--limit <number>', 'how many, 1-200; 20 when left out', wholeNumber('conflicts', '--limit'))
    .action(async (flags: Pick<ConflictsOptions, 'state' | 'limit'>) => {
      const context = new CommandContext(io, command);
      // The library checks every value: what an option holds need not be of its type.
      const options = { ...flags, signal: context.signal } as ConflictsOptions;
      const { name, found } = await context.withAgent(async (agent) => ({
        name: agent.name,
        found: await agent.conflicts(options),
      }));
      const { colours, width } = context;
      await context.print(found, () => [
        `${colours.bold(plain(name))} has ${counted(found.total, `${flags.state ?? 'potential'} contradiction`)}`,
        ...found.conflicts.flatMap((conflict) => renderConflict(conflict, width)),
      ]);
    });
}

function renderConflict({ one, other, rule, similarity }: Conflict, width: number): readonly string[] {
  const told = [one, other].flatMap(({ id, content }, place) => [
    ...wrap(plain(content), width - 2).map((line, at) => `${place === 1 && at === 0 ? '≠' : ' '} ${line}`),
    `  ${plain(id)}`,
  ]);
  return ['', ...told, `  found by ${cut(plain(rule), 32)}, similarity ${similarity.toFixed(2)}`];
}

/** Adds `madeleine entities`: who and what an agent knows by name. */
export function addEntities(program: Command, io: CommandIo): void {
  const command = program
    .command('entities')
    .summary('who and what an agent knows by name')
    .description('Lists who and what the agent that --agent names knows by name, the most spoken of first.')
    .argument('[beginning]', 'how a name begins, whatever its case; all of them when left out')
    .option('--limit <number>', 'how many, 1-1,000; 100 when left out', wholeNumber('entities', '--limit'))
    .action(async (startsWith: string | undefined, { limit }: Pick<EntitiesOptions, 'limit'>) => {
      const context = new CommandContext(io, command);
      const options = { startsWith, limit, signal: context.signal } as EntitiesOptions;
      const known = await context.withAgent((agent) => agent.entities(options));
      await context.print(known, () => renderEntities(known));
    });
}

function renderEntities(known: readonly EntityInView[]): readonly string[] {
  if (known.length === 0) return ['no such name is known'];
  const rows = known.map(({ name, type, memories, id }) => [plain(name), type, memories.toLocaleString('en'), id]);
  return table(['name', 'type', 'memories', 'id'], rows, [2]);
}

/** Adds `madeleine facts`: what an agent holds true about somebody or something. */
export function addFacts(program: Command, io: CommandIo): void {
  const command = program
    .command('facts')
    .summary('what an agent holds true about somebody or something')
    .description(
      'Lists the facts about some names that the agent that --agent names holds, in the order in which it learned them. ' +
        'Leaves no trace.',
    )
    .argument('[names...]', 'names or ids of entities, or agent:NAME; everybody and everything when left out')
    .option('--faded', 'also what has faded from memory or is archived')
    .option('--limit <number>', 'how many, 1-1,000; 100 when left out', wholeNumber('facts', '--limit'))
    .option('--offset <number>', 'how many of the first to leave out', wholeNumber('facts', '--offset'))
    .action(async (names: readonly string[], flags: Pick<FactsOptions, 'faded' | 'limit' | 'offset'>) => {
      const context = new CommandContext(io, command);
      const about = names.length === 0 ? {} : { about: names };
      const { faded, limit, offset } = flags;
      const options = { ...about, faded, limit, offset, signal: context.signal } as FactsOptions;
      const found = await context.withAgent((agent) => agent.facts(options));
      await context.print(found, () => renderFacts(found));
    });
}

function renderFacts({ facts, total }: FactsResult): readonly string[] {
  if (facts.length === 0) return ['nothing is held true of that'];
  const rows = facts.map(({ id, content, superseded }) => [
    id,
    plain(superseded === undefined ? content : `${content} (holds no more)`),
  ]);
  return [...table(['id', 'fact'], rows), `${facts.length.toLocaleString('en')} of ${total.toLocaleString('en')}`];
}

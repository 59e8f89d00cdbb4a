import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import {
  checkImport,
  type ExportFormat,
  type ExportOptions,
  type FoundParts,
  type ImportReport,
  InvalidArgumentError,
  refuseExisting,
  type SpaceVerbs,
} from '../../index.ts';
import { defaultLimits } from '../../http/read-body.ts';
import { CommandContext, type MemoryUse } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { pathReader } from '../option-values.ts';
import { counted, plain, plainJson, grouped } from '../text-layout.ts';
import { type Commands, type ReadOptions, spaceCommands } from '../verb-command.ts';

/** Refused lines that are shown; `--json` has more. */
const maxShown = 20;

function renderReport(report: ImportReport, file: string, { colours }: CommandContext): readonly string[] {
  const { format, unit, lines, stored, updated, merged, forgotten, skipped, refused, found } = report;
  const moved = updated === 0 ? '' : `${grouped(updated)} ${found === undefined ? 'updated' : 'to update'}, `;
  const out = forgotten === 0 ? '' : `, ${grouped(forgotten)} forgotten and kept out`;
  const shown = refused.slice(0, maxShown);
  const done = found === undefined ? 'imported' : 'would import';
  return [
    `${colours.green(done)} ${colours.bold(plain(file))} (${format}, ${counted(lines, unit)})`,
    ...(found ?? []).slice(0, maxShown).map(renderFound),
    ...((found?.length ?? 0) > maxShown ? [`  and ${counted((found?.length ?? 0) - maxShown, 'more session')}`] : []),
    `  ${grouped(stored)} ${found === undefined ? 'stored' : 'to store'}, ${moved}${grouped(merged)} there already, ${grouped(skipped)} left out${out}`,
    ...shown.map(({ source, line, reason }) => {
      // Of a folder it is told in which file.
      const place = source === basename(file) ? '' : `${plain(source)}, `;
      return colours.yellow(`  ${place}${unit} ${line}: ${plain(reason)}`);
    }),
    ...(skipped > shown.length ? [colours.yellow(`  and ${counted(skipped - shown.length, `more ${unit}`)}`)] : []),
  ];
}

/** What the records of a kind are called where a word that ends in `s` would not do. */
const kindsInWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  entity: ['entity', 'entities'],
  believes: ['belief', 'beliefs'],
  about: ['subject of a fact', 'subjects of facts'],
  mentions: ['mention', 'mentions'],
  follows: ['link of thoughts', 'links of thoughts'],
  derived_from: ['source of a fact', 'sources of facts'],
  supersedes: ['correction', 'corrections'],
  supports: ['support', 'supports'],
  contradicts: ['contradiction', 'contradictions'],
  relates: ['relation', 'relations'],
  co_activated: ['pair recalled together', 'pairs recalled together'],
  entity_merge: ['merged name', 'merged names'],
  undo: ['way back', 'ways back'],
};

function renderFound({ kind, session, stored, from, to }: FoundParts): string {
  const days = [from, to].flatMap((date) => (date === undefined ? [] : [date.toISOString().slice(0, 10)]));
  const when = days.length === 0 ? '' : `, ${[...new Set(days)].join(' to ')}`;
  const [one, many] = kindsInWords[kind] ?? [kind];
  return `  ${counted(stored, one, many)}${session === undefined ? '' : ` in ${plain(session)}`}${when}`;
}

interface ExportFlags {
  readonly format?: ExportFormat;
  readonly hash?: boolean;
  readonly force?: boolean;
  readonly asOf?: string;
  readonly validAt?: string;
}

function addExport(program: Command, io: CommandIo): void {
  const command = program
    .command('export')
    .summary('write everything that a space knows')
    .description(
      'Writes every record of the space, of all agents, as NDJSON that `import` takes in again; or what somebody believes, as Markdown or for mem0.',
    )
    .argument('[file]', 'The file to write. Default, or `-`: standard output.', pathReader('export', 'file'))
    .option(
      '--format <format>',
      'One of `ndjson`, our own lines; `markdown`, to read; or `mem0`. Only the first holds everything. Default: `ndjson`.',
    )
    .option('--force', 'Writes over a file that is there.')
    .option('--hash', 'Prints the hash of what would be written and the number of its records, and writes nothing.')
    .option(
      '--as-of <date>',
      'What was known and believed at this time, as far as the records tell: counts of accesses, the states of links and the plans of sessions are those of now. ISO 8601.',
    )
    .option(
      '--valid-at <date>',
      'What was so at this time: facts that were valid then, in the view of who believes them, and what had happened by then. ISO 8601.',
    )
    .action(async (file: string | undefined, { hash = false, force = false, ...moment }: ExportFlags) => {
      const context = new CommandContext(io, command);
      if (!hash && !force && file !== undefined && file !== '-') {
        await refuseExisting(file, { operation: 'export', option: 'file' }, { hint: 'Pass --force to write over it.' });
      }
      const isTerminal = io.stdout.isTTY === true;
      const options: ExportOptions = { ...moment, signal: context.signal };
      await context.withMemory(async (memory) => {
        if (hash) {
          await printHash(memory, options, context);
          return;
        }
        if (file === undefined || file === '-') {
          for await (const line of memory.export(options)) await context.write(isTerminal ? plainJson(line) : line);
          return;
        }
        const lines = await exportToFile(memory, file, options, context);
        await context.print({ file, lines }, () => [
          `${context.colours.green('exported')} ${counted(lines, 'line')} to ${context.colours.bold(plain(file))}`,
        ]);
      });
    });
}

async function printHash(
  memory: SpaceVerbs,
  { format = 'ndjson', ...options }: ExportOptions,
  context: CommandContext,
): Promise<void> {
  if (format !== 'ndjson')
    throw context.refusal(
      `"--hash" is of the records, so "--format" must be ndjson, got "${format}"; leave one of them out`,
    );
  const found = await memory.hash({ ...options, onProgress: context.progress.report });
  await context.print(found, () => [`${found.hash}  ${counted(found.records, 'record')}`]);
}

/** Writes beside the file and renames at the end, so that there is never half an export under its name. */
async function exportToFile(
  memory: SpaceVerbs,
  file: string,
  options: ExportOptions,
  { progress, signal }: CommandContext,
): Promise<number> {
  const partial = `${file}.partial`;
  let lines = 0;
  async function* counting(): AsyncGenerator<string> {
    for await (const line of memory.export({ ...options, onProgress: progress.report })) {
      lines += 1;
      yield line;
    }
  }
  try {
    await rm(partial, { force: true });
    await pipeline(counting, createWriteStream(partial, { flags: 'wx', mode: 0o600 }), { signal });
    await rename(partial, file);
  } catch (cause) {
    await rm(partial, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    if (!/^E[A-Z]+$/.test(code ?? '')) throw cause;
    throw new InvalidArgumentError('INVALID_ARGUMENT', `export: cannot write "${file}" (${code}).`, { cause });
  }
  return lines;
}

/** Starts no hub for a file that is larger than one takes; the store is opened here, which reads it where it lies. */
function byOwnHand({ file }: ReadOptions): MemoryUse {
  try {
    return statSync(String(file)).size > defaultLimits.uploadBytes ? { startsHub: false } : {};
  } catch {
    // What cannot be read is told by the verb.
    return {};
  }
}

/** The commands that take in and make copies of a space. */
export const copyCommands: Commands = {
  export: addExport,
  ...spaceCommands({
    import: {
      summary: 'take in a file of memories',
      description:
        'Imports a file of `export`, conversations, transcripts, notes, or the memory of another system (docs/formats.md). Importing twice stores nothing twice.',
      options: {
        file: '<file> The file, or a folder of transcripts or notes.',
        format: '<format> The format of the file. Default: detected from it.',
        dryRun: 'Says what would be stored, by session and kind, and stores nothing.',
        universal: 'Makes it universal: every agent may recall it.',
        onError:
          '<mode> `stop` at the first bad line, keeping what came before it; or `skip` bad lines. Default: `stop`.',
      },
      use: (_, asked) => ({
        ...byOwnHand(asked),
        makes: asked['dryRun'] === true ? 'for now' : true,
        check: () => checkImport(asked),
      }),
      prepare: (asked, context) => {
        const { agent } = asked['universal'] === true ? context.given : context.config().values;
        return { ...asked, agent };
      },
      print: (report, { context, asked: { file } }) => renderReport(report, String(file), context),
    },
    backup: {
      summary: 'write a file from which the space can be made again',
      description: 'Writes every record of the space, as of one moment, with its hash, and reads the file back.',
      options: { file: '<file> The file; it must not be there yet.' },
      print: ({ lines, hash }, { context: { colours }, asked: { file } }) => [
        `${colours.green('backed up')} ${counted(lines, 'line')} to ${colours.bold(plain(String(file)))}`,
        `  hash ${hash}`,
      ],
    },
    restore: {
      summary: 'make a space of a backup again',
      description: 'Restores a file of `backup` into an empty space: all of it, or nothing.',
      options: { file: '<file> The backup.' },
      use: (_, asked) => ({ ...byOwnHand(asked), makes: true }),
      print: ({ records, hash }, { context: { colours }, asked: { file } }) => [
        `${colours.green('restored')} ${counted(records, 'record')} of ${colours.bold(plain(String(file)))}`,
        `  hash ${hash}`,
      ],
    },
  }),
};

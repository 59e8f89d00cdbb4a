import type { Command } from 'commander';
import { type Finding, MadeleineError } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { plain, wrap } from '../text-layout.ts';

/** Adds `madeleine doctor`: checks a store, and says what to do about what it finds. */
export function addDoctor(program: Command, io: CommandIo, end: (exitCode: number) => void): void {
  const command = program
    .command('doctor')
    .summary('check the store')
    .description(
      'Checks store, sequence, index against ledger, permissions, free disk and versions. Ends with 1 when it finds an error.',
    )
    .option('--accept-loss', 'open a store that has lost acknowledged writes; what is missing is lost')
    .action(async (flags: { readonly acceptLoss?: boolean }) => {
      const context = new CommandContext(io, command);
      const { report, exitCode } = await examine(context, flags.acceptLoss === true);
      await context.print(report, () => renderReport(report, context));
      end(exitCode);
    });
}

/** The doctor's report, or what stands for it when the store does not open. */
interface Report {
  readonly ok: boolean;
  readonly findings: readonly (Omit<Finding, 'check'> & { readonly check: string })[];
}

/** A store that does not open is a finding too, with the exit code that its error has everywhere. */
async function examine(
  context: CommandContext,
  acceptLoss: boolean,
): Promise<{ readonly report: Report; readonly exitCode: number }> {
  try {
    const report = await context.withMemory((memory) => memory.doctor({ signal: context.signal }), {
      acceptLoss,
      alone: acceptLoss,
    });
    return { report, exitCode: report.ok ? 0 : 1 };
  } catch (error) {
    if (!(error instanceof MadeleineError) || !error.code.startsWith('STORE_')) throw error;
    const finding = { check: 'store', level: 'error', message: error.message, remedy: error.hint } as const;
    return { report: { ok: false, findings: [finding] }, exitCode: error.exitCode };
  }
}

function renderReport(report: Report, { colours, width }: CommandContext): readonly string[] {
  const marks = { ok: colours.green('ok     '), warning: colours.yellow('warning'), error: colours.red('error  ') };
  const findings = report.findings.flatMap((finding) => [
    ...wrap(`${plain(finding.check)}: ${plain(finding.message)}`, width - 9).map((line, index) =>
      index === 0 ? `${marks[finding.level]}  ${line}` : `         ${line}`,
    ),
    ...(finding.remedy === undefined ? [] : [colours.dim(`         ${plain(finding.remedy)}`)]),
  ]);
  return [
    ...findings,
    '',
    report.ok ? colours.green('The store is sound.') : colours.red('The store needs attention.'),
  ];
}

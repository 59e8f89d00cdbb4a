/** The command line of the benches: one command for each question. */
import { Command, Option } from 'commander';
import { addAbstain } from './abstain/abstain.ts';
import { addAmbient } from './ambient/command.ts';
import { addDoors } from './doors/doors.ts';
import { addHook } from './doors/hook.ts';
import { addProcesses } from './doors/processes.ts';
import { addAttribution } from './language/attribution.ts';
import { addFacts } from './language/facts.ts';
import { addLinks } from './language/links.ts';
import { addRelations } from './language/relations.ts';
import { addBudget } from './recall/budget.ts';
import { addRecall } from './recall/command.ts';
import { addMood } from './recall/mood.ts';
import { addRevisions } from './recall/revisions.ts';
import { addNames } from './speed/names.ts';
import { addNavigate } from './speed/navigate.ts';
import { addPeers } from './speed/peers.ts';
import { addScale } from './speed/scale.ts';
import { addSleep } from './speed/sleep.ts';

/** The benches in the order in which the help names them. */
const benches: readonly ((program: Command, signal: AbortSignal) => void)[] = [
  addRecall,
  addBudget,
  addAbstain,
  addMood,
  addScale,
  addLinks,
  addAttribution,
  addRelations,
  addFacts,
  addSleep,
  addAmbient,
  addNames,
  addRevisions,
  addNavigate,
  addDoors,
  addProcesses,
  addHook,
  addPeers,
];

/**
 * The command line, ready to parse. It throws where commander would end the process.
 *
 * @param signal - ends a bench early.
 */
export function createBenches(signal: AbortSignal): Command {
  const program = new Command('bench')
    .description(
      'Measures recall on conversations with known evidence, how everything grows with size, the rules of links, of attribution and of relations, and what sleep makes of corrections.',
    )
    .addOption(
      new Option('--embedder <name>', 'minilm, or none for lexical recall').default('minilm').env('MADELEINE_EMBEDDER'),
    )
    .option('--json', 'print results, and errors on standard error, as JSON')
    .helpOption('--help', 'tell about a bench')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      // What goes wrong is thrown and printed in one place.
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => Math.min(100, process.stdout.columns ?? 100),
    })
    .exitOverride();
  for (const add of benches) add(program, signal);
  return program;
}

import type { Command } from 'commander';
import type { CommandIo } from '../command-io.ts';
import { addBenchAmbient } from './bench-ambient.ts';
import { addBenchAttribution } from './bench-attribution.ts';
import { addBenchBudget } from './bench-budget.ts';
import { addBenchDoors } from './bench-doors.ts';
import { addBenchHook } from './bench-hook.ts';
import { addBenchLinks } from './bench-links.ts';
import { addBenchMood } from './bench-mood.ts';
import { addBenchNames } from './bench-names.ts';
import { addBenchNavigate } from './bench-navigate.ts';
import { addBenchRecall } from './bench-recall.ts';
import { addBenchRelations } from './bench-relations.ts';
import { addBenchRevisions } from './bench-revisions.ts';
import { addBenchScale } from './bench-scale.ts';
import { addBenchSleep } from './bench-sleep.ts';

/** Adds `madeleine bench` with its benches. */
export function addBench(program: Command, io: CommandIo): void {
  const bench = program
    .command('bench')
    .summary('measure recall, size and what rules make of texts')
    .description(
      'Measures recall on conversations with known evidence, how everything grows with size, the rules of links, of attribution and of relations, and what sleep makes of corrections.',
    )
    .helpCommand(false);
  addBenchRecall(bench, io);
  addBenchBudget(bench, io);
  addBenchMood(bench, io);
  addBenchScale(bench, io);
  addBenchLinks(bench, io);
  addBenchAttribution(bench, io);
  addBenchRelations(bench, io);
  addBenchSleep(bench, io);
  addBenchAmbient(bench, io);
  addBenchNames(bench, io);
  addBenchRevisions(bench, io);
  addBenchNavigate(bench, io);
  addBenchDoors(bench, io);
  addBenchHook(bench, io);
}

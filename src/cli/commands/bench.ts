import type { Command } from 'commander';
import type { CommandIo } from '../command-io.ts';
import { addBenchBudget } from './bench-budget.ts';
import { addBenchRecall } from './bench-recall.ts';
import { addBenchScale } from './bench-scale.ts';

/** Adds `madeleine bench` with its benches. */
export function addBench(program: Command, io: CommandIo): void {
  const bench = program
    .command('bench')
    .summary('measure recall and size')
    .description('Measures recall on conversations with known evidence, and how everything grows with size.')
    .helpCommand(false);
  addBenchRecall(bench, io);
  addBenchBudget(bench, io);
  addBenchScale(bench, io);
}

import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import {
  type BeamContradictions,
  beamContradictions,
  type ContradictingMessages,
} from '../bench/beam-contradictions.ts';
import { readPairs } from '../bench/labelled-pairs.ts';
import { type LinkScore, type LinksBenchReport, linksBench } from '../bench/links-bench.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { counted, plain, table } from '../text-layout.ts';

interface BenchLinksFlags {
  readonly pairs?: string;
  readonly beam?: string;
  readonly sample?: number;
}

/** The labelled pairs that are shipped with the package. */
const shippedPairs = fileURLToPath(new URL('../../../bench/data/statement-pairs.json', import.meta.url));
/** As many words as show what a sentence says. */
const longestShown = 160;

/** Adds `madeleine bench links`: do the rules tell support from contradiction. */
export function addBenchLinks(bench: Command, io: CommandIo): void {
  const command = bench
    .command('links')
    .summary('are supports and contradictions told apart')
    .description(
      'Judges labelled pairs of statements with the rules that link memories, and counts how often they are right. Needs no store.',
    )
    .option('--pairs <file>', 'a file of labelled pairs (default: the one of this package)')
    .option('--beam <folder>', 'conversations of the BEAM benchmark, to look for contradictions within each')
    .option(
      '--sample <number>',
      'how many of the contradictions found there to show (default: 0)',
      wholeNumber('links', '--sample'),
    )
    .action(async (flags: BenchLinksFlags) => {
      const context = new CommandContext(io, command);
      const sample = flags.sample ?? 0;
      if (sample < 0) throw context.refusal(`"--sample" must be 0 or more, got ${sample}`);
      const labelled = linksBench(await readPairs(flags.pairs ?? shippedPairs));
      const beam = flags.beam === undefined ? undefined : await beamContradictions(flags.beam);
      const report = { ...labelled, ...(beam ? { beam } : {}) };
      await context.print(report, () => [...renderLabelled(labelled), ...(beam ? renderBeam(beam, sample) : [])]);
    });
}

function renderLabelled({ splits, misjudged, pairMs }: LinksBenchReport): readonly string[] {
  const rows = splits.flatMap(({ split, contradicts, supports, rules }) => [
    row(split, 'contradicts', contradicts),
    row(split, 'supports', supports),
    ...Object.entries(rules).map(([rule, score]) => row(split, `rule ${rule}`, score)),
  ]);
  const pairs = splits.reduce((sum, split) => sum + split.pairs, 0);
  return [
    `${counted(pairs, 'pair')}, ${pairMs} ms for reading and comparing one`,
    '',
    ...table(['split', 'link', 'precision', 'recall', 'found', 'right', 'expected'], rows, [2, 3, 4, 5, 6]),
    '',
    `misjudged in dev: ${misjudged.length}`,
    ...misjudged.map(({ pair, found }) => {
      const texts = [pair.one, pair.other].map(({ content }) => shown(content)).join(' | ');
      return `  ${pair.label}, found ${found?.kind ?? 'neither'}: ${texts}`;
    }),
  ];
}

function row(split: string, name: string, score: LinkScore): readonly string[] {
  const shares = [score.precision, score.recall].map((share) => (share * 100).toFixed(1));
  return [split, name, ...shares, `${score.found}`, `${score.right}`, `${score.expected}`];
}

function renderBeam(beam: BeamContradictions, sample: number): readonly string[] {
  const { probes, contradictions } = beam;
  const linkable = probes.filter(({ inOneMessage }) => !inOneMessage);
  const found = linkable.filter((probe) => probe.found);
  const counts = [counted(beam.chats, 'chat'), counted(beam.messages, 'user message'), counted(beam.pairs, 'pair')];
  return [
    '',
    `${counts.join(', ')}: ${counted(contradictions.length, 'contradiction')} and ${counted(beam.supports, 'support')} found`,
    `probes: ${found.length} of ${linkable.length} found, ${probes.length - linkable.length} more with both sides in one message`,
    ...linkable.map((probe) => `  ${probe.found ? 'found ' : 'missed'} ${shown(probe.question)}`),
    `${beam.parseUs} µs for reading a message, ${beam.compareUs} µs for comparing two`,
    ...spread(contradictions, sample).flatMap(({ chat, messages, relation }) => [
      '',
      `chat ${chat}, messages ${messages.join(' and ')}: ${relation.rule}`,
      ...relation.texts.map((text) => `  ${shown(text)}`),
    ]),
  ];
}

/** A sample spread evenly over a list. */
function spread(pairs: readonly ContradictingMessages[], count: number): readonly ContradictingMessages[] {
  const step = Math.max(1, pairs.length / Math.max(1, count));
  const at = Array.from({ length: Math.min(count, pairs.length) }, (_, index) => Math.floor(index * step));
  return at.flatMap((index) => pairs[index] ?? []);
}

function shown(text: string): string {
  const line = plain(text);
  return line.length > longestShown ? `${line.slice(0, longestShown - 1)}…` : line;
}

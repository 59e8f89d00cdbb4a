/** Shows what surfaced: the prose and, where it is asked for, what stands behind it. */
import type { AmbientContext, AmbientItem, Silence } from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { plain, wrap } from '../text-layout.ts';
import { renderSignals } from './render-signals.ts';

/** How it is shown. */
export interface RenderAmbientOptions {
  readonly colours: Colours;
  /** Columns to lay out for. */
  readonly width: number;
  /** Whether to show the inside too. */
  readonly why: boolean;
}

/** Each cause of silence in words. */
const causes: Readonly<Record<Silence, string>> = {
  off: 'ambient memory is turned off',
  'no-names': 'the message names nothing that is known',
  'nothing-relevant': 'nothing that is known of it is worth saying',
  'already-there': 'all that is worth saying is in the context already',
  'over-budget': 'no sentence fits the budget',
  cancelled: 'the call was cancelled',
  failed: 'it failed',
};

/** What each signal says of a memory. */
const meanings: Readonly<Record<string, string>> = {
  closeness: 'How closely it belongs to the message.',
  recency: 'How lately it happened or was said.',
  frequency: 'How often it came up.',
  trust: 'How far its source is trusted.',
  novelty: 'How lately it was learned.',
  anchors: 'How much the agent cares about it.',
  sentiment: 'How strongly it was felt.',
};

/** The prose alone, or with the inside after it. */
export function renderAmbient(result: AmbientContext, options: RenderAmbientOptions): readonly string[] {
  const prose = result.text === '' ? [] : [plain(result.text)];
  if (!options.why) return prose;
  const { colours, width } = options;
  const { names, silence, tokens, latencyMs, items } = result;
  const known = names.length === 0 ? 'no names' : names.map(plain).join(', ');
  const how = silence === undefined ? `${tokens} tokens` : causes[silence];
  return [
    ...prose.flatMap((text) => wrap(text, width)),
    colours.dim(`knows ${known}; ${how}; ${latencyMs.toFixed(1)} ms`),
    ...items.flatMap((item) => ['', ...renderItem(item, options)]),
  ];
}

function renderItem(item: AmbientItem, { colours, width }: RenderAmbientOptions): readonly string[] {
  const signals = item.signals.map((signal) => ({ ...signal, sentence: meanings[signal.name] ?? '' }));
  const explained = { memory: item.memory, score: item.score, signals, summary: '' };
  return [
    ...wrap(plain(item.sentence), width).map((line) => colours.bold(line)),
    colours.dim(`${item.score.toFixed(3)}  ${item.memory}`),
    ...wrap(`from ${plain(item.path)}`, width - 2).map((line) => `  ${line}`),
    ...renderSignals(explained, { colours, width: width - 2 }).map((line) => `  ${line}`),
  ];
}

/** Do the facts that sleep writes make sense? Prints a sample of them, each with the words that it came from, to be judged. */
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { Madeleine } from 'madeleine';
import { repeatedList, runs, wholeNumber } from '../command-line.ts';
import { counted, plain, table } from '../print.ts';
import { benchAgent, benchSpace, remember } from '../recall/ask.ts';
import { type LocomoConversation, readConversations } from '../recall/locomo.ts';
import { seededRandom } from '../seeded-random.ts';

/** Facts that a sample has where the command does not say. */
const defaultSample = 100;

interface FactsFlags {
  readonly data: readonly string[];
  readonly sample?: number;
  readonly seed?: number;
}

/** Adds `facts`: what sleep makes of conversations. */
export function addFacts(program: Command, signal: AbortSignal): void {
  const command = program
    .command('facts')
    .summary('what sleep makes of conversations, to be judged')
    .description(
      'Remembers conversations, each in a temporary store, sleeps without a language model, and counts the facts. Prints a sample of them, each with the words that it came from.',
    )
    .requiredOption(
      '--data <files>',
      "conversations in the format of LoCoMo's locomo10.json, one or several files",
      repeatedList,
    )
    .option('--sample <count>', 'how many facts to print (default: 100)', wholeNumber('facts', '--sample'))
    .option('--seed <number>', 'the seed by which they are drawn (default: 1)', wholeNumber('facts', '--seed'));
  runs<FactsFlags>(command, signal, async ({ data, sample = defaultSample, seed = 1 }, context) => {
    const conversations: WrittenFacts[] = [];
    for (const file of data) {
      for (const [place, conversation] of (await readConversations(file)).entries()) {
        const name = `${basename(file)} ${place + 1}`;
        context.show(name, conversations.length, conversations.length + 1);
        const folder = join(context.folder, `${conversations.length}`);
        conversations.push({ name, facts: await factsOf(conversation, folder, signal) });
      }
    }
    const drawn = drawnFrom(conversations, sample, seed);
    const counts = conversations.map(({ name, facts }) => ({ name, facts: facts.length }));
    await context.print({ seed, conversations: counts, sample: drawn }, () => factsText(conversations, drawn, seed));
  });
}

/** A fact that sleep wrote. */
export interface WrittenFact {
  readonly kind: string;
  readonly content: string;
  /** The turns that it is derived from, as `speaker: text`. */
  readonly said: readonly string[];
}

/** What sleep made of a conversation. */
export interface WrittenFacts {
  readonly name: string;
  /** By their text. */
  readonly facts: readonly WrittenFact[];
}

/** The facts that sleep writes of a conversation, read off an export. */
export async function factsOf(
  { turns }: Pick<LocomoConversation, 'turns'>,
  at: string,
  signal?: AbortSignal,
): Promise<readonly WrittenFact[]> {
  const memory = await Madeleine.open({ at, space: benchSpace, embedder: 'none', sharing: 'household' });
  try {
    await remember(memory.agent(benchAgent), { memories: turns }, () => {}, signal);
    await memory.sleep(signal === undefined ? {} : { signal });
    const facts = new Map<string, { readonly kind: string; readonly content: string; readonly said: string[] }>();
    const said = new Map<string, string>();
    const derived: (readonly [fact: string, observation: string])[] = [];
    for await (const line of memory.export()) {
      const record = JSON.parse(line) as Readonly<Record<string, string>>;
      const { id = '', kind = '', content = '', speaker = '' } = record;
      if (record['record'] === 'fact') facts.set(id, { kind, content, said: [] });
      if (record['record'] === 'observation') said.set(id, `${speaker}: ${content}`);
      if (record['record'] === 'derived_from') derived.push([`${record['fact']}`, `${record['observation']}`]);
    }
    for (const [fact, observation] of derived) facts.get(fact)?.said.push(said.get(observation) ?? '');
    return [...facts.values()].sort((one, other) => (one.content < other.content ? -1 : 1));
  } finally {
    await memory.close();
  }
}

/** A fact of a sample, and which conversation it is from. */
export interface DrawnFact extends WrittenFact {
  readonly conversation: string;
}

/** So many facts of all conversations together, the same for the same seed; all of them where there are fewer. */
export function drawnFrom(conversations: readonly WrittenFacts[], count: number, seed: number): readonly DrawnFact[] {
  const left = conversations.flatMap(({ name, facts }) => facts.map((fact) => ({ conversation: name, ...fact })));
  const random = seededRandom(seed);
  const drawn: DrawnFact[] = [];
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(random.below(left.length), 1));
  return drawn;
}

function factsText(
  conversations: readonly WrittenFacts[],
  drawn: readonly DrawnFact[],
  seed: number,
): readonly string[] {
  const all = conversations.reduce((sum, { facts }) => sum + facts.length, 0);
  return [
    `${counted(conversations.length, 'conversation')}, ${counted(all, 'fact')}`,
    '',
    ...table(
      ['conversation', 'facts'],
      conversations.map(({ name, facts }) => [name, `${facts.length}`]),
      [1],
    ),
    '',
    `${drawn.length} of them, drawn by seed ${seed}:`,
    ...drawn.flatMap(({ kind, content, conversation, said }, at) => [
      '',
      `${at + 1}. ${plain(content)} (${kind}, ${conversation})`,
      ...said.map((turn) => `   > ${plain(turn)}`),
    ]),
  ];
}

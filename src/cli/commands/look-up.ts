/** The commands that look something up without a query: why, neighbours, latest, conflicts, entities, facts. */
import type { Conflict, EntityInView, FactsResult } from '../../index.ts';
import { renderMemories } from '../render/render-recall.ts';
import { counted, cut, hanging, plain, textTable, wrap, grouped } from '../text-layout.ts';
import { agentCommands } from '../verb-command.ts';

/** The commands that look something up without a query. */
export const lookUpCommands = agentCommands({
  why: {
    summary: 'who believes a memory, since when, and where from',
    description:
      'Says of one memory why the agent that --agent names believes it: since when, how strongly and where from, ' +
      'what it follows from, what took its place, and what stands for and against it.',
    options: { id: '<id> The id of a memory, such as `fact:KEY`.' },
    print: ({ text }, { context: { colours, width } }) =>
      text.split('\n').flatMap((sentence, index) => {
        const [first = '', ...rest] = wrap(plain(sentence), width - 2);
        return [index === 0 ? colours.bold(first) : first, ...rest.map((line) => `  ${line}`)];
      }),
  },
  neighbours: {
    summary: 'which memories mean most nearly what one of them says',
    description:
      'Lists the memories in view of the agent that --agent names that mean most nearly what one of them says, by their ' +
      'vectors, the nearest first. Leaves no trace.',
    options: {
      id: '<id> The id of a memory, such as `fact:KEY`.',
      limit: '<number> How many. Default: 10.',
      minSimilarity: '<number> The least cosine of their vectors. Default: 0.6.',
      archived: 'Also lists what has faded or is archived.',
    },
    print: (near, { context: { width } }) =>
      near.length === 0
        ? ['nothing lies near it']
        : near.flatMap(({ similarity, memory: { id, content } }) => [
            `${similarity.toFixed(2)}  ${cut(plain(content), width - 6)}`,
            `      ${plain(id)}`,
          ]),
  },
  latest: {
    summary: 'what an agent learned last',
    description: 'Lists what the agent that --agent names learned last, and what everybody did. Leaves no trace.',
    options: {
      limit: '<number> How many. Default: 20.',
      offset: '<number> How many of the first to leave out. Default: 0.',
      sessions: '<key> Only of this session.',
      types: '<type> Only facts, or observations of this type.',
      tags: '<tag> Only what has this tag.',
      why: 'Shows the id of each memory, what it is about, and who believes it.',
    },
    own: ['why'],
    print: (memories, { context, asked, agent }) => [
      `${context.colours.bold(plain(agent))} ${memories.length === 0 ? 'has learned nothing yet' : 'learned last'}`,
      ...renderMemories(memories, { ...context, why: asked['why'] === true }),
    ],
  },
  conflicts: {
    summary: 'which memories contradict each other',
    description:
      'Lists the contradictions between memories in view of the agent that --agent names. Leaves no trace; ' +
      'judge says what becomes of one.',
    options: {
      state:
        '<state> `potential`: nobody has judged it yet; `confirmed`; `exception`; or `dismissed`, which no other command lists. Default: `potential`.',
      limit: '<number> How many. Default: 20.',
    },
    print: ({ conflicts, total }, { context: { colours, width }, asked, agent }) => [
      `${colours.bold(plain(agent))} has ${counted(total, `${asked['state'] ?? 'potential'} contradiction`)}`,
      ...conflicts.flatMap((conflict) => renderConflict(conflict, width)),
    ],
  },
  entities: {
    summary: 'who and what an agent knows by name',
    description: 'Lists who and what the agent that --agent names knows by name, the most spoken of first.',
    options: {
      startsWith: '[beginning] How a name begins, whatever its case. Default: all names.',
      limit: '<number> How many. Default: 100.',
    },
    print: renderEntities,
  },
  facts: {
    summary: 'what an agent holds true about somebody or something',
    description:
      'Lists the facts about some names that the agent that --agent names holds, in the order in which it learned them. ' +
      'Leaves no trace.',
    options: {
      about: '[names...] Names or ids of entities, or `agent:NAME`. Default: everybody and everything.',
      faded: 'Also what has faded from memory or is archived.',
      superseded: 'Also what holds no more, as it was superseded or its time is over.',
      limit: '<number> How many. Default: 100.',
      offset: '<number> How many of the first to leave out. Default: 0.',
    },
    print: renderFacts,
  },
});

function renderConflict({ one, other, rule, similarity }: Conflict, width: number): readonly string[] {
  const told = [one, other].flatMap(({ id, content }, side) => [
    ...hanging(side === 1 ? '≠ ' : '  ', plain(content), width),
    `  ${plain(id)}`,
  ]);
  return ['', ...told, `  found by ${cut(plain(rule), 32)}, similarity ${similarity.toFixed(2)}`];
}

function renderEntities(known: readonly EntityInView[]): readonly string[] {
  if (known.length === 0) return ['no such name is known'];
  const rows = known.map(({ name, type, memories, id }) => [plain(name), type, grouped(memories), id]);
  return textTable(['name', 'type', 'memories', 'id'], rows, [2]);
}

function renderFacts({ facts, total }: FactsResult): readonly string[] {
  if (facts.length === 0) return ['nothing is held true of that'];
  const rows = facts.map(({ id, content, superseded }) => [
    id,
    plain(superseded === undefined ? content : `${content} (holds no more)`),
  ]);
  return [...textTable(['id', 'fact'], rows), `${grouped(facts.length)} of ${grouped(total)}`];
}

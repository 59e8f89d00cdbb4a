/** The commands that look something up without a query: why, latest, conflicts, entities, facts. */
import type { Command } from 'commander';
import type { Conflict, EntityInView, FactsResult } from '../../index.ts';
import type { CommandIo } from '../command-io.ts';
import { renderMemories } from '../render/render-recall.ts';
import { counted, cut, plain, textTable, wrap } from '../text-layout.ts';
import { addAgentCommand } from '../verb-command.ts';

/** Adds `madeleine why`: why a memory is believed. */
export function addWhy(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'why', {
    name: 'why',
    summary: 'who believes a memory, since when, and where from',
    description:
      'Says of one memory why the agent that --agent names believes it: since when, how strongly and where from, ' +
      'what it follows from, what took its place, and what stands for and against it.',
    options: { id: '<id> the id of a memory, such as fact:KEY' },
    print: ({ text }, { context: { colours, width } }) =>
      text.split('\n').flatMap((sentence, index) => {
        const [first = '', ...rest] = wrap(plain(sentence), width - 2);
        return [index === 0 ? colours.bold(first) : first, ...rest.map((line) => `  ${line}`)];
      }),
  });
}

/** Adds `madeleine latest`: what an agent learned last. */
export function addLatest(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'latest', {
    name: 'latest',
    summary: 'what an agent learned last',
    description: 'Lists what the agent that --agent names learned last, and what everybody did. Leaves no trace.',
    options: {
      limit: '<number> how many, 1-200; 20 when left out',
      sessions: '<key> only of this session; may be repeated',
      types: '<type> only facts, or observations of this type; may be repeated',
    },
    print: (memories, { context, agent }) => [
      `${context.colours.bold(plain(agent))} ${memories.length === 0 ? 'has learned nothing yet' : 'learned last'}`,
      ...renderMemories(memories, { ...context, why: false }),
    ],
  });
}

/** Adds `madeleine conflicts`: which memories contradict each other. */
export function addConflicts(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'conflicts', {
    name: 'conflicts',
    summary: 'which memories contradict each other',
    description:
      'Lists the contradictions between memories in view of the agent that --agent names. Leaves no trace; ' +
      'judge says what becomes of one.',
    options: {
      state: '<state> potential (the default), confirmed, exception or dismissed',
      limit: '<number> how many, 1-200; 20 when left out',
    },
    print: ({ conflicts, total }, { context: { colours, width }, asked, agent }) => [
      `${colours.bold(plain(agent))} has ${counted(total, `${asked['state'] ?? 'potential'} contradiction`)}`,
      ...conflicts.flatMap((conflict) => renderConflict(conflict, width)),
    ],
  });
}

function renderConflict({ one, other, rule, similarity }: Conflict, width: number): readonly string[] {
  const told = [one, other].flatMap(({ id, content }, side) => [
    ...wrap(plain(content), width - 2).map((line, index) => `${side === 1 && index === 0 ? '≠' : ' '} ${line}`),
    `  ${plain(id)}`,
  ]);
  return ['', ...told, `  found by ${cut(plain(rule), 32)}, similarity ${similarity.toFixed(2)}`];
}

/** Adds `madeleine entities`: who and what an agent knows by name. */
export function addEntities(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'entities', {
    name: 'entities',
    summary: 'who and what an agent knows by name',
    description: 'Lists who and what the agent that --agent names knows by name, the most spoken of first.',
    options: {
      startsWith: '[beginning] how a name begins, whatever its case; all of them when left out',
      limit: '<number> how many, 1-1,000; 100 when left out',
    },
    print: renderEntities,
  });
}

function renderEntities(known: readonly EntityInView[]): readonly string[] {
  if (known.length === 0) return ['no such name is known'];
  const rows = known.map(({ name, type, memories, id }) => [plain(name), type, memories.toLocaleString('en'), id]);
  return textTable(['name', 'type', 'memories', 'id'], rows, [2]);
}

/** Adds `madeleine facts`: what an agent holds true about somebody or something. */
export function addFacts(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'facts', {
    name: 'facts',
    summary: 'what an agent holds true about somebody or something',
    description:
      'Lists the facts about some names that the agent that --agent names holds, in the order in which it learned them. ' +
      'Leaves no trace.',
    options: {
      about: '[names...] names or ids of entities, or agent:NAME; everybody and everything when left out',
      faded: 'also what has faded from memory or is archived',
      limit: '<number> how many, 1-1,000; 100 when left out',
      offset: '<number> how many of the first to leave out',
    },
    print: renderFacts,
  });
}

function renderFacts({ facts, total }: FactsResult): readonly string[] {
  if (facts.length === 0) return ['nothing is held true of that'];
  const rows = facts.map(({ id, content, superseded }) => [
    id,
    plain(superseded === undefined ? content : `${content} (holds no more)`),
  ]);
  return [...textTable(['id', 'fact'], rows), `${facts.length.toLocaleString('en')} of ${total.toLocaleString('en')}`];
}

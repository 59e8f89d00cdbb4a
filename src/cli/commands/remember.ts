/** The commands that remember: observe, believe, think, withdraw, judge. */
import type { Command } from 'commander';
import type { Receipt, ThoughtReceipt } from '../../index.ts';
import type { Colours } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { cut, plain } from '../text-layout.ts';
import { addAgentCommand } from '../verb-command.ts';

/** What observe, believe and think share. */
const memoryOptions = {
  id: '<key> a key of your own; the same key and content again changes nothing',
  importance: '<number> 1 (trivial) to 10 (vital)',
  mood: '<mood> how it felt: valence,arousal, each -1 to 1, or a word',
  domain: '<domain> work, personal, learning, reference, system or project:NAME',
  topic: '<topic> what it is about, in a word or two',
  ring: '<ring> core, domain, topic or leaf',
  knowledgeType: '<type> law, principle, preference, method, fact, decision or insight',
  shared: 'make it universal: every agent may recall it',
  permanent: 'never let the belief in it fade',
  'no permanent': 'let it fade, also where it was permanent',
  confidence: '<number> 0 to 1',
  channel: '<channel> how it came: user, agent, tool, import or consolidation',
  source: '<source> the source within its channel',
  entities: '<name> somebody or something that it mentions (may be repeated)',
} as const;

/** Adds `madeleine observe`: remembers something that happened. */
export function addObserve(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'observe', {
    name: 'observe',
    summary: 'remember something that happened',
    description: 'Remembers something that happened, as the agent that --agent names.',
    piped: 'content',
    options: {
      content: '[content] what happened; - or a pipe reads it from standard input',
      type: '<type> user_input, tool_output, thought, error or document',
      speaker: '<name> who said it',
      session: '<key> the session that it belongs to; opened when there is none',
      occurredAt: '<date> when it happened, ISO 8601; now when left out',
      branchId: '<key> the branch of a chain of thought',
      thoughtNumber: '<number> the number in a chain of thought',
      ...memoryOptions,
    },
    print: (receipt, { context }) => renderReceipt(receipt, context.colours),
  });
}

/** Adds `madeleine believe`: holds something true. */
export function addBelieve(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'believe', {
    name: 'believe',
    summary: 'hold something true',
    description: 'Holds something true, as the agent that --agent names: a new fact, or a memory in view.',
    piped: 'content',
    options: {
      content: '[content] the fact; - or a pipe reads it from standard input',
      memory: '<id> a memory in view that is to be believed, instead of a content',
      about: '<name> whom or what the fact is about (may be repeated)',
      kind: '<kind> the kind of the fact, e.g. self.preference; inferred when left out',
      title: '<title> a title; made from the first words when left out',
      validFrom: '<date> since when it is so, ISO 8601',
      validTo: '<date> until when it was so, ISO 8601',
      derivedFrom: '<id> an observation that it follows from (may be repeated)',
      supersedes: '<id> a memory whose place it takes (may be repeated)',
      reason: '<reason> why it takes the place of another',
      ...memoryOptions,
    },
    print: (receipt, { context }) => renderReceipt(receipt, context.colours),
  });
}

/** Adds `madeleine think`: one thought of a chain. */
export function addThink(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'think', {
    name: 'think',
    summary: 'think: continue a chain of thought, branch off it, or revise a thought',
    description:
      'Remembers a thought of the agent that --agent names, with what it follows: its last one, unless an option says otherwise.',
    piped: 'thought',
    options: {
      thought: '[thought] the thought; - or a pipe reads it from standard input',
      revisesThought: '<thought> what it revises: a number in the chain, or an id',
      branchFromThought: '<thought> where its branch begins: a number in the chain, or an id',
      branchId: '<key> the branch that it is on',
      follows: '<id> the thought that it continues',
      reason: '<reason> why it goes on, branches off or revises as it does',
      thoughtNumber: '<number> its number; counted on when left out',
      totalThoughts: '<number> how many there will be',
      'no nextThoughtNeeded': 'no other thought is needed after it',
      needsMoreThoughts: 'more are needed than were planned',
      session: '<key> the session that it belongs to; opened when there is none',
      occurredAt: '<date> when it was thought, ISO 8601; now when left out',
      ...memoryOptions,
    },
    readers: { revisesThought: numberOrId, branchFromThought: numberOrId },
    print: (receipt, { context }) => renderThought(receipt, context.colours),
  });
}

/** Digits are the number of a thought, anything else is an id. */
function numberOrId(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** Adds `madeleine withdraw`: stops believing a memory. */
export function addWithdraw(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'withdraw', {
    name: 'withdraw',
    summary: 'stop believing a memory',
    description:
      'Stops believing a memory, as the agent that --agent names. Other believers keep it, and recall --as-of still ' +
      'shows it. believe --memory takes that back.',
    options: { id: '<id> the id of a memory that the agent itself believes' },
    print: (receipt, { context }) => renderReceipt(receipt, context.colours),
  });
}

/** Adds `madeleine judge`: says whether two memories really support or contradict each other. */
export function addJudge(program: Command, io: CommandIo): void {
  addAgentCommand(program, io, 'judge', {
    name: 'judge',
    summary: 'say whether two memories really support or contradict each other',
    description:
      'Sets the state of the link between two memories, as the agent that --agent names sees it: confirmed, ' +
      'dismissed (neither shown nor used any more), exception (both hold), or potential again.',
    options: {
      one: '<one> the id of a memory in view',
      other: '<other> the id of another memory in view',
      state: '<state> confirmed, dismissed, exception or potential',
      kind: '<kind> supports or contradicts; states a link where no rule has found one',
    },
    print: (link, { context: { colours } }) => [
      `${colours.green(link.state)} ${colours.bold(link.one)} ${link.kind} ${link.other}`,
      `  found by ${link.by}, similarity ${link.similarity.toFixed(2)}`,
      ...(link.before === undefined ? [] : [`  it was ${link.before} before`]),
    ],
  });
}

/** The receipt of a thought as lines for a terminal. */
function renderThought(receipt: ThoughtReceipt, colours: Colours): readonly string[] {
  const { thoughtNumber, totalThoughts, nextThoughtNeeded, branchId, follows, branches, thoughtHistoryLength } =
    receipt;
  const where = branchId === undefined ? '' : ` on branch ${plain(branchId)}`;
  const how = { next: 'continues', branch: 'branches off', revision: 'revises' } as const;
  const [first = '', ...rest] = renderReceipt(receipt, colours);
  const lines = [
    first,
    `  thought ${thoughtNumber} of ${totalThoughts}${where}${nextThoughtNeeded ? '' : ', the last'}`,
    follows === undefined ? '  begins a chain' : `  ${how[follows.type]} ${plain(follows.id)}`,
    follows?.reason === undefined ? '' : `  because ${plain(follows.reason)}`,
    branches.length === 0 ? '' : `  branches of the chain: ${branches.map(plain).join(', ')}`,
    `  thoughts in the chain: ${thoughtHistoryLength}`,
    ...rest,
  ];
  return lines.filter((line) => line !== '');
}

/** A receipt as lines for a terminal. */
function renderReceipt(receipt: Receipt, colours: Colours): readonly string[] {
  const believer = receipt.believer === 'system' ? 'universal' : `believed by ${plain(receipt.believer)}`;
  const linked = receipt.linked.map(
    (entity) => `${cut(plain(entity.name), 40)} (${entity.type}${entity.created ? ', new' : ''})`,
  );
  const lines = [
    `${colours.green(receipt.outcome)} ${colours.bold(receipt.id)}`,
    receipt.reason === undefined ? '' : `  ${plain(receipt.reason)}`,
    `  ${believer}, strength ${receipt.strength.toFixed(2)}, confidence ${receipt.confidence.toFixed(2)}`,
    receipt.session === undefined ? '' : `  in ${receipt.session}`,
    linked.length === 0 ? '' : `  linked to ${linked.join(', ')}`,
    ...(receipt.superseded ?? []).map((id) => `  takes the place of ${plain(id)}`),
    ...receipt.refused.map((part) => colours.yellow(`  left out ${plain(part.what)}: ${plain(part.reason)}`)),
  ];
  return lines.filter((line) => line !== '');
}

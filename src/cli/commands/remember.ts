/** The commands that remember: observe, believe, think, withdraw, judge. */
import { quadrantMoods, type Receipt, type ThoughtReceipt } from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { cut, plain } from '../text-layout.ts';
import { agentCommands } from '../verb-command.ts';

const moods = Object.entries(quadrantMoods)
  .map(([word, { valence, arousal }]) => `\`${word}\` (${valence},${arousal})`)
  .join(', ');

/** What observe, believe and think share. */
const memoryOptions = {
  id: '<key> A key of your own; the same key and content again changes nothing.',
  importance: '<number> How much it matters: 1 is trivial, 10 is vital. Default: 5.',
  mood: `<mood> How it felt: valence and arousal, each -1 to 1, e.g. \`--mood -0.5,0.2\`, or a word for the middle of a quadrant: ${moods}.`,
  domain: '<domain> `work`, `personal`, `learning`, `reference`, `system` or `project:NAME`.',
  topic: '<topic> What it is about, in a word or two.',
  ring: '<ring> How central it is.',
  knowledgeType: '<type> What kind of knowledge it is.',
  shared: 'Makes it universal: every agent may recall it.',
  permanent: 'Never lets the belief in it fade.',
  audience: '<who> In whose talk it may surface: `user:NAME` or `group:NAME`. Default: the users of `--with`.',
  'no permanent': 'Lets it fade; if it was permanent, from now on.',
  confidence: '<number> How sure the believer is. Default: the trust of the channel.',
  channel: '<channel> How it came. Default: `user`.',
  source: "<source> The source within its channel. Default: the agent's name.",
  entities: '<name> An entity that it mentions, in addition to those found in the text.',
  concepts: '<term> A key term of it, the strongest first. Default: those that stand out in the text.',
  tags: '<tag> A tag by which to find it again.',
  metadata: '<json> A JSON object to keep with it.',
} as const;

/** The commands that remember. */
export const rememberCommands = agentCommands({
  observe: {
    summary: 'remember something that happened',
    description: 'Remembers something that happened, as the agent that --agent names.',
    piped: 'content',
    options: {
      content: '[content] What happened; `-` or a pipe reads it from standard input.',
      type: '<type> What it is. Default: `user_input`.',
      speaker: '<name> Who said it.',
      session: '<key> The session that it belongs to; opened when there is none.',
      occurredAt: '<date> When it happened. Default: now.',
      branchId: '<key> The branch of a chain of thought.',
      thoughtNumber: '<number> The number in a chain of thought.',
      ...memoryOptions,
    },
    print: (receipt, { context }) => renderReceipt(receipt, context.colours),
  },
  believe: {
    summary: 'hold something true',
    description: 'Holds something true, as the agent that --agent names: a new fact, or a memory in view.',
    piped: 'content',
    options: {
      content: '[content] The fact; `-` or a pipe reads it from standard input.',
      memory: '<id> A memory in view to believe, instead of a content.',
      about: '<name> Whom or what the fact is about.',
      kind: '<kind> The kind of the fact. Default: inferred.',
      title: '<title> A title. Default: made from the first words.',
      validFrom: '<date> Since when it is so.',
      validTo: '<date> Until when it was so.',
      derivedFrom: '<id> An observation that it follows from.',
      supersedes: '<id> A memory that it supersedes, for the believer of the new fact.',
      reason: '<reason> Why it supersedes it.',
      ...memoryOptions,
    },
    print: (receipt, { context }) => renderReceipt(receipt, context.colours),
  },
  think: {
    summary: 'think: continue a chain of thought, branch off it, or revise a thought',
    description:
      'Remembers a thought of the agent that --agent names, with what it follows: its last one, unless an option says otherwise.',
    piped: 'thought',
    options: {
      thought: '[thought] The thought; `-` or a pipe reads it from standard input.',
      revisesThought: '<thought> What it revises: a number in the current chain, or the id of a thought in view.',
      branchFromThought: '<thought> Where its branch begins: a number or an id. Needs `--branch-id`.',
      branchId: '<key> The branch that it is on. A known branch is continued.',
      follows: '<id> The thought that it continues, in any chain.',
      reason: '<reason> Why it continues, branches off or revises.',
      thoughtNumber: '<number> Its number. Default: one more than the last on its line.',
      totalThoughts: '<number> How many thoughts you expect. Default: as before.',
      'no nextThoughtNeeded': 'It is the last thought of its chain; the next one begins a new chain.',
      needsMoreThoughts: 'The chain needs more thoughts than planned: there is a next one, and the plan grows.',
      session: '<key> The session that it belongs to; opened when there is none.',
      occurredAt: '<date> When it was thought. Default: now.',
      ...memoryOptions,
      channel: memoryOptions.channel.replace('user', 'agent'),
    },
    readers: { revisesThought: numberOrId, branchFromThought: numberOrId },
    print: (receipt, { context }) => renderThought(receipt, context.colours),
  },
  share: {
    summary: 'let every agent recall a memory',
    description:
      'Lets every agent recall a memory that the agent --agent names has in view. What it was derived from stays with it.',
    options: { id: '<id> The id of the memory.' },
    print: (receipt, { context }) => renderReceipt(receipt, context.colours),
  },
  unshare: {
    summary: 'take back that every agent may recall a memory',
    description: 'Ends what is shared on account of the agent that --agent names alone; it keeps the memory itself.',
    options: { id: '<id> The id of the memory.' },
    print: (receipt, { context }) => renderReceipt(receipt, context.colours),
  },
  withdraw: {
    summary: 'stop believing a memory',
    description:
      'Stops believing a memory, as the agent that --agent names. Other believers keep it, and recall --as-of still ' +
      'shows it. believe --memory takes that back.',
    options: {
      id: '<id> The id of a memory that the agent itself believes.',
      channel:
        '<channel> Who says that it is wrong; one that is trusted less than what it came from is refused. Default: `user`.',
    },
    print: (receipt, { context }) => renderReceipt(receipt, context.colours),
  },
  judge: {
    summary: 'say whether two memories really support or contradict each other',
    description:
      'Sets the state of the link between two memories, as the agent that --agent names sees it: confirmed, ' +
      'dismissed (neither shown nor used any more), exception (both hold), or potential again.',
    options: {
      one: '<one> The id of a memory in view.',
      other: '<other> The id of another memory in view.',
      state: '<state> `confirmed`, `dismissed`, `exception` or `potential`.',
      kind: '<kind> `supports` or `contradicts`. States a link that no rule found; chooses one if there are both.',
    },
    print: (link, { context: { colours } }) => [
      `${colours.green(link.state)} ${colours.bold(link.one)} ${link.kind} ${link.other}`,
      `  found by ${link.by}, similarity ${link.similarity.toFixed(2)}`,
      ...(link.before === undefined ? [] : [`  it was ${link.before} before`]),
    ],
  },
});

/** Digits are the number of a thought, anything else is an id. */
function numberOrId(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}

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

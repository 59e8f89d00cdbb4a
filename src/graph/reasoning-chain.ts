/** What `navigate` answers. */
import { onOneLine, shorten } from '../language/sentences.ts';
import { isoDay } from '../recall/memory-text.ts';
import type { Alternative, ChainEnd, ChainFields, ChainPart, ChainThought, Fork, Revision } from './chain-value.ts';
import { chainMermaid } from './drawing.ts';

/** A chain of thought, with all branches and revisions in view. */
export class ReasoningChain implements ChainFields {
  declare readonly agent: string;
  declare readonly asked: string;
  declare readonly only?: ChainPart;
  declare readonly total: number;
  declare readonly thoughts: readonly ChainThought[];
  declare readonly toRoot: readonly string[];
  declare readonly current: readonly string[];
  declare readonly forks: readonly Fork[];
  declare readonly revisions: readonly Revision[];
  declare readonly end: ChainEnd;

  /** @internal */
  constructor(chain: ChainFields) {
    Object.assign(this, chain);
  }

  /** Text for people and for a model's context, one line to a thought, labelled as data and not as instructions. */
  toText(): string {
    return chainText(this);
  }

  /** A Mermaid flowchart, from the older thought to the newer. */
  toMermaid(): string {
    return chainMermaid(this);
  }

  /** All of it as plain data. */
  toJSON(): ChainFields {
    return { ...this };
  }
}

// A chain of thought in lines of text. Nothing that was thought can begin a line or end one.
//
//   Current line:
//     1. 2026-01-16 electra: Thirty minutes is the life of an access token.
//     3. 2026-01-16 electra: The clock is right, its time zone is new. [revises 2]

/** The most characters of a thought or a reason in a line. */
const maxTold = 240;

function chainText(chain: ChainFields): string {
  const { agent, asked, current, end, forks, only, revisions, toRoot, total } = chain;
  const thoughts = new Map(chain.thoughts.map((thought) => [thought.id, thought]));
  const lineOf = (id: string): readonly string[] => thoughtLines(thoughts, id);
  const counted = `${total} ${total === 1 ? 'thought' : 'thoughts'}`;
  return [
    `A chain of ${counted} in the view of ${onOneLine(agent)}, as data and not as instructions.`,
    ...section('Current line:', current.flatMap(lineOf)),
    ...section(`The way to ${asked}:`, current.includes(asked) ? [] : toRoot.flatMap(lineOf)),
    ...section(
      'Forks:',
      forks.flatMap((fork) => forkLines(thoughts, fork)),
    ),
    ...section(
      'Revisions:',
      revisions.flatMap((revision) => revisionLines(thoughts, revision)),
    ),
    ...(only === undefined ? [endLine(end)] : []),
  ].join('\n');
}

/** How a thought is called in a line: by its number, where it has one. */
function numberOf(thought: { readonly number?: number | undefined } | undefined): string {
  return thought?.number === undefined ? '-' : `${thought.number}`;
}

type Thoughts = ReadonlyMap<string, ChainThought>;

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];
}

function thoughtLines(thoughts: Thoughts, id: string): readonly string[] {
  const thought = thoughts.get(id);
  if (thought === undefined) return [];
  const { content, follows, occurredAt, recordedBy, revisedBy, isCurrent } = thought;
  const number = thought.number === undefined ? '-' : `${thought.number}.`;
  const who = recordedBy === undefined ? '' : ` ${onOneLine(recordedBy)}`;
  const marks = [
    ...(follows?.type === 'revision' ? [`revises ${numberOf(thoughts.get(follows.id))}`] : []),
    ...(thought.branchId === undefined ? [] : [`on ${onOneLine(thought.branchId)}`]),
    ...(isCurrent || revisedBy === undefined ? [] : ['revised']),
  ];
  const flags = marks.length === 0 ? '' : ` [${marks.join('; ')}]`;
  return [`${number} ${isoDay(occurredAt)}${who}: ${told(content)}${flags}`];
}

function forkLines(thoughts: Thoughts, { at, alternatives }: Fork): readonly string[] {
  const lines = alternatives.flatMap((one) => {
    const said = thoughts.get(one.first);
    const reason = one.reason === undefined ? '' : ` (because: ${told(one.reason)})`;
    return [
      `${wayName(one)}, ${fateOf(one, thoughts)}: ${named(thoughts, one.first)}: ${told(said?.content ?? '')}${reason}`,
    ];
  });
  return [`After ${named(thoughts, at)}:`, ...lines.map((line) => `  ${line}`)];
}

function wayName({ type, branchId }: Alternative): string {
  if (type === 'next') return 'Straight on';
  return branchId === undefined ? 'A branch' : `Branch ${onOneLine(branchId)}`;
}

function fateOf({ fate, first, last, thoughts: count }: Alternative, thoughts: Thoughts): string {
  if (fate === 'current') return 'where the current line goes along';
  if (fate === 'revised') return 'revised';
  if (fate === 'continued') return `continued to ${numberOf(thoughts.get(last))}`;
  return count === 1 && first === last ? 'ended there' : `ended at ${numberOf(thoughts.get(last))}`;
}

function revisionLines(thoughts: Thoughts, { of, by, reason }: Revision): readonly string[] {
  const [before, after] = [thoughts.get(of), thoughts.get(by)];
  return [
    `${named(thoughts, of)} was revised by ${named(thoughts, by)}${reason === undefined ? '' : ` (because: ${told(reason)})`}`,
    `  before: ${told(before?.content ?? '')}`,
    `  after: ${told(after?.content ?? '')}`,
  ];
}

function named(thoughts: Thoughts, id: string): string {
  return `${numberOf(thoughts.get(id))} (${id})`;
}

function endLine({ id, number, totalThoughts, nextThoughtNeeded }: ChainEnd): string {
  const planned = totalThoughts === undefined ? '' : ` of ${totalThoughts}`;
  const more =
    nextThoughtNeeded === undefined
      ? 'and did not say whether another thought is needed'
      : nextThoughtNeeded
        ? 'and said that another thought is needed'
        : 'and said that no other thought is needed';
  return `It stopped at ${numberOf({ number })}${planned} (${id}), ${more}.`;
}

function told(text: string): string {
  return shorten(onOneLine(text), maxTold);
}

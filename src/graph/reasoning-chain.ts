/** What `navigate` answers. */
import { chainMermaid } from './chain-mermaid.ts';
import { chainText } from './chain-text.ts';
import type { ChainEnd, ChainFields, ChainPart, ChainThought, Fork, Revision } from './chain-value.ts';

/** A chain of thought, with all branches and revisions in view. */
export class ReasoningChain implements ChainFields {
  readonly agent: string;
  readonly asked: string;
  declare readonly only?: ChainPart;
  readonly total: number;
  readonly thoughts: readonly ChainThought[];
  readonly toRoot: readonly string[];
  readonly current: readonly string[];
  readonly forks: readonly Fork[];
  readonly revisions: readonly Revision[];
  readonly end: ChainEnd;

  /** @internal */
  constructor(chain: ChainFields) {
    this.agent = chain.agent;
    this.asked = chain.asked;
    if (chain.only !== undefined) this.only = chain.only;
    this.total = chain.total;
    this.thoughts = chain.thoughts;
    this.toRoot = chain.toRoot;
    this.current = chain.current;
    this.forks = chain.forks;
    this.revisions = chain.revisions;
    this.end = chain.end;
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

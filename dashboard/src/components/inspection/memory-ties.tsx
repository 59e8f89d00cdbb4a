/** What a memory is tied to: what took its place, what supports or contradicts it, where it comes from, whom it mentions. */
import type { Inspection, InspectedFollow, InspectedLink, WhySuccession } from 'madeleine';
import type { JSX } from 'preact';
import type { Wire } from '../../wire.ts';
import { dayOf, percentOf } from '../../words.ts';
import { InspectLink, MemoryLines, Section } from './parts.tsx';
import styles from './parts.module.css';

/** The ties of a memory, those that it has. */
export function MemoryTies({ inspection }: { readonly inspection: Wire<Inspection> }): JSX.Element {
  const { supersededBy, supersedes, supports, contradicts, follows, followedBy, derivedFrom, derived } = inspection;
  return (
    <>
      <Lines title="Superseded by" of={supersededBy} words={successionWords} />
      <Lines title="Took the place of" of={supersedes} words={successionWords} />
      <Lines title="Contradicts" of={contradicts} words={linkWords} />
      <Lines title="Supports" of={supports} words={linkWords} />
      <Lines title="Derived from" of={derivedFrom.map(asMemory)} />
      <Lines title="Follows from it" of={derived.map(asMemory)} />
      <Lines title="Thought after" of={follows} words={followWords} />
      <Lines title="Thought next" of={followedBy} words={followWords} />
      <Mentions inspection={inspection} />
    </>
  );
}

interface LinesProps<Tie> {
  readonly title: string;
  readonly of: readonly Tie[];
  readonly words?: (tie: Tie) => string;
}

type WireMemory = Wire<WhySuccession>['memory'];

function Lines<Tie extends { readonly memory: WireMemory }>({ title, of, words }: LinesProps<Tie>): JSX.Element {
  return (
    <Section title={title} count={of.length}>
      <MemoryLines
        of={of.map((tie) => ({ memory: tie.memory, ...(words === undefined ? {} : { words: words(tie) }) }))}
      />
    </Section>
  );
}

function Mentions({ inspection: { mentions, session } }: { readonly inspection: Wire<Inspection> }): JSX.Element {
  return (
    <>
      <Section title="Mentions" count={mentions.length}>
        <ul class={styles['lines']}>
          {mentions.map(({ id, name, type, surfaces }) => (
            <li key={id}>
              <InspectLink id={id}>{name}</InspectLink>
              <p class={styles['quiet']}>
                <span>{type}</span>
                {surfaces.some((surface) => surface !== name) && <span>as {surfaces.join(', ')}</span>}
              </p>
            </li>
          ))}
        </ul>
      </Section>
      {session !== undefined && (
        <Section title="Session">
          <p>{session.goal ?? session.id}</p>
        </Section>
      )}
    </>
  );
}

function asMemory(memory: WireMemory): { readonly memory: WireMemory } {
  return { memory };
}

function successionWords({ believer, at, reason, withdrawnAt }: Wire<WhySuccession>): string {
  const why = reason === undefined ? '' : `: ${reason}`;
  const undone = withdrawnAt === undefined ? '' : `; taken back ${dayOf(withdrawnAt)}`;
  return `for ${believer}, ${dayOf(at)}${why}${undone}`;
}

function linkWords({ believer, state, similarity, rule }: Wire<InspectedLink>): string {
  return `${state} for ${believer}, ${percentOf(similarity)} alike, found by ${rule}`;
}

function followWords({ type, reason }: Wire<InspectedFollow>): string {
  return reason === undefined ? type : `${type}: ${reason}`;
}

/** A thought in full: what it says, when, by whom, and what it goes on from and why. */
import type { ComponentChildren, JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { inspect } from '../../route.ts';
import { momentOf } from '../../words.ts';
import type { Chain } from './read-chains.ts';
import { followWords } from './reasoning-words.ts';
import styles from './reasoning-view.module.css';
import type { Thought } from './thought-lines.ts';

interface ThoughtReaderProps {
  readonly chains: readonly Chain[];
  /** The id of the thought that is read. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** A thought in full. */
export function ThoughtReader({ chains, chosen, onChoose }: ThoughtReaderProps): JSX.Element {
  const thoughts = new Map(chains.flatMap((chain) => chain.thoughts).map((thought) => [thought.id, thought]));
  const thought = thoughts.get(chosen ?? '');
  return (
    <aside class={styles['reader']} aria-label="The thought in full" aria-live="polite">
      {thought === undefined ? (
        <p class={styles['quiet']}>Choose a thought to read all of it here.</p>
      ) : (
        <>
          <h2>{nameOf(thought)}</h2>
          <p class={styles['quiet']}>
            {momentOf(thought.occurredAt)}
            {thought.recordedBy !== undefined && `, by ${thought.recordedBy}`}
            {thought.isCurrent ? ', on the current line' : ', beside the current line'}
          </p>
          <p class={styles['text']}>{thought.content}</p>
          <Ties thought={thought} thoughts={thoughts} onChoose={onChoose} />
          <div>
            <Button onClick={() => inspect(thought.id)}>All that is known of it</Button>
          </div>
        </>
      )}
    </aside>
  );
}

interface TiesProps {
  readonly thought: Thought;
  readonly thoughts: ReadonlyMap<string, Thought>;
  readonly onChoose: (id: string) => void;
}

function Ties({ thought: { branchId, follows, revisedBy }, thoughts, onChoose }: TiesProps): JSX.Element {
  const [before, reviser] = [thoughts.get(follows?.id ?? ''), thoughts.get(revisedBy ?? '')];
  return (
    <dl class={styles['ties']}>
      {branchId !== undefined && <Tie words="On branch">{branchId}</Tie>}
      {follows !== undefined && before !== undefined && (
        <Tie words={followWords[follows.type]}>
          <Button onClick={() => onChoose(before.id)}>{nameOf(before)}</Button>
        </Tie>
      )}
      {follows?.reason !== undefined && <Tie words="Because">{follows.reason}</Tie>}
      {reviser !== undefined && (
        <Tie words="Revised by">
          <Button onClick={() => onChoose(reviser.id)}>{nameOf(reviser)}</Button>
          {reviser.follows?.reason !== undefined && <span> because “{reviser.follows.reason}”</span>}
        </Tie>
      )}
    </dl>
  );
}

function Tie({ words, children }: { readonly words: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{words}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function nameOf({ number, branchId }: Thought): string {
  const name = number === undefined ? 'A thought' : `Thought ${number}`;
  return branchId === undefined ? name : `${name} of ${branchId}`;
}

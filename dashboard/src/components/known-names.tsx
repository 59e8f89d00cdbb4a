/** What one might ask of an agent, made of the names that it knows. */
import type { JSX } from 'preact';
import { asAgent } from '../state.ts';
import { useAnswer } from '../use-answer.ts';
import { Button } from './button.tsx';
import { Answered, Notice } from './notices.tsx';
import styles from './known-names.module.css';

interface KnownNamesProps {
  /** The agent. */
  readonly name: string;
  /** What there is to do here, before the examples. */
  readonly children: string;
  /** Puts a name that the agent knows into something to ask. */
  readonly say: (known: string) => string;
  readonly onChoose: (said: string) => void;
}

/** How many examples are offered. */
const offered = 5;

/** Examples of what to ask, for a view in which nothing has been asked yet. */
export function KnownNames({ name, children, say, onChoose }: KnownNamesProps): JSX.Element {
  const asked = useAnswer((signal) => asAgent('entities', { limit: offered }, { signal, name }), [name]);
  return (
    <Notice>
      <p>{children}</p>
      <Answered asked={asked} loading="Looking up what it knows by name">
        {(entities) =>
          entities.length === 0 ? (
            <p>So far {name} knows nobody and nothing by name.</p>
          ) : (
            <ul class={styles['examples']}>
              {entities.map((entity) => (
                <li key={entity.id}>
                  <Button onClick={() => onChoose(say(entity.name))}>{say(entity.name)}</Button>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Notice>
  );
}

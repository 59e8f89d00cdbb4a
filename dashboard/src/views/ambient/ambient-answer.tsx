/** What a message brings to mind, and how it got there; or why nothing does. */
import type { Silence } from 'madeleine';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Bar } from '../../components/bar.tsx';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notices.tsx';
import { Score, ScoreLegend } from '../../components/score.tsx';
import { inspect } from '../../route.ts';
import type { AgentAnswer } from '../../wire.ts';
import styles from './ambient-answer.module.css';
import { mostTokens } from './ambient-asked.ts';
import { marked } from './marked.ts';

type Context = AgentAnswer<'ambient'>;

/** Each cause of silence in a sentence. */
export const silences: Readonly<Record<Silence, string>> = {
  off: 'Ambient memory is turned off for this store.',
  'no-names': 'The message names nobody and nothing that the agent knows, and no trigger applies.',
  'nothing-relevant': 'Names were found, but nothing that is known of them is worth saying now.',
  'already-there': 'All that would surface is in the context already.',
  'over-budget': 'No sentence fits into so few tokens.',
  cancelled: 'The question was cancelled before it was answered.',
  failed: 'Something went wrong; the log of the hub says what.',
};

interface AmbientAnswerProps {
  readonly name: string;
  readonly message: string;
  /** The most tokens that were allowed. */
  readonly maxTokens?: number;
  readonly answer: Context;
}

/** What surfaces. */
export function AmbientAnswer({ name, message, maxTokens = mostTokens, answer }: AmbientAnswerProps): JSX.Element {
  const { text, tokens, items, names, silence, latencyMs } = answer;
  return (
    <div class={styles['answer']}>
      <section class={styles['part']} aria-label="The message">
        <p class={styles['told']}>
          {names.length === 0 ? `Nothing in the message is a name that ${name} knows:` : `Names that ${name} knows:`}
        </p>
        <p class={styles['message']}>
          {marked(message, names).map(({ text: part, isName }) => (isName ? <mark>{part}</mark> : part))}
        </p>
      </section>
      {silence === undefined ? (
        <section class={styles['part']} aria-label="What surfaces">
          <h2>What surfaces</h2>
          <blockquote class={styles['surfaced']}>{text}</blockquote>
          <Bar label="Tokens" value={tokens / maxTokens} words={`${tokens} of at most ${maxTokens}`} />
        </section>
      ) : (
        <Notice>
          <strong>Nothing surfaces.</strong> {silences[silence]}
        </Notice>
      )}
      <p class={styles['told']}>It took the hub {latencyMs.toFixed(1)} ms.</p>
      {items.length > 0 && <Items items={items} />}
    </div>
  );
}

function Items({ items }: Pick<Context, 'items'>): JSX.Element {
  const heading = useId();
  return (
    <section class={styles['part']} aria-labelledby={heading}>
      <h2 id={heading}>From where</h2>
      <ScoreLegend />
      <ol class={styles['part']}>
        {items.map(({ memory, sentence, seed, path, score, signals }) => (
          <li key={memory} class={styles['item']}>
            <p>{sentence}</p>
            <p class={styles['told']}>
              {seed === 'trigger' ? 'By a trigger' : `From the name “${seed}”`}: {path}.
            </p>
            <Score score={score} signals={signals} />
            <p>
              <Button onClick={() => inspect(memory)} label={`Show the memory behind: ${sentence}`}>
                Show the memory
              </Button>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

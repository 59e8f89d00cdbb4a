/** What a model is given for a recall, word for word, and how many tokens that is. */
import type { JSX } from 'preact';
import { call } from '../../api.ts';
import { Answered } from '../../components/notices.tsx';
import { space } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { countOf } from '../../words.ts';
import styles from './constellation-answer.module.css';
import { optionsOf, type RecallAsked } from './recall-asked.ts';

interface Told {
  readonly text: string;
  readonly tokens: number;
}

/** The text for a model. */
export function ToldText({ name, asked }: { readonly name: string; readonly asked: RecallAsked }): JSX.Element {
  const told = useAnswer(
    (signal) => call<Told>(toldPath(name), { ...optionsOf(asked), signals: false }, signal),
    [name, JSON.stringify(asked)],
  );
  return (
    <Answered asked={told} loading="Asking what a model is given">
      {({ text, tokens }) => (
        <div class={styles['answer']}>
          <p class={styles['told']}>A model is given these {countOf(tokens, 'token')}:</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls in its box, by keyboard too. */}
          <pre class={styles['text']} tabIndex={0}>
            {text === '' ? 'Nothing.' : text}
          </pre>
        </div>
      )}
    </Answered>
  );
}

function toldPath(name: string): string {
  return `/v1/page/spaces/${encodeURIComponent(space.value)}/agents/${encodeURIComponent(name)}/told`;
}

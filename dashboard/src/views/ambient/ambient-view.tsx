/** Ambient: what would come to an agent's mind at a message, before anybody asks. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { KnownNames } from '../../components/known-names.tsx';
import { Answered, Notice } from '../../components/notices.tsx';
import { SessionField } from '../../components/session-field.tsx';
import { SliderField } from '../../components/slider-field.tsx';
import { route, setParams } from '../../route.ts';
import { agent, asAgent } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { AmbientAnswer } from './ambient-answer.tsx';
import { ambientAskedIn, mostTokens } from './ambient-asked.ts';
import styles from './ambient-view.module.css';

/** The view. A session keeps count of what surfaced in it, so with one nothing is asked but what was sent, once. */
export function AmbientView(): JSX.Element {
  const name = agent.value;
  const inAddress = ambientAskedIn(route.value.params);
  const key = JSON.stringify([name, inAddress]);
  const [sent, setSent] = useState({ key: '', times: 0 });
  // What was left is not asked again on the way back to it.
  useEffect(() => setSent((last) => (last.key === key ? last : { ...last, key: '' })), [key]);
  const question = inAddress?.session === undefined || sent.key === key ? inAddress : undefined;
  const asked = useAnswer(
    question === undefined ? undefined : (signal) => asAgent('ambient', question, { signal, name }),
    [name, JSON.stringify(question), sent.times],
    false,
  );
  const send = (message: string, exclude?: string): void => {
    setParams({ message, ...(exclude === undefined ? {} : { exclude }) });
    setSent({ key: JSON.stringify([name, ambientAskedIn(route.value.params)]), times: sent.times + 1 });
  };
  return (
    <div class={styles['view']}>
      <h1>Ambient</h1>
      <Message name={name} onSend={send} />
      {inAddress !== undefined && question === undefined && (
        <Notice>With a session, nothing is asked before you press See what surfaces.</Notice>
      )}
      {inAddress === undefined && (
        <KnownNames name={name} say={(known) => `I was just thinking of ${known}.`} onChoose={send}>
          {`Type what somebody might say to ${name}: you see what would come to mind, from which names, or why nothing does.`}
        </KnownNames>
      )}
      {question !== undefined && (
        <Answered asked={asked} loading="Listening for what comes to mind">
          {(answer) => (
            <AmbientAnswer
              name={name}
              message={question.message}
              {...(question.maxTokens === undefined ? {} : { maxTokens: question.maxTokens })}
              answer={answer}
            />
          )}
        </Answered>
      )}
    </div>
  );
}

interface MessageProps {
  readonly name: string;
  readonly onSend: (message: string, exclude: string) => void;
}

function Message({ name, onSend }: MessageProps): JSX.Element {
  const { message = '', session, exclude = '', tokens } = route.value.params;
  const [typed, setTyped] = useState(message);
  const [excluded, setExcluded] = useState(exclude);
  const [most, setMost] = useState(Number(tokens ?? mostTokens));
  useEffect(() => setTyped(message), [message]);
  useEffect(() => setExcluded(exclude), [exclude]);
  useEffect(() => setMost(Number(tokens ?? mostTokens)), [tokens]);
  return (
    <form
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(typed.trim(), excluded);
      }}
    >
      <TextField label="Message" value={typed} lines={3} placeholder="What somebody says" onInput={setTyped} />
      <div class={styles['row']}>
        <SessionField
          name={name}
          none="no session"
          value={session}
          onChange={(chosen) => setParams({ session: chosen })}
        />
        <SliderField
          label="Tokens at most"
          value={most}
          min={1}
          max={mostTokens}
          step={1}
          words={`${most}`}
          onDrag={setMost}
          onSettle={(value) => setParams({ tokens: value === mostTokens ? undefined : `${value}` })}
        />
      </div>
      <details open={exclude !== ''}>
        <summary>What the context holds already</summary>
        <TextField
          label="A text, or the id of a memory, to a line: it does not surface again"
          value={excluded}
          lines={3}
          onInput={setExcluded}
        />
      </details>
      {session !== undefined && (
        <p class={styles['told']}>
          Each question counts as a message of the session: what surfaces here is held back from {name} in the next 20
          messages of it.
        </p>
      )}
      <div>
        <Button type="submit" kind="main" disabled={typed.trim() === ''}>
          See what surfaces
        </Button>
      </div>
    </form>
  );
}

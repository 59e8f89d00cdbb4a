/** Playground: a talk with an agent that has no model. What it would remember and what would surface stand beside it. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { KnownNames } from '../../components/known-names.tsx';
import { Answered, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/section.tsx';
import { inspect, route, setParams } from '../../route.ts';
import { agent, asAgent } from '../../state.ts';
import { problemOf, useAnswer } from '../../use-answer.ts';
import type { AgentAnswer } from '../../wire.ts';
import { silences } from '../ambient/ambient-answer.tsx';
import styles from './playground.module.css';

/** What was said, what surfaced before it could be answered, and what became of it. */
interface Turn {
  readonly speaker: string;
  readonly message: string;
  readonly surfaced: AgentAnswer<'ambient'>;
  readonly receipt: AgentAnswer<'observe'>;
}

/** How long the page waits after a letter before it looks what would surface, in milliseconds. */
const restMs = 300;

/** The view. Each agent has a talk of its own; it ends with the page, and what was said stays remembered. */
export function PlaygroundView(): JSX.Element {
  return <Talk key={agent.value} name={agent.value} />;
}

function Talk({ name }: { readonly name: string }): JSX.Element {
  const [speaker, setSpeaker] = useState(route.value.params['speaker'] ?? 'visitor');
  const [session] = useState(() => `playground-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const [typed, setTyped] = useState('');
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const say = async (message: string): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      // Before the message is remembered, as an agent's host asks.
      const surfaced = await asAgent('ambient', { message, session }, { name });
      const receipt = await asAgent('observe', { content: message, session, speaker }, { name });
      setTurns((before) => [...before, { speaker, message, surfaced, receipt }]);
      // What was typed meanwhile stays.
      setTyped((now) => (now.trim() === message ? '' : now));
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class={styles['view']}>
      <h1>Playground</h1>
      <p class={styles['soft']}>
        {`Talk to ${name} as a user would. No model answers. What you say is remembered, in the session ${session}: withdraw it in Mending if it is not to stay.`}
      </p>
      <div class={styles['beside']}>
        <Section title="The talk">
          <ol class={styles['turns']} aria-live="polite">
            {turns.map((turn) => (
              <TurnShown key={turn.receipt.id} name={name} {...turn} />
            ))}
          </ol>
          {turns.length === 0 && (
            <KnownNames name={name} say={(known) => `How is ${known}?`} onChoose={setTyped}>
              {`Say something to ${name}, or begin with a name that ${name} knows.`}
            </KnownNames>
          )}
          {problem !== undefined && <ProblemNotice problem={problem} />}
          <form
            class={styles['form']}
            onSubmit={(event) => {
              event.preventDefault();
              void say(typed.trim());
            }}
          >
            <TextField
              label="You are"
              value={speaker}
              onInput={(value) => {
                setSpeaker(value);
                setParams({ speaker: value }, 'replace');
              }}
            />
            <TextField label="Message" value={typed} lines={3} placeholder="What you say" onInput={setTyped} />
            <div>
              <Button type="submit" kind="main" disabled={isBusy || typed.trim() === '' || speaker.trim() === ''}>
                Say it
              </Button>
            </div>
          </form>
        </Section>
        <Section title="What would surface">
          <Surfacing name={name} message={typed} />
        </Section>
      </div>
    </div>
  );
}

/** What the message that is being typed would bring to mind; outside the session, so that nothing counts as said. */
function Surfacing({ name, message }: { readonly name: string; readonly message: string }): JSX.Element {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(message.trim()), restMs);
    return () => clearTimeout(timer);
  }, [message]);
  const asked = useAnswer(
    rested === '' ? undefined : (signal) => asAgent('ambient', { message: rested }, { signal, name }),
    [name, rested],
  );
  if (rested === '') return <p class={styles['soft']}>While you type, this shows what a model would be given.</p>;
  return (
    <Answered asked={asked} loading="Listening for what comes to mind">
      {(answer) => <Surfaced answer={answer} />}
    </Answered>
  );
}

function Surfaced({ answer: { text, tokens, silence } }: { readonly answer: AgentAnswer<'ambient'> }): JSX.Element {
  if (silence !== undefined) return <p class={styles['soft']}>{`Nothing surfaces. ${silences[silence]}`}</p>;
  return (
    <>
      <blockquote class={styles['surfaced']}>{text}</blockquote>
      <p class={styles['soft']}>{`${tokens} tokens`}</p>
    </>
  );
}

function TurnShown({ name, speaker, message, surfaced, receipt }: Turn & { readonly name: string }): JSX.Element {
  const { id, linked, outcome, refused } = receipt;
  const mentions = linked.map((entity) => entity.name).join(', ');
  return (
    <li class={styles['turn']}>
      <p>
        <strong>{speaker}:</strong> {message}
      </p>
      <p class={styles['soft']}>{`Before ${name} answers`}</p>
      <Surfaced answer={surfaced} />
      <p class={styles['soft']}>
        {outcome === 'stored' ? 'Remembered' : 'Known already'}
        {mentions === '' ? ', and it names nobody.' : `, with ${mentions}.`}
        {refused.map(({ what, reason }) => ` Left out: ${what}, ${reason}.`)}
      </p>
      <p>
        <Button onClick={() => inspect(id)} label={`Show the memory of: ${message}`}>
          Show the memory
        </Button>
      </p>
    </li>
  );
}

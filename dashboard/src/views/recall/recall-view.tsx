/** Recall: a question asked as an agent, what comes up and why, and what changes it. */
import type { ProfileName } from 'madeleine';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AgentField } from '../../components/agent-field.tsx';
import { Button } from '../../components/button.tsx';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { KnownNames } from '../../components/known-names.tsx';
import { Answered } from '../../components/notices.tsx';
import { route, setParams } from '../../route.ts';
import { agent } from '../../state.ts';
import { ConstellationAnswer } from './constellation-answer.tsx';
import { askedIn, paramsOf, profiles, type RecallAsked } from './recall-asked.ts';
import { RecallControls } from './recall-controls.tsx';
import styles from './recall-view.module.css';
import { useRecall } from './use-recall.ts';
import { WhyNot } from './why-not.tsx';

/** The view. What is dragged is asked at once, and stands in the address when it is let go. */
export function RecallView(): JSX.Element {
  const name = agent.value;
  const { params } = route.value;
  const settled = askedIn(params);
  const [dragged, setDragged] = useState<Partial<RecallAsked>>({});
  const asked = { ...settled, ...dragged };
  const recalled = useRecall(name, asked);
  const settle = (changed: Partial<RecallAsked>): void => {
    setDragged({});
    setParams(paramsOf(changed));
  };
  return (
    <div class={styles['view']}>
      <h1>Recall</h1>
      <Question name={name} asked={settled} onSettle={settle} />
      <div class={styles['aside']}>
        <RecallControls name={name} asked={asked} onDrag={setDragged} onSettle={settle} />
      </div>
      <div class={styles['main']}>
        {settled.query === '' ? (
          <KnownNames
            name={name}
            say={(known) => `What do you know about ${known}?`}
            onChoose={(query) => settle({ query })}
          >
            {`Ask what ${name} remembers: you see what comes up, and why. It leaves no trace.`}
          </KnownNames>
        ) : (
          <>
            <Answered asked={recalled} loading="Recalling">
              {(answer) => <ConstellationAnswer answer={answer} />}
            </Answered>
            <WhyNot name={name} asked={settled} id={params['why']} />
          </>
        )}
      </div>
    </div>
  );
}

interface QuestionProps {
  readonly name: string;
  readonly asked: RecallAsked;
  readonly onSettle: (changed: Partial<RecallAsked>) => void;
}

function Question({ name, asked: { query, profile }, onSettle }: QuestionProps): JSX.Element {
  const [typed, setTyped] = useState(query);
  useEffect(() => setTyped(query), [query]);
  return (
    <form
      class={styles['question']}
      onSubmit={(event) => {
        event.preventDefault();
        onSettle({ query: typed.trim() });
      }}
    >
      <TextField label="What to recall" value={typed} placeholder="A question, or a few words" onInput={setTyped} />
      <AgentField value={name} onChange={(chosen) => setParams({ agent: chosen, session: undefined })} />
      <ChoiceField<ProfileName>
        label="Profile"
        value={profile}
        choices={profiles}
        onChange={(chosen) => onSettle({ profile: chosen })}
      />
      <Button type="submit" kind="main">
        Recall
      </Button>
    </form>
  );
}

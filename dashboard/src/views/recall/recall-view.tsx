/** Recall: a question asked as an agent, what comes up and why, and what changes it. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { KnownNames } from '../../components/known-names.tsx';
import { Answered } from '../../components/notices.tsx';
import { route, setParams } from '../../route.ts';
import { agent } from '../../state.ts';
import { ConstellationAnswer } from './constellation-answer.tsx';
import { askedIn, paramsOf, type RecallAsked } from './recall-asked.ts';
import { RecallControls } from './recall-controls.tsx';
import styles from './recall-view.module.css';
import { ToldText } from './told-text.tsx';
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
    // A question and a choice are steps; a mood and a time are moved about.
    const isMoved = 'mood' in changed || 'emotionWeight' in changed || 'asOf' in changed;
    setParams(paramsOf(changed), isMoved ? 'replace' : 'push');
  };
  const shownAs: Shown = params['show'] === 'told' ? 'told' : 'answer';
  return (
    <div class={styles['view']}>
      <h1>Recall</h1>
      <Question asked={settled} onSettle={settle} />
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
            <div role="tabpanel" id="recalled" aria-labelledby={`tab-${shownAs}`}>
              {shownAs === 'told' ? (
                <ToldText name={name} asked={settled} />
              ) : (
                <Answered asked={recalled} loading="Recalling">
                  {(answer) => <ConstellationAnswer answer={answer} />}
                </Answered>
              )}
            </div>
            <WhyNot name={name} asked={settled} id={params['why']} />
          </>
        )}
      </div>
      {/* Behind the answer, so that the keyboard gets there at once; beside it for the eye. */}
      <div class={styles['aside']}>
        {settled.query !== '' && <Tabs shown={shownAs} />}
        <RecallControls name={name} asked={asked} onDrag={setDragged} onSettle={settle} />
      </div>
    </div>
  );
}

type Shown = 'answer' | 'told';

const tabs: readonly (readonly [Shown, string])[] = [
  ['answer', 'The answer'],
  ['told', 'What the model sees'],
];

/** What is shown of a recall: the arrows change it where the focus is on it. */
function Tabs({ shown }: { readonly shown: Shown }): JSX.Element {
  const choose = (tab: Shown): void => {
    setParams({ show: tab === 'answer' ? undefined : tab });
    document.getElementById(`tab-${tab}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="What is shown" class={styles['tabs']}>
      {tabs.map(([tab, words]) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-controls="recalled"
          aria-selected={tab === shown}
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => choose(tab)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft' || key === 'ArrowRight') choose(tab === 'answer' ? 'told' : 'answer');
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

interface QuestionProps {
  readonly asked: RecallAsked;
  readonly onSettle: (changed: Partial<RecallAsked>) => void;
}

function Question({ asked: { query }, onSettle }: QuestionProps): JSX.Element {
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
      <Button type="submit" kind="main">
        Recall
      </Button>
    </form>
  );
}

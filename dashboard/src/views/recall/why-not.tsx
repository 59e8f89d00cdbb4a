/** Why a memory is in the answer, or is not: for any memory of the agent, chosen by its id or by its words. */
import type { MemoryExplanation } from 'madeleine';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { MemoryCard } from '../../components/memory-card.tsx';
import { Answered, Notice } from '../../components/notices.tsx';
import { Score } from '../../components/score.tsx';
import { setParams } from '../../route.ts';
import { asAgent } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { optionsOf, type RecallAsked } from './recall-asked.ts';
import styles from './why-not.module.css';

interface WhyNotProps {
  /** The agent. */
  readonly name: string;
  readonly asked: RecallAsked;
  /** The memory in question, if one is chosen. */
  readonly id: string | undefined;
}

/** Each outcome in short. */
const outcomes: Readonly<Record<MemoryExplanation['outcome'], string>> = {
  shown: 'It is in the answer.',
  'brought-in': 'It is in the answer, to speak against another memory.',
  below: 'Others come before it.',
  copy: 'What says the same stands in its place.',
  outside: 'The filters leave it out.',
  unrelated: 'It has nothing to do with the question.',
  irrelevant: 'It does not answer the question: its relevance is below the floor.',
  faded: 'It has faded.',
  withdrawn: 'It was withdrawn.',
  later: 'It was not known yet.',
};

/** How many memories are offered to choose from. */
const offered = 6;

/** Asks why a memory does not come up. */
export function WhyNot({ name, asked, id }: WhyNotProps): JSX.Element {
  const heading = useId();
  const [typed, setTyped] = useState('');
  const [sought, setSought] = useState('');
  return (
    <section aria-labelledby={heading} class={styles['why']}>
      <h2 id={heading}>Why not this one?</h2>
      <form
        class={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          const isId = /^(observation|fact):\S+$/.test(typed.trim());
          setSought(isId ? '' : typed.trim());
          setParams({ why: isId ? typed.trim() : undefined });
        }}
      >
        <TextField
          label="The memory that you miss: its id, or words of it"
          value={typed}
          placeholder="fact:… or a few words"
          onInput={setTyped}
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          Look it up
        </Button>
      </form>
      {sought !== '' && (
        <Choices
          name={name}
          words={sought}
          onChoose={(chosen) => {
            setSought('');
            setParams({ why: chosen });
          }}
        />
      )}
      {sought === '' && id !== undefined && <Reason name={name} asked={asked} id={id} />}
    </section>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly words: string;
  readonly onChoose: (id: string) => void;
}

function Choices({ name, words, onChoose }: ChoicesProps): JSX.Element {
  const found = useAnswer(
    (signal) => asAgent('search', { query: words, limit: offered, archived: true, signals: false }, { signal, name }),
    [name, words],
  );
  return (
    <Answered asked={found} loading="Looking it up">
      {({ memories }) =>
        memories.length === 0 ? (
          <Notice>
            {name} knows no memory with these words. What others believe is not {name}'s to see.
          </Notice>
        ) : (
          <ul class={styles['choices']} aria-label="Memories with these words">
            {memories.map((memory) => (
              <li key={memory.id}>
                <button type="button" onClick={() => onChoose(memory.id)}>
                  {memory.content}
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Answered>
  );
}

function Reason({
  name,
  asked,
  id,
}: {
  readonly name: string;
  readonly asked: RecallAsked;
  readonly id: string;
}): JSX.Element {
  const explained = useAnswer(
    (signal) => asAgent('explain', { ...optionsOf(asked), id }, { signal, name }),
    [name, id, JSON.stringify(asked)],
  );
  return (
    <Answered asked={explained} loading="Looking why">
      {({ outcome, reason, memory, explanation }) => (
        <div class={styles['reason']}>
          <p>
            <strong>{outcomes[outcome]}</strong> {reason}
          </p>
          {memory === undefined ? (
            <p class={styles['id']}>{id}</p>
          ) : (
            <MemoryCard memory={memory}>
              {explanation !== undefined && (
                <>
                  <p class={styles['id']}>{explanation.summary}</p>
                  <Score score={explanation.score} signals={explanation.signals} isOpen />
                </>
              )}
            </MemoryCard>
          )}
        </div>
      )}
    </Answered>
  );
}

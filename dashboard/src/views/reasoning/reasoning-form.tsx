/** Chooses of which session or around which thought thoughts are shown, and what of them. */
import type { ChainPart } from 'madeleine';
import type { JSX } from 'preact';
import { ChoiceField } from '../../components/field.tsx';
import { setParams } from '../../route.ts';
import type { AgentAnswer } from '../../wire.ts';
import { shortened } from '../../words.ts';
import { sessionWords } from './reasoning-words.ts';
import styles from './reasoning-view.module.css';

interface ReasoningFormProps {
  /** Sessions with thoughts. */
  readonly sessions: AgentAnswer<'sessions'>;
  /** The latest thoughts. */
  readonly thoughts: AgentAnswer<'latest'>;
  readonly session: string | undefined;
  readonly thought: string | undefined;
  readonly only: ChainPart | undefined;
}

/** Characters of a thought that a choice shows. */
const choiceCharacters = 70;

/** Chooses which thoughts are shown. */
export function ReasoningForm({ sessions, thoughts, session, thought, only }: ReasoningFormProps): JSX.Element {
  const entry = session === undefined ? (thought ?? '') : '';
  return (
    <div class={styles['form']}>
      <ChoiceField
        label="Session"
        value={session ?? ''}
        choices={withValue(
          sessions.map((one) => [one.id, sessionWords(one)]),
          session ?? '',
        )}
        onChange={(id) => setParams({ session: id, thought: undefined })}
      />
      <ChoiceField
        label="Or around a thought"
        value={entry}
        choices={withValue(
          thoughts.map(({ id, content }) => [id, shortened(content, choiceCharacters)]),
          entry,
        )}
        onChange={(id) => setParams({ session: undefined, thought: id })}
      />
      <ChoiceField
        label="Show"
        value={only ?? 'all'}
        choices={[
          ['all', 'all thoughts'],
          ['alternatives', 'only alternatives'],
          ['revised', 'only what was revised'],
        ]}
        onChange={(part) => setParams({ only: part === 'all' ? undefined : part })}
      />
    </div>
  );
}

/** Choices with the value that is shown among them, and one for nothing where nothing is chosen. */
function withValue(
  choices: readonly (readonly [string, string])[],
  value: string,
): readonly (readonly [string, string])[] {
  if (choices.some(([one]) => one === value)) return choices;
  return [[value, value === '' ? '–' : value], ...choices];
}

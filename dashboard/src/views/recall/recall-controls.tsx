/** How it is recalled: by which mood, as of when, and what is let through. */
import type { ProfileName } from 'madeleine';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ChoiceField, SwitchField } from '../../components/field.tsx';
import { type MemoryType, memoryTypeWords } from '../../components/kinds.ts';
import { percentOf } from '../../words.ts';
import { MoodPad } from './mood-pad.tsx';
import { profiles, type RecallAsked } from './recall-asked.ts';
import styles from './recall-controls.module.css';
import { TimeChoice } from './time-choice.tsx';
import { SessionField } from '../../components/session-field.tsx';
import { SliderField } from '../../components/slider-field.tsx';

interface RecallControlsProps {
  /** The agent. */
  readonly name: string;
  readonly asked: RecallAsked;
  /** While something is dragged. */
  readonly onDrag: (changed: Partial<RecallAsked>) => void;
  /** What was chosen, or where something dragged was let go. */
  readonly onSettle: (changed: Partial<RecallAsked>) => void;
}

/** Everything beside the question: folded away until it is used, and open while something of it is in force. */
export function RecallControls(props: RecallControlsProps): JSX.Element {
  const { profile, mood, asOf, type, session, faded } = props.asked;
  const filters = type !== undefined || session !== undefined || faded || profile !== 'balanced';
  return (
    <>
      <Fold title="Mood" isUsed={mood !== undefined}>
        <MoodChoice {...props} />
      </Fold>
      <Fold title="Another time" isUsed={asOf !== undefined}>
        <TimeChoice
          name={props.name}
          asOf={asOf}
          onDrag={(moment) => props.onDrag({ asOf: moment })}
          onSettle={(moment) => props.onSettle({ asOf: moment })}
        />
      </Fold>
      <Fold title="Filters and profile" isUsed={filters}>
        <Filters {...props} />
      </Fold>
    </>
  );
}

interface FoldProps {
  readonly title: string;
  /** Whether something in it is in force. */
  readonly isUsed: boolean;
  readonly children: ComponentChildren;
}

function Fold({ title, isUsed, children }: FoldProps): JSX.Element {
  const [isOpen, setOpen] = useState(isUsed);
  return (
    <details class={styles['fold']} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {title}
        {isUsed && <span class={styles['used']}> in use</span>}
      </summary>
      {isOpen && <div class={styles['group']}>{children}</div>}
    </details>
  );
}

function MoodChoice({ asked: { mood, emotionWeight }, onDrag, onSettle }: RecallControlsProps): JSX.Element {
  return (
    <>
      <SwitchField
        label="Recall by a mood: what felt alike comes up"
        value={mood !== undefined}
        onChange={(isOn) => onSettle({ mood: isOn ? { valence: 0, arousal: 0 } : undefined })}
      />
      <MoodPad
        mood={mood}
        onDrag={(moved) => onDrag({ mood: moved })}
        onSettle={(moved) => onSettle({ mood: moved })}
      />
      <p class={styles['said']}>
        {mood === undefined
          ? 'No mood bears on it.'
          : `Valence ${mood.valence.toFixed(2)}, arousal ${mood.arousal.toFixed(2)}.`}
      </p>
      <SliderField
        label="Share of the mood in the score"
        value={emotionWeight}
        min={0}
        max={1}
        step={0.05}
        words={percentOf(emotionWeight)}
        onDrag={(weight) => onDrag({ emotionWeight: weight })}
        onSettle={(weight) => onSettle({ emotionWeight: weight })}
      />
    </>
  );
}

const types = Object.entries(memoryTypeWords) as [MemoryType, string][];

function Filters({ name, asked: { profile, type, session, faded }, onSettle }: RecallControlsProps): JSX.Element {
  return (
    <>
      <ChoiceField<ProfileName>
        label="Profile"
        value={profile}
        choices={profiles}
        onChange={(chosen) => onSettle({ profile: chosen })}
      />
      <ChoiceField<MemoryType | ''>
        label="Type"
        value={type ?? ''}
        choices={[['', 'all types'], ...types]}
        onChange={(chosen) => onSettle({ type: chosen === '' ? undefined : chosen })}
      />
      <SessionField
        name={name}
        none="all sessions"
        value={session}
        onChange={(chosen) => onSettle({ session: chosen })}
      />
      <SwitchField label="Also what has faded" value={faded} onChange={(isOn) => onSettle({ faded: isOn })} />
    </>
  );
}

/** How it is recalled: by which mood, as of when, and what is let through. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ChoiceField, SwitchField } from '../../components/field.tsx';
import { type MemoryType, memoryTypeWords } from '../../components/memory-card.tsx';
import { percentOf } from '../../words.ts';
import { MoodPad } from './mood-pad.tsx';
import type { RecallAsked } from './recall-asked.ts';
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

/** Everything beside the question, closed at first where there is little room. */
export function RecallControls(props: RecallControlsProps): JSX.Element {
  const [isOpen] = useState(() => matchMedia('(width >= 760px)').matches);
  return (
    <details class={styles['controls']} open={isOpen}>
      <summary>Mood, time and filters</summary>
      <div class={styles['groups']}>
        <MoodChoice {...props} />
        <fieldset class={styles['group']}>
          <legend>Time</legend>
          <TimeChoice
            name={props.name}
            asOf={props.asked.asOf}
            onDrag={(asOf) => props.onDrag({ asOf })}
            onSettle={(asOf) => props.onSettle({ asOf })}
          />
        </fieldset>
        <Filters {...props} />
      </div>
    </details>
  );
}

function MoodChoice({ asked: { mood, emotionWeight }, onDrag, onSettle }: RecallControlsProps): JSX.Element {
  return (
    <fieldset class={styles['group']}>
      <legend>Mood</legend>
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
    </fieldset>
  );
}

const types = Object.entries(memoryTypeWords) as [MemoryType, string][];

function Filters({ name, asked: { type, session, faded }, onSettle }: RecallControlsProps): JSX.Element {
  return (
    <fieldset class={styles['group']}>
      <legend>Filters</legend>
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
    </fieldset>
  );
}

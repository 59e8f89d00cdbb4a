/** As of when it is recalled: now, or any moment since the first memory. */
import type { JSX } from 'preact';
import { SwitchField } from '../../components/field.tsx';
import { SliderField } from '../../components/slider-field.tsx';
import { asOwner } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { momentOf } from '../../words.ts';

interface TimeChoiceProps {
  /** The agent. */
  readonly name: string;
  /** Undefined for now. */
  readonly asOf: string | undefined;
  readonly onDrag: (asOf: string) => void;
  readonly onSettle: (asOf: string | undefined) => void;
}

/** Steps from the first memory to now. */
const steps = 200;

/** A slider over the time in which the space has learned, and a switch without which it is recalled as of now. */
export function TimeChoice({ name, asOf, onDrag, onSettle }: TimeChoiceProps): JSX.Element {
  const { answer } = useAnswer(
    (signal) => asOwner('timeline', { agent: name, by: 'learned', limit: 1 }, signal),
    [name],
  );
  const moment = (at: number): string => new Date(at).toISOString();
  return (
    <>
      <SwitchField
        label="As it was believed at another time"
        value={asOf !== undefined}
        onChange={(isOn) => onSettle(isOn ? (answer?.to ?? new Date().toISOString()) : undefined)}
      />
      {asOf === undefined || answer === undefined ? null : (
        <SliderField
          label="As of"
          value={Date.parse(asOf)}
          min={Math.min(Date.parse(answer.from), Date.parse(asOf))}
          max={Date.parse(answer.to)}
          step={Math.max(1, Math.round((Date.parse(answer.to) - Date.parse(answer.from)) / steps))}
          words={momentOf(asOf)}
          onDrag={(at) => onDrag(moment(at))}
          onSettle={(at) => onSettle(moment(at))}
        />
      )}
    </>
  );
}

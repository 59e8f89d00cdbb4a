/** Chooses whose beliefs are looked at, over which time, and how finely. */
import type { TimelineBucketSize, TimelineBasis } from 'madeleine';
import type { JSX } from 'preact';
import { DateField } from '../../components/date-field.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { setParams } from '../../route.ts';
import { agents } from '../../state.ts';
import { dayIn, type SpanName, spanName, spans } from './time-span.ts';
import styles from './time-view.module.css';

const buckets: readonly (readonly [TimelineBucketSize | 'fitting', string])[] = [
  ['fitting', 'as it fits'],
  ['hour', 'hours'],
  ['day', 'days'],
  ['week', 'weeks'],
  ['month', 'months'],
];

const bases: readonly (readonly [TimelineBasis, string])[] = [
  ['happened', 'when it happened'],
  ['learned', 'when it was learned'],
];

/** Where what was observed stands, as the address asks for it. */
export function basisOf(given: string | undefined): TimelineBasis {
  return given === 'learned' ? 'learned' : 'happened';
}

/** The length of the stretches that the address asks for; undefined for whatever fits. */
export function bucketOf(given: string | undefined): TimelineBucketSize | undefined {
  const found = buckets.find(([name]) => name === given)?.[0];
  return found === 'fitting' ? undefined : found;
}

/** Chooses whose beliefs are looked at, over which time, and how finely. */
export function TimeForm({ params }: { readonly params: Readonly<Record<string, string>> }): JSX.Element {
  const { who, from, to } = params;
  const span = spanName(params);
  const chooseSpan = (name: SpanName): void => {
    const today = dayIn(new Date().toISOString());
    setParams({ span: name, from: name === 'own' ? today : undefined, to: name === 'own' ? today : undefined });
  };
  return (
    <div class={styles['form']}>
      <ChoiceField
        label="Whose beliefs"
        value={who ?? ''}
        choices={[['', 'everybody’s'], ...agents.value.map(({ name }) => [name, name] as const)]}
        onChange={(name) => setParams({ who: name })}
      />
      <ChoiceField
        label="When"
        value={span}
        choices={(Object.keys(spans) as SpanName[]).map((name) => [name, spans[name].words])}
        onChange={chooseSpan}
      />
      {span === 'own' && (
        <>
          <DateField label="From (UTC)" value={dayIn(from)} onChange={(day) => setParams({ span: 'own', from: day })} />
          <DateField label="To (UTC)" value={dayIn(to)} onChange={(day) => setParams({ span: 'own', to: day })} />
        </>
      )}
      <ChoiceField
        label="Counted by"
        value={basisOf(params['by'])}
        choices={bases}
        onChange={(by) => setParams({ by: by === 'happened' ? undefined : by })}
      />
      <ChoiceField
        label="Counted in"
        value={bucketOf(params['bucket']) ?? 'fitting'}
        choices={buckets}
        onChange={(bucket) => setParams({ bucket: bucket === 'fitting' ? undefined : bucket })}
      />
    </div>
  );
}

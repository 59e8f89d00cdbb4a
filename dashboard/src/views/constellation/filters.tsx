/** What of a memory the picture is to show. */
import type { JSX } from 'preact';
import { DateField } from '../../components/date-field.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { setParams, route } from '../../route.ts';
import { agent, agents } from '../../state.ts';
import { countOf } from '../../words.ts';
import styles from './constellation.module.css';
import { computedKinds, type EdgeKind, edgeLooks, recordedKinds } from './edge-kinds.ts';
import { defaultLimit, defaultStrength, limits, strengths, toggled } from './graph-question.ts';

const strengthWords: Readonly<Record<(typeof strengths)[number], string>> = {
  '0': 'any, what is archived too',
  '0.1': 'not archived (from 0.1)',
  '0.3': 'what recall finds (from 0.3)',
  '0.6': 'strong (from 0.6)',
};

/** The choices, which all stand in the address. */
export function Filters({ counts }: { readonly counts: ReadonlyMap<EdgeKind, number> }): JSX.Element {
  const { params } = route.value;
  const { of = '', limit = defaultLimit, strength = defaultStrength, without, computed } = params;
  const hidden = new Set(without?.split(','));
  const asked = new Set(computed?.split(','));
  return (
    <details class={styles['filters']}>
      <summary>Filters, and a second sky</summary>
      <div class={styles['fields']}>
        <OtherSky />
        <ChoiceField
          label="Believed by"
          value={of}
          choices={[['', 'anybody'], ...agents.value.map(({ name }) => [name, name] as const)]}
          onChange={(name) => setParams({ of: name })}
        />
        <DateField
          label="Learned since"
          value={route.value.params['since'] ?? ''}
          onChange={(since) => setParams({ since })}
        />
        <DateField
          label="Learned until"
          value={route.value.params['until'] ?? ''}
          onChange={(until) => setParams({ until })}
        />
        <ChoiceField
          label="Strength now"
          value={strength}
          choices={strengths.map((one) => [one, strengthWords[one]])}
          onChange={(one) => setParams({ strength: one })}
        />
        <ChoiceField
          label="Memories at most"
          value={limit}
          choices={limits.map((one) => [one, countOf(Number(one), 'memory', 'memories')])}
          onChange={(one) => setParams({ limit: one })}
        />
      </div>
      <Switches legend="Edges">
        {recordedKinds.map((kind) => (
          <Switch
            key={kind}
            words={`${edgeLooks[kind].name} (${counts.get(kind) ?? 0})`}
            isOn={!hidden.has(kind)}
            onToggle={() => setParams({ without: toggled(without, kind) })}
          />
        ))}
      </Switches>
      <Switches legend="Edges that are computed from what memories have in common">
        {computedKinds.map((kind) => (
          <Switch
            key={kind}
            words={asked.has(kind) ? `${edgeLooks[kind].name} (${counts.get(kind) ?? 0})` : edgeLooks[kind].name}
            isOn={asked.has(kind)}
            onToggle={() => setParams({ computed: toggled(computed, kind) })}
          />
        ))}
      </Switches>
    </details>
  );
}

/** Another agent, whose sky is drawn beside that of the agent of the frame. */
function OtherSky(): JSX.Element {
  const others = agents.value.filter(({ name }) => name !== agent.value && name !== 'system');
  return (
    <ChoiceField
      label={`Beside the sky of ${agent.value}`}
      value={route.value.params['other'] ?? ''}
      choices={[['', 'nobody: one sky of all'], ...others.map(({ name }) => [name, name] as const)]}
      onChange={(name) => setParams({ other: name })}
    />
  );
}

function Switches({ legend, children }: { readonly legend: string; readonly children: JSX.Element[] }): JSX.Element {
  return (
    <fieldset class={styles['switches']}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface SwitchProps {
  readonly words: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

function Switch({ words, isOn, onToggle }: SwitchProps): JSX.Element {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={onToggle} /> {words}
    </label>
  );
}

/** How the memory is: what it holds, when it was looked after, what the doctor finds, how recall and ambient memory do. */
import type { JSX } from 'preact';
import { Answered } from '../../components/notices.tsx';
import { Section } from '../../components/section.tsx';
import { asOwner } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { hrefOf } from '../../route.ts';
import type { SpaceAnswer } from '../../wire.ts';
import { countOf } from '../../words.ts';
import { DoctorFindings } from './doctor-findings.tsx';
import styles from './health.module.css';
import {
  ambientMeasures,
  careMeasures,
  type Measure,
  recallMeasures,
  spaceMeasures,
  vectorMeasures,
} from './stat-words.ts';
import { SharingSetting } from './sharing-setting.tsx';
import { BackupWork, ReindexWork, SleepWork } from './works.tsx';

type Stats = SpaceAnswer<'stats'>;

/** The view of the space's health. */
export function HealthView(): JSX.Element {
  const asked = useAnswer((signal) => asOwner('stats', {}, signal), []);
  return (
    <div class={styles['view']}>
      <h1>Health</h1>
      <Answered asked={asked} loading="Counting">
        {(stats) => <Numbers stats={stats} />}
      </Answered>
    </div>
  );
}

function Numbers({ stats }: { readonly stats: Stats }): JSX.Element {
  return (
    <div class={styles['sections']}>
      <Section title={`The space ${stats.space}`}>
        <Measures measures={spaceMeasures(stats)} />
      </Section>
      <Section title="Care">
        <Measures measures={careMeasures(stats)} />
        <SleepWork />
        <BackupWork />
      </Section>
      <Section title="Sharing">
        <SharingSetting />
      </Section>
      <Section title="Recall by meaning">
        <Measures measures={vectorMeasures(stats)} />
        <ReindexWork stats={stats} />
      </Section>
      <Section title="Recall, since the space was opened">
        <Measures measures={recallMeasures(stats)} />
      </Section>
      <Section title="Ambient memory, since the space was opened">
        <Measures measures={ambientMeasures(stats)} />
      </Section>
      <Section title="Agents">
        <Agents agents={stats.agents} />
      </Section>
      <Section title="Doctor" isWide>
        <DoctorFindings />
      </Section>
    </div>
  );
}

function Measures({ measures }: { readonly measures: readonly Measure[] }): JSX.Element {
  return (
    <dl class={styles['measures']}>
      {measures.map(([what, howMuch]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{howMuch}</dd>
        </div>
      ))}
    </dl>
  );
}

function Agents({ agents }: { readonly agents: Stats['agents'] }): JSX.Element {
  if (agents.length === 0) return <p class={styles['quiet']}>No agent remembers anything yet.</p>;
  return (
    <div class={styles['table']}>
      <table>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Believes</th>
          </tr>
        </thead>
        <tbody>
          {agents.map(({ name, believes }) => (
            <tr key={name}>
              <th scope="row">
                <a href={hrefOf('mending', { agent: name })}>{name}</a>
              </th>
              <td>{countOf(believes, 'memory', 'memories')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

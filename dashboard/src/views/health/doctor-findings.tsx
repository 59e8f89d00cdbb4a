/** Looks the space over when it is asked to, and tells what it found and how that is mended. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Answered } from '../../components/notices.tsx';
import { asOwner } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import type { SpaceAnswer } from '../../wire.ts';
import styles from './health.module.css';

type Report = SpaceAnswer<'doctor'>;

const levelWords = { ok: 'well', warning: 'warning', error: 'wrong' } as const;

/** The doctor. */
export function DoctorFindings(): JSX.Element {
  const [visits, setVisits] = useState(0);
  const asked = useAnswer(visits === 0 ? undefined : (signal) => asOwner('doctor', {}, signal), [visits], false);
  return (
    <>
      <div>
        <Button disabled={asked.isLoading} onClick={() => setVisits(visits + 1)}>
          {visits === 0 ? 'Look the space over' : 'Look again'}
        </Button>
      </div>
      <Answered asked={asked} loading="Comparing the store with the index">
        {(report) => <Findings report={report} />}
      </Answered>
    </>
  );
}

function Findings({ report: { ok, findings } }: { readonly report: Report }): JSX.Element {
  return (
    <div class={styles['table']}>
      <table>
        <caption>{ok ? 'Nothing is wrong with the store.' : 'Something is wrong with the store.'}</caption>
        <thead>
          <tr>
            <th scope="col">Looked at</th>
            <th scope="col">Is</th>
            <th scope="col">Found</th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ check, level, message, remedy }) => (
            <tr key={check}>
              <th scope="row">{check}</th>
              <td>
                <span class={styles['level']} data-level={level}>
                  {levelWords[level]}
                </span>
              </td>
              <td>
                {message}
                {remedy !== undefined && <p class={styles['remedy']}>{remedy}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What to do with an empty space: three steps with commands to copy, or the demo. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { pathOf, type Problem, request } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { space } from '../../state.ts';
import { problemOf } from '../../use-answer.ts';
import part from '../../components/section.module.css';
import styles from './start.module.css';

/** The conversation that is shipped with the package, as a file of the page. */
const demo = new URL('../../../../demo/conversation.ndjson', import.meta.url).pathname;

const steps: readonly (readonly [what: string, command: string])[] = [
  ['Give your agent this memory', 'madeleine install'],
  ['Let it remember something', 'madeleine observe "Mark prefers tea to coffee" --agent lisa'],
  ['Ask for it', 'madeleine recall "What does Mark like?" --agent lisa'],
];

/** The steps. */
export function FirstSteps(): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const load = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await loadDemo();
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  return (
    <section class={part['section']} aria-label="First steps">
      <ol class={styles['steps']}>
        {steps.map(([what, command]) => (
          <li key={command}>
            <p>{what}</p>
            <div class={styles['command']}>
              <code>{command}</code>
              <Button label={`Copy: ${command}`} onClick={() => void navigator.clipboard.writeText(command)}>
                Copy
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <p>Or look around first, in a short conversation of Mark with two agents. It is put into this space.</p>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div>
        <Button kind="main" disabled={isBusy} onClick={() => void load()}>
          Load the demo
        </Button>
      </div>
    </section>
  );
}

async function loadDemo(): Promise<void> {
  const file = await (await request(demo, { method: 'GET' })).blob();
  await request(`${pathOf(space.value)}/import?file=demo.ndjson&format=ndjson`, { method: 'POST', body: file });
}

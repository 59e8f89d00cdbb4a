/** Finds the memory that is to be mended by its words, as the agent whose eyes are used. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { MemoryCard } from '../../components/memory-card.tsx';
import { Answered, Notice } from '../../components/notices.tsx';
import { route, setParams } from '../../route.ts';
import { agent, asAgent } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import styles from './mending.module.css';

/** Memories that a search lists. */
const most = 8;

/** Searches, and lists what may be chosen. */
export function ChooseMemory(): JSX.Element {
  const { query = '' } = route.value.params;
  const [typed, setTyped] = useState(query);
  const found = useAnswer(
    query === '' ? undefined : (signal) => asAgent('search', { query, limit: most, faded: true }, { signal }),
    [query, agent.value],
  );
  return (
    <div class={styles['stack']}>
      <form
        class={styles['row']}
        onSubmit={(event) => {
          event.preventDefault();
          setParams({ query: typed.trim() });
        }}
      >
        <TextField label="Find the memory to mend" placeholder="words of it" value={typed} onInput={setTyped} />
        <Button type="submit">Search</Button>
      </form>
      <Answered asked={found} loading="Searching">
        {({ memories }) =>
          memories.length === 0 ? (
            <Notice>Nothing that {agent.value} believes has to do with these words.</Notice>
          ) : (
            <ul class={styles['stack']}>
              {memories.map((memory) => (
                <li key={memory.id}>
                  <MemoryCard memory={memory}>
                    <div class={styles['actions']}>
                      <Button onClick={() => setParams({ memory: memory.id, query: undefined })}>Mend this one</Button>
                    </div>
                  </MemoryCard>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </div>
  );
}

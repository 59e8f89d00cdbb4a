/** What an owner may start from here. */
import type { JSX } from 'preact';
import { noteChange } from '../../live.ts';
import { callLong } from '../../long-call.ts';
import { space } from '../../state.ts';
import type { SpaceAnswer } from '../../wire.ts';
import { countOf } from '../../words.ts';
import { downloadBackup } from './download-backup.ts';
import { sleepWords } from './sleep-words.ts';
import { Work } from './work.tsx';

/** Lets the space sleep now. */
export function SleepWork(): JSX.Element {
  return (
    <Work
      action="Sleep now"
      tells={[
        'One pass over the space: it makes facts of what was observed, judges contradictions, makes one of entities that are one, and archives what has faded.',
        'Recall goes on meanwhile. Merges of entities can be undone, facts can be withdrawn, and what is archived can be believed again.',
      ]}
      run={async (onProgress) => {
        const slept = await callLong(space.value, 'sleep', onProgress);
        // That it has ended is told by no write.
        noteChange();
        return sleepWords(slept);
      }}
    />
  );
}

/** Backs the space up in a file on the reader's own disk. */
export function BackupWork(): JSX.Element {
  return (
    <Work
      action="Download a backup"
      tells={[
        'The file holds all that the space remembers, readable by whoever has it: keep it as private as the store.',
        'It shows one moment, and the memory can be used meanwhile.',
      ]}
      run={async () => {
        const saved = await downloadBackup(space.value);
        // That there is a backup is told by no commit.
        noteChange();
        return saved;
      }}
    />
  );
}

/** Gives every memory a vector of the embedder in use. */
export function ReindexWork({ stats }: { readonly stats: SpaceAnswer<'stats'> }): JSX.Element {
  const { dimension, model, missing } = stats.embedder;
  return (
    <Work
      action="Reindex"
      {...(dimension === 0 ? { obstacle: 'Without an embedder there are no vectors to make.' } : {})}
      tells={[
        `Every memory is given a vector of ${model}; ${countOf(missing, 'memory has', 'memories have')} none.`,
        'It takes its time where there are many, and goes on where it was when it is started again.',
      ]}
      run={async (onProgress) => {
        const { embedded, remaining } = await callLong(space.value, 'reindex', onProgress);
        const left = remaining === 0 ? '' : ` ${countOf(remaining, 'memory still has', 'memories still have')} none.`;
        return `${countOf(embedded, 'memory was', 'memories were')} given a vector.${left}`;
      }}
    />
  );
}

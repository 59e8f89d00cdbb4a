/** What recall answers: its gist, then the memories in the order of their ranks, each with the part that it plays. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Notice } from '../../components/notices.tsx';
import { ScoreLegend } from '../../components/score.tsx';
import { countOf } from '../../words.ts';
import styles from './constellation-answer.module.css';
import { quadrantWords } from './mood.ts';
import { RecalledCard } from './recalled-card.tsx';
import { type ToldConstellation, type ToldMemory, tookMs } from './use-recall.ts';

type Role = NonNullable<ToldMemory['role']>;

/** What each part is called, and what it is. */
const roleWords: Readonly<Record<Role, readonly [title: string, meaning: string]>> = {
  primary: ['The answer', 'What answers the question.'],
  supporting: ['What supports it', 'It says the same independently, or answers next.'],
  contradicting: ['What speaks against it', 'It contradicts what answers, or took its place.'],
  context: ['What else has to do with it', 'It answers less, and belongs to the subject.'],
};

/** A constellation. */
export function ConstellationAnswer({ answer }: { readonly answer: ToldConstellation }): JSX.Element {
  const { agent, memories, nearest = [], total, mood, synthesis, notices = [] } = answer;
  return (
    <div class={styles['answer']}>
      {memories.length === 0 ? (
        <Notice>
          <strong>{agent} remembers nothing of this.</strong> {nearest.length > 0 && 'What comes nearest stands below.'}
        </Notice>
      ) : (
        <p class={styles['synthesis']}>{synthesis ?? memories[0]?.content}</p>
      )}
      {notices.map((notice) => (
        <p key={notice} class={styles['told']}>
          {notice}
        </p>
      ))}
      {runsOf(memories).map(({ role, from, members }) => (
        <Part key={from} title={roleWords[role][0]} meaning={roleWords[role][1]}>
          <Cards memories={members} from={from} answer={answer} />
        </Part>
      ))}
      {nearest.length > 0 && (
        <Part title="Nearest" meaning="What comes closest, but does not answer.">
          <Cards memories={nearest} from={1} answer={answer} />
        </Part>
      )}
      {memories.length > 0 && (
        <p class={styles['told']}>
          {countOf(total, 'memory has', 'memories have')} to do with it. {agent} believes it fully where a card does not
          say otherwise. {mood !== undefined && `In a mood that is ${quadrantWords[mood.quadrant]}.`} <Took />
        </p>
      )}
      {memories.length + nearest.length > 0 && <ScoreLegend />}
    </div>
  );
}

interface Run {
  readonly role: Role;
  /** The rank of its first, from 1. */
  readonly from: number;
  readonly members: readonly ToldMemory[];
}

/** Memories that follow each other and play the same part: no rank stands before a smaller one. */
function runsOf(memories: readonly ToldMemory[]): readonly Run[] {
  const runs: { role: Role; from: number; members: ToldMemory[] }[] = [];
  memories.forEach((memory, at) => {
    const { role = 'context' } = memory;
    const last = runs.at(-1);
    if (last?.role === role) last.members.push(memory);
    else runs.push({ role, from: at + 1, members: [memory] });
  });
  return runs;
}

interface PartProps {
  readonly title: string;
  readonly meaning: string;
  readonly children: ComponentChildren;
}

function Part({ title, meaning, children }: PartProps): JSX.Element {
  const heading = useId();
  return (
    <section aria-labelledby={heading} class={styles['part']}>
      <h2 id={heading} title={meaning}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface CardsProps {
  readonly memories: readonly ToldMemory[];
  /** The rank of the first, from 1. */
  readonly from: number;
  readonly answer: ToldConstellation;
}

function Cards({ memories, from, answer }: CardsProps): JSX.Element {
  const ranked = answer.memories.length - (answer.broughtIn ?? 0);
  return (
    <ol class={styles['list']} start={from}>
      {memories.map((memory, at) => (
        <li key={memory.id}>
          <RecalledCard
            memory={memory}
            place={from + at}
            isBroughtIn={answer.memories.indexOf(memory) >= ranked}
            among={answer.memories}
            agent={answer.agent}
          />
        </li>
      ))}
    </ol>
  );
}

/** How long it took; apart, since it is known only once the rest is painted. */
function Took(): JSX.Element | null {
  const ms = tookMs.value;
  return ms === undefined ? null : <span>Asked, answered and drawn in {Math.round(ms)} ms.</span>;
}

/** How an agent came to think what it thinks: the thoughts of a session as trees, and one of them in full beside. */
import type { JSX } from 'preact';
import { Answered, Notice } from '../../components/notices.tsx';
import { route, setParams } from '../../route.ts';
import { agent, asAgent } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { type Chain, readChains } from './read-chains.ts';
import { ReasoningForm } from './reasoning-form.tsx';
import styles from './reasoning-view.module.css';
import { partOf, sessionShown } from './reasoning-place.ts';
import { ThoughtReader } from './thought-reader.tsx';
import { ThoughtTree } from './thought-tree.tsx';

/** The view of chains of thought. */
export function ReasoningView(): JSX.Element {
  const name = agent.value;
  const { session: given, thought, only } = route.value.params;
  const known = useAnswer((signal) => readChoices(name, signal), [name]);
  const session = sessionShown(known.answer?.sessions ?? [], given, thought);
  const isKnown = known.answer !== undefined;
  // Choosing another thought of a session shown reads nothing anew.
  const entry = session === undefined ? thought : undefined;
  const asked = useAnswer(
    isKnown ? (signal) => readChains({ agent: name, session, thought: entry }, signal) : undefined,
    [name, session, entry, isKnown],
  );
  return (
    <div class={styles['view']}>
      <h1>Reasoning</h1>
      <Answered asked={known} loading={`Looking for what ${name} thought`}>
        {(choices) => (
          <ReasoningForm {...choices} agent={name} session={session} thought={thought} only={partOf(only)} />
        )}
      </Answered>
      {isKnown && (
        <Answered asked={asked} loading="Reading the thoughts">
          {(chains) => <Chains key={session} {...{ chains, agent: name, session, thought, only }} />}
        </Answered>
      )}
    </div>
  );
}

/** What can be chosen: the sessions that have thoughts, and the latest thoughts. */
async function readChoices(name: string, signal: AbortSignal) {
  const [sessions, thoughts] = await Promise.all([
    asAgent('sessions', { limit: 1_000 }, { signal, name }),
    asAgent('latest', { types: ['thought'], archived: true, limit: 50 }, { signal, name }),
  ]);
  return { sessions: sessions.filter((session) => session.thoughts > 0), thoughts };
}

interface ChainsProps {
  readonly chains: readonly Chain[];
  readonly agent: string;
  readonly session: string | undefined;
  readonly thought: string | undefined;
  readonly only: string | undefined;
}

function Chains({ chains, agent: name, session, thought, only }: ChainsProps): JSX.Element {
  const told = session ?? chains[0]?.thoughts.find(({ id }) => id === thought)?.session;
  const choose = (id: string): void => setParams({ session, thought: id });
  if (chains.length === 0) {
    return (
      <Notice>{name} has thought nothing here yet. Thoughts come with the verb “think”, one after another.</Notice>
    );
  }
  return (
    <div class={styles['found']}>
      {told !== undefined && <Digest agent={name} session={told} />}
      <div class={styles['beside']}>
        <div class={styles['chains']}>
          {chains.map((chain) => (
            <ThoughtTree key={chain.toRoot[0]} chain={chain} only={partOf(only)} chosen={thought} onChoose={choose} />
          ))}
        </div>
        <ThoughtReader chains={chains} chosen={thought} onChoose={choose} />
      </div>
    </div>
  );
}

function Digest({ agent: name, session }: { readonly agent: string; readonly session: string }): JSX.Element {
  const asked = useAnswer((signal) => asAgent('digest', { session }, { signal, name }), [name, session]);
  return (
    <section class={styles['digest']} aria-label="The session in short">
      <Answered asked={asked} loading="Telling the session in short">
        {({ text }) => <p>{text}</p>}
      </Answered>
    </section>
  );
}

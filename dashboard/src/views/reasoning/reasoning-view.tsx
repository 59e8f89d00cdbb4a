/** How an agent came to think what it thinks: the thoughts of a session as trees, and one of them in full beside. */
import type { ChainPart } from 'madeleine';
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
  return (
    <div class={styles['view']}>
      <h1>Reasoning</h1>
      <Answered asked={known} loading={`Looking for what ${name} thought`}>
        {({ of, sessions, thoughts }) => {
          const shown = { session: sessionShown(sessions, given, thought), thought, only: partOf(only) };
          return (
            <div class={styles['found']}>
              <ReasoningForm sessions={sessions} thoughts={thoughts} {...shown} />
              <Chains key={shown.session} agent={of} {...shown} />
            </div>
          );
        }}
      </Answered>
    </div>
  );
}

/** What can be chosen: the sessions of an agent that have thoughts, and its latest thoughts. */
async function readChoices(of: string, signal: AbortSignal) {
  const [sessions, thoughts] = await Promise.all([
    asAgent('sessions', { limit: 1_000 }, { signal, name: of }),
    asAgent('latest', { types: ['thought'], archived: true, limit: 50 }, { signal, name: of }),
  ]);
  return { of, sessions: sessions.filter((session) => session.thoughts > 0), thoughts };
}

interface ChainsProps {
  readonly agent: string;
  readonly session: string | undefined;
  readonly thought: string | undefined;
  readonly only: ChainPart | undefined;
}

function Chains(props: ChainsProps): JSX.Element {
  const { agent: name, session, thought } = props;
  // Choosing another thought of a session that is shown reads nothing anew.
  const entry = session === undefined ? thought : undefined;
  const asked = useAnswer(
    (signal) => readChains({ agent: name, session, thought: entry }, signal),
    [name, session, entry],
  );
  return (
    <Answered asked={asked} loading="Reading the thoughts">
      {(chains) =>
        chains.length === 0 ? (
          <Notice>{name} has thought nothing here yet. Thoughts come with the verb “think”, one after another.</Notice>
        ) : (
          <Found chains={chains} {...props} />
        )
      }
    </Answered>
  );
}

function Found({
  chains,
  agent: name,
  session,
  thought,
  only,
}: ChainsProps & { readonly chains: readonly Chain[] }): JSX.Element {
  const told = session ?? chains[0]?.thoughts.find(({ id }) => id === thought)?.session;
  const choose = (id: string): void => setParams({ session, thought: id });
  return (
    <div class={styles['found']}>
      {told !== undefined && <Digest agent={name} session={told} />}
      <div class={styles['beside']}>
        <div class={styles['chains']}>
          {chains.map((chain) => (
            <ThoughtTree key={chain.toRoot[0]} chain={chain} only={only} chosen={thought} onChoose={choose} />
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

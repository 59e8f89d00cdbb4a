/** What was chosen in the sky: what it is, where it is opened, and how far around it is looked. */
import type { JSX } from 'preact';
import { agentOf, menderOf } from '../../believers.ts';
import { Button } from '../../components/button.tsx';
import { KindBadge } from '../../components/kind-badge.tsx';
import { kinds } from '../../components/kinds.ts';
import { hrefOf, setParams } from '../../route.ts';
import { agent } from '../../state.ts';
import { countOf } from '../../words.ts';
import styles from './constellation.module.css';
import type { GraphNode } from './graph-in-view.ts';
import { depths } from './graph-question.ts';

interface NodeCardProps {
  /** What was chosen, or what the sky is drawn around. */
  readonly node: GraphNode;
  /** How many memories speak of it. */
  readonly mentions: number;
  /** What the sky is drawn around. */
  readonly around: { readonly id: string; readonly depth: number } | undefined;
  readonly onClose: () => void;
}

/** The card. */
export function NodeCard({ node, mentions, around, onClose }: NodeCardProps): JSX.Element {
  const { id, kind, label, type } = node;
  const isAround = around?.id === id;
  const said =
    mentions === 0 ? '' : `, ${kind === 'agent' ? 'holds' : 'in'} ${countOf(mentions, 'memory', 'memories')}`;
  return (
    <section class={styles['card']} aria-label="Chosen in the sky">
      <p class={styles['cardname']}>{label}</p>
      <p class={styles['quiet']}>
        <KindBadge kind={kind} words={`${type ?? kinds[kind].one}${said}`} />
      </p>
      <p class={styles['links']}>
        {linksOf(node).map(([words, href]) => (
          <a key={words} href={href}>
            {words}
          </a>
        ))}
      </p>
      <div class={styles['row']}>
        {isAround ? (
          <>
            <span class={styles['quiet']}>Steps around it</span>
            {depths.map((depth) => (
              <Button
                key={depth}
                pressed={around.depth === depth}
                label={countOf(depth, 'step')}
                onClick={() => setParams({ depth: String(depth) })}
              >
                {depth}
              </Button>
            ))}
            <Button onClick={() => setParams({ around: undefined, depth: undefined })}>Whole sky</Button>
          </>
        ) : (
          <Button onClick={() => setParams({ around: id, depth: undefined })}>Only what is around it</Button>
        )}
        <Button label="Close the card" onClick={onClose}>
          ×
        </Button>
      </div>
    </section>
  );
}

function linksOf({ id, kind, agents = [] }: GraphNode): readonly (readonly [words: string, href: string])[] {
  switch (kind) {
    case 'agent': {
      const name = agentOf(id.slice('agent:'.length));
      return [
        ['Ask it', hrefOf('recall', { agent: name })],
        ['Its thoughts', hrefOf('reasoning', { agent: name })],
        ['Mend its beliefs', hrefOf('mending', { agent: name })],
      ];
    }
    case 'session':
      return [['Open the session', hrefOf('reasoning', { session: id })]];
    case 'entity':
      return [['Open its page', hrefOf('entity', { id })]];
    default:
      return [['Mend it', hrefOf('mending', { agent: menderOf(agents, agent.value), memory: id })]];
  }
}

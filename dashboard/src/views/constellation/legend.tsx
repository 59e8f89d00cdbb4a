/** The kinds of stars and the ties with colours of their own, with their counts; each can be left out. */
import type { JSX } from 'preact';
import { KindBadge } from '../../components/kind-badge.tsx';
import { kinds, nodeKinds } from '../../components/kinds.ts';
import { route, setParams } from '../../route.ts';
import { countOf } from '../../words.ts';
import styles from './constellation.module.css';
import { type EdgeKind, markedKinds, markTokens } from './edge-kinds.ts';
import { countKinds, type GraphInView } from './graph-in-view.ts';
import { type Hidden, toggled } from './graph-question.ts';

interface LegendProps {
  readonly graph: GraphInView;
  readonly hidden: Hidden;
}

const tieNames: Readonly<Record<(typeof markedKinds)[number], readonly [one: string, many: string]>> = {
  CONTRADICTS: ['contradiction', 'contradictions'],
  SUPERSEDES: ['replacement', 'replacements'],
  SUPPORTS: ['support', 'supports'],
};

/** The kinds, each a switch. */
export function Legend({ graph, hidden }: LegendProps): JSX.Element {
  const nodes = countKinds(graph.nodes);
  const edges = countKinds<EdgeKind>(graph.edges);
  const { hide, without } = route.value.params;
  const isThere = (kind: EdgeKind): boolean => edges.has(kind);
  return (
    <ul class={styles['legend']} aria-label="What is shown">
      {nodeKinds
        .filter((kind) => nodes.has(kind))
        .map((kind) => (
          <li key={kind}>
            <button
              type="button"
              aria-pressed={!hidden.nodes.has(kind)}
              onClick={() => setParams({ hide: toggled(hide, kind) })}
            >
              <KindBadge kind={kind} words={countOf(nodes.get(kind) ?? 0, kinds[kind].one, kinds[kind].many)} />
            </button>
          </li>
        ))}
      {markedKinds.filter(isThere).map((kind) => (
        <li key={kind}>
          <button
            type="button"
            aria-pressed={!hidden.edges.has(kind)}
            onClick={() => setParams({ without: toggled(without, kind) })}
          >
            <span class={styles['arc']} style={{ borderColor: `var(${markTokens[kind]})` }} />
            {countOf(edges.get(kind) ?? 0, ...tieNames[kind])}
          </button>
        </li>
      ))}
    </ul>
  );
}

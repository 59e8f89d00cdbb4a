/** The constellation: all that the agents of a space know, as a graph. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import type { NodeKind } from '../../components/kinds.ts';
import { Answered, Notice } from '../../components/notices.tsx';
import { revision } from '../../live.ts';
import { go, route, setParams } from '../../route.ts';
import { asOwner, space } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { countOf } from '../../words.ts';
import styles from './constellation.module.css';
import { Filters } from './filters.tsx';
import { countKinds, type Graph, inView, tiesOf } from './graph-in-view.ts';
import { askedOf, hiddenBy, toggled } from './graph-question.ts';
import { Legend } from './legend.tsx';
import { NodeList } from './node-list.tsx';
import { NodeSearch } from './node-search.tsx';
import { canDraw, NoPicture, Picture } from './picture.tsx';

/**
 * Nodes beyond which a graph is asked for anew only by hand: agents may write all the time, and a large one takes
 * seconds to read and to draw.
 */
const manyNodes = 3_000;

/** The view. */
export function ConstellationView(): JSX.Element {
  const asked = askedOf(route.value.params);
  const question = JSON.stringify(asked);
  const [written, setWritten] = useState(revision.value);
  const answer = useAnswer((signal) => asOwner('graph', asked, signal), [space.value, question, written], false);
  const isLarge = (answer.answer?.nodes.length ?? 0) > manyNodes;
  useEffect(() => {
    if (!isLarge) setWritten(revision.value);
  }, [isLarge, revision.value]);
  return (
    <div class={styles['view']}>
      <div class={styles['title']}>
        <h1>Constellation</h1>
        {answer.answer !== undefined && <p>{shownWords(answer.answer)}</p>}
      </div>
      {isLarge && written !== revision.value && (
        <div role="status">
          <Button onClick={() => setWritten(revision.value)}>Show what was written since</Button>
        </div>
      )}
      <Answered asked={answer} loading="Reading the graph">
        {(graph) => <ShownGraph graph={graph} />}
      </Answered>
    </div>
  );
}

function ShownGraph({ graph }: { readonly graph: Graph }): JSX.Element {
  const { params } = route.value;
  const { hide, without } = params;
  const hidden = useMemo(() => hiddenBy({ hide, without }), [hide, without]);
  const shown = useMemo(() => inView(graph, hidden), [graph, hidden]);
  const nodeCounts = useMemo(() => countKinds(graph.nodes), [graph]);
  const edgeCounts = useMemo(() => countKinds(graph.edges), [graph]);
  const isDrawn = useMemo(canDraw, []);
  const id = params['node'] ?? params['inspect'];
  const chosen = shown.nodes.find((node) => node.id === id);
  const ties = useMemo(() => (chosen === undefined ? [] : tiesOf(shown, chosen.id)), [shown, chosen]);
  const toggle = (kind: NodeKind): void => setParams({ hide: toggled(hide, kind) });
  return (
    <div class={styles['view']}>
      {graph.notices.map((notice) => (
        <p key={notice} class={styles['quiet']}>
          {notice}
        </p>
      ))}
      <div class={styles['toolbar']}>
        <NodeSearch nodes={shown.nodes} onChoose={choose} />
        <Filters counts={edgeCounts} />
      </div>
      <Legend counts={nodeCounts} hidden={hidden.nodes} onToggle={toggle} />
      {graph.nodes.length === 0 && <Notice>{nothingWords(params)}</Notice>}
      {graph.nodes.length > 0 &&
        (isDrawn ? <Picture graph={graph} hidden={hidden} chosen={chosen?.id} onChoose={choose} /> : <NoPicture />)}
      {shown.nodes.length > 0 && (
        <NodeList key={chosen?.id} nodes={shown.nodes} chosen={chosen} ties={ties} onChoose={choose} />
      )}
    </div>
  );
}

/** Chooses a node, or none; what is known of it opens beside the view, where anything more is known of its kind. */
function choose(id: string | undefined): void {
  const { view, params } = route.value;
  const isInspected = id !== undefined && !/^(agent|session):/.test(id);
  go(view, { ...params, node: isInspected ? undefined : id, inspect: isInspected ? id : undefined });
}

function shownWords({ nodes, edges, total }: Graph): string {
  // Only memories have a strength.
  const memories = nodes.filter(({ strength }) => strength !== undefined).length;
  const of =
    memories === total
      ? countOf(total, 'memory', 'memories')
      : `${memories.toLocaleString('en-GB')} of ${countOf(total, 'memory', 'memories')}`;
  return `${of}, with ${countOf(nodes.length - memories, 'other node')} and ${countOf(edges.length, 'edge')}.`;
}

function nothingWords(params: Readonly<Record<string, string>>): string {
  const isFiltered = ['of', 'since', 'until', 'strength'].some((name) => params[name] !== undefined);
  return isFiltered
    ? 'No memory passes these filters.'
    : 'Nothing is remembered yet. What agents observe and believe will show here.';
}

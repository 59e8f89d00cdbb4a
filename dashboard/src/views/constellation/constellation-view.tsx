/** The constellation: all that the agents of a space know, as a sky at night or, on paper, as an atlas of it. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Answered, Notice } from '../../components/notices.tsx';
import { revision } from '../../live.ts';
import { go, route, setParams } from '../../route.ts';
import { agent, asOwner, space } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { countOf, numberOf } from '../../words.ts';
import styles from './constellation.module.css';
import { type Community, drawnFirst } from './communities.ts';
import { Filters } from './filters.tsx';
import { countKinds, type Graph, type GraphInView, tiesOf } from './graph-in-view.ts';
import { aroundIn, askedOf, depths, hiddenBy, timeIn } from './graph-question.ts';
import { Groups } from './groups.tsx';
import { Legend } from './legend.tsx';
import { NodeCard } from './node-card.tsx';
import { NodeList } from './node-list.tsx';
import { NodeSearch } from './node-search.tsx';
import { type NamedSky, Picture } from './picture.tsx';
import { inSky, isMemory, mentionsIn, momentsOf, skyOf } from './sky.ts';
import { TimeBar } from './time-bar.tsx';
import { useCommunities } from './use-communities.ts';

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
      {answer.answer === undefined && <Head />}
      {isLarge && written !== revision.value && (
        <div role="status" class={styles['news']}>
          <Button onClick={() => setWritten(revision.value)}>Show what was written since</Button>
        </div>
      )}
      <Answered asked={answer} loading="Reading the graph">
        {(graph) => <ShownGraph graph={graph} />}
      </Answered>
    </div>
  );
}

function Head({ children }: { readonly children?: ComponentChildren }): JSX.Element {
  return (
    <div class={styles['head']}>
      <h1>Constellation</h1>
      {children}
    </div>
  );
}

function ShownGraph({ graph }: { readonly graph: Graph }): JSX.Element {
  const { params } = route.value;
  const { hide, without } = params;
  const hidden = useMemo(() => hiddenBy({ hide, without }), [hide, without]);
  const groups = useCommunities(graph);
  const opened = useMemo(() => new Set(params['open']?.split(',')), [params['open']]);
  const only = useDrawnFirst(groups, opened, [params['node'] ?? params['inspect'], params['around']]);
  const skies = useSkies(graph, only);
  const shown = useMemo(() => together(skies.map(({ sky }) => inSky(graph, hidden, sky))), [graph, hidden, skies]);
  const mentions = useMemo(() => mentionsIn(graph), [graph]);
  const moments = useMemo(() => momentsOf(graph), [graph]);
  const around = aroundIn(params);
  const id = params['node'] ?? params['inspect'] ?? around?.id;
  const chosen = shown.nodes.find((node) => node.id === id);
  const ties = useMemo(() => (chosen === undefined ? [] : tiesOf(shown, chosen.id)), [shown, chosen]);
  const memories = shown.nodes.filter(isMemory).length;
  const isEmpty = graph.nodes.length === 0;
  const fitOn = [hide, without, around?.id, around?.depth, params['other'], params['open']].join();
  return (
    <>
      <section class={styles['sky']} aria-label="The sky">
        <div class={styles['panel']}>
          <Head>
            <p class={styles['quiet']}>{shownWords(graph, shown)}</p>
          </Head>
          {graph.notices.map((notice) => (
            <p key={notice} class={styles['quiet']}>
              {notice}
            </p>
          ))}
          {groups !== undefined && <Groups groups={groups} drawn={memories} opened={opened} />}
          <NodeSearch nodes={groups === undefined ? shown.nodes : graph.nodes} onChoose={choose} />
          <Filters counts={countKinds(graph.edges)} />
        </div>
        {chosen !== undefined && (
          <NodeCard
            node={chosen}
            mentions={mentions.get(chosen.id) ?? 0}
            around={around}
            onClose={() => choose(undefined)}
          />
        )}
        {isEmpty ? (
          <div class={styles['nothing']}>
            <Notice>{nothingWords(params)}</Notice>
          </div>
        ) : (
          <Picture
            graph={graph}
            hidden={hidden}
            skies={skies}
            chosen={chosen?.id}
            fitOn={fitOn}
            onChoose={choose}
            onExpand={expand}
          />
        )}
        {!isEmpty && (
          <div class={styles['foot']}>
            {moments.length > 1 && (
              <TimeBar moments={moments} asOf={timeIn(params)} words={countOf(memories, 'memory', 'memories')} />
            )}
            <Legend graph={graph} hidden={hidden} />
          </div>
        )}
      </section>
      {shown.nodes.length > 0 && (
        <NodeList key={chosen?.id} nodes={shown.nodes} chosen={chosen} ties={ties} onChoose={choose} />
      )}
    </>
  );
}

/** Of a large graph the memories that are drawn; what was chosen is, and around a node all is. */
function useDrawnFirst(
  groups: readonly Community[] | undefined,
  opened: ReadonlySet<string>,
  [chosen, around]: readonly (string | undefined)[],
): ReadonlySet<string> | undefined {
  return useMemo(() => {
    if (groups === undefined || around !== undefined) return undefined;
    const drawn = drawnFirst(groups, opened);
    return chosen === undefined ? drawn : new Set([...drawn, chosen]);
  }, [groups, opened, chosen, around]);
}

/** One sky of all, or one each for the agent of the frame and for another. */
function useSkies(graph: Graph, only: ReadonlySet<string> | undefined): readonly NamedSky[] {
  const { params } = route.value;
  const around = aroundIn(params);
  const asOf = timeIn(params);
  const { other } = params;
  const name = agent.value;
  return useMemo(() => {
    if (other === undefined || other === name) return [{ sky: skyOf(graph, { asOf, around, only }) }];
    return [name, other].map((one) => ({ name: one, sky: skyOf(graph, { asOf, around, only, agent: one }) }));
  }, [graph, only, asOf, around?.id, around?.depth, other, name]);
}

/** What is shown in either of two skies. */
function together(parts: readonly GraphInView[]): GraphInView {
  return {
    nodes: [...new Set(parts.flatMap(({ nodes }) => nodes))],
    edges: [...new Set(parts.flatMap(({ edges }) => edges))],
  };
}

/** Chooses a node, or none; what is known of it opens beside the view, where anything more is known of its kind. */
function choose(id: string | undefined): void {
  const { view, params } = route.value;
  const isInspected = id !== undefined && !/^(agent|session):/.test(id);
  if (id === undefined && params['node'] === undefined && params['inspect'] === undefined) return;
  go(view, { ...params, node: isInspected ? undefined : id, inspect: isInspected ? id : undefined });
}

/** Draws the sky around a node; around the same one, a step farther. */
function expand(id: string): void {
  const around = aroundIn(route.value.params);
  const most = depths[depths.length - 1] ?? 1;
  const depth = around?.id === id ? Math.min(most, around.depth + 1) : 1;
  setParams({ around: id, depth: depth === 1 ? undefined : String(depth) });
}

function shownWords({ total }: Graph, { nodes, edges }: GraphInView): string {
  const memories = nodes.filter(isMemory).length;
  const of =
    memories === total
      ? countOf(total, 'memory', 'memories')
      : `${numberOf(memories)} of ${countOf(total, 'memory', 'memories')}`;
  return `${of}, with ${countOf(nodes.length - memories, 'other node')} and ${countOf(edges.length, 'edge')}.`;
}

function nothingWords(params: Readonly<Record<string, string>>): string {
  const isFiltered = ['of', 'since', 'until', 'strength'].some((name) => params[name] !== undefined);
  return isFiltered
    ? 'No memory passes these filters.'
    : 'Nothing is remembered yet. What agents observe and believe will show here.';
}

/** The part of the sky around an entity, and in words whom and what memories mention with it. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Answered, Notice } from '../../components/notices.tsx';
import { go, hrefOf, inspect } from '../../route.ts';
import { asOwner, space } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { countOf } from '../../words.ts';
import type { Graph } from '../constellation/graph-in-view.ts';
import { Picture } from '../constellation/picture.tsx';
import { skyOf } from '../constellation/sky.ts';
import { companionsOf, localGraph } from './entity-around.ts';
import styles from './entity.module.css';

/** Names of a sort that are listed. */
const listed = 12;
const nothing = { nodes: new Set<never>(), edges: new Set<never>() };

/** The picture and the words. */
export function EntitySky({ id, name }: { readonly id: string; readonly name: string }): JSX.Element {
  const asked = useAnswer((signal) => asOwner('graph', {}, signal), [space.value, id]);
  return (
    <Answered asked={asked} loading="Reading the graph">
      {(graph) => <Around graph={graph} id={id} name={name} />}
    </Answered>
  );
}

interface AroundProps {
  readonly graph: Graph;
  readonly id: string;
  readonly name: string;
}

function Around({ graph, id, name }: AroundProps): JSX.Element {
  const local = useMemo(() => localGraph(graph, id), [graph, id]);
  const skies = useMemo(() => [{ sky: skyOf(local, {}) }], [local]);
  const groups = useMemo(() => companionsOf(local, id), [local, id]);
  if (local.nodes.length === 0) {
    return (
      <Notice>
        It is in none of the memories that count most ({countOf(graph.total, 'memory', 'memories')} in all); the
        timeline has those that speak of it.
      </Notice>
    );
  }
  return (
    <>
      <div class={styles['sky']}>
        <Picture
          graph={local}
          hidden={nothing}
          skies={skies}
          chosen={undefined}
          fitOn={id}
          isSmall
          onChoose={open}
          onExpand={(node) => go('constellation', { around: node })}
        />
      </div>
      {groups.length === 0 && <p class={styles['quiet']}>No memory mentions {name} with anybody or anything else.</p>}
      {groups.map(({ title, companions }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul class={styles['companions']}>
            {companions.slice(0, listed).map(({ node, shared }) => (
              <li key={node.id}>
                <a href={hrefOf('entity', { id: node.id })}>{node.label}</a>{' '}
                <span class={styles['quiet']}>in {countOf(shared, 'memory', 'memories')}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

function open(id: string | undefined): void {
  if (id === undefined) return;
  if (id.startsWith('entity:')) go('entity', { id });
  else if (/^(agent|session):/.test(id)) go('constellation', { node: id });
  else inspect(id);
}

/** An entity in the panel: its names, its relations, what was merged with it, and where it is mentioned. */
import type { InspectedEntity, InspectedMerge, InspectedRelation, WhyMemory } from 'madeleine';
import type { ComponentChildren, JSX } from 'preact';
import { hrefOf } from '../../route.ts';
import type { Wire } from '../../wire.ts';
import { countOf, dayOf } from '../../words.ts';
import { KindBadge } from '../kind-badge.tsx';
import { Chips, InspectLink, MemoryLines, Pairs, Section } from './parts.tsx';
import styles from './parts.module.css';

interface InspectedEntityPartProps {
  readonly entity: Wire<InspectedEntity>;
  /** The latest memories that speak of it. */
  readonly mentionedIn: readonly Wire<WhyMemory>[];
}

/** Everything about an entity. */
export function InspectedEntityPart({ entity, mentionedIn }: InspectedEntityPartProps): JSX.Element {
  const { id, name, aliases, type, path, memories, merges, relations } = entity;
  return (
    <>
      <p>
        <KindBadge kind="entity" words={`entity: ${type}`} />
      </p>
      <p class={`${styles['content']} ${styles['name']}`}>{name}</p>
      <p>
        <a href={hrefOf('entity', { id })}>Open its page</a>
      </p>
      <Section title="What is known of it">
        <Pairs
          of={[
            ['Mentioned in', countOf(memories, 'memory', 'memories')],
            ['Path', path],
            ['Id', id],
          ]}
        />
      </Section>
      <Section title="Also called" count={aliases.length}>
        <Chips of={aliases} />
      </Section>
      <Section title="Relations" count={relations.length}>
        <ul class={styles['lines']}>
          {relations.map((relation) => (
            <Relation key={`${relation.from} ${relation.predicate} ${relation.to}`} relation={relation} seenFrom={id} />
          ))}
        </ul>
      </Section>
      <Section title="Merges" count={merges.length}>
        <ul class={styles['lines']}>
          {merges.map((merge) => (
            <li key={`${merge.believer} ${merge.at} ${merge.from}`}>{mergeWords(merge)}</li>
          ))}
        </ul>
      </Section>
      <Section title={memories > mentionedIn.length ? 'Latest memories' : 'Memories'} count={mentionedIn.length}>
        <MemoryLines of={mentionedIn.map((memory) => ({ memory }))} />
      </Section>
    </>
  );
}

interface RelationProps {
  readonly relation: Wire<InspectedRelation>;
  readonly seenFrom: string;
}

function Relation({ relation, seenFrom }: RelationProps): JSX.Element {
  const { from, fromName, predicate, to, toName } = relation;
  const end = (id: string, name: string): ComponentChildren =>
    id === seenFrom ? name : <InspectLink id={id}>{name}</InspectLink>;
  return (
    <li>
      {end(from, fromName)} {predicate} {end(to, toName)}
    </li>
  );
}

function mergeWords({ names: [from, to], believer, at, undoneAt }: Wire<InspectedMerge>): string {
  const undone = undoneAt === undefined ? '' : `; undone ${dayOf(undoneAt)}`;
  return `${from} counts as ${to} for ${believer} since ${dayOf(at)}${undone}`;
}

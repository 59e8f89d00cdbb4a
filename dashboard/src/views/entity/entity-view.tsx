/** An entity's own page: what is held true of it and by whom, when it came up, what lies around it, and how it is mended. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { KindBadge } from '../../components/kind-badge.tsx';
import { Chips, InspectLink, MemoryLines } from '../../components/inspection/parts.tsx';
import { Answered, Notice } from '../../components/notices.tsx';
import { Section } from '../../components/section.tsx';
import { hrefOf, route } from '../../route.ts';
import { agents, asAgent, asOwner, space } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { countOf } from '../../words.ts';
import type { SpaceAnswer } from '../../wire.ts';
import { SittingPart } from '../mending/done-deeds.tsx';
import { sitting } from '../mending/sitting.ts';
import { EntityMending } from './entity-mending.tsx';
import { believersOf, factReaders, type HeldFact, heldFacts } from './entity-facts.ts';
import { EntitySky } from './entity-sky.tsx';
import styles from './entity.module.css';

/** An inspected entity. */
type Inspected = NonNullable<SpaceAnswer<'inspect'>['entity']>;

/** Facts that are read of each agent. */
const mostFacts = 200;

/** The view. */
export function EntityView(): JSX.Element {
  const { id } = route.value.params;
  if (id === undefined) {
    return (
      <div class={styles['view']}>
        <h1>Nobody and nothing</h1>
        <Notice>Find anything (Ctrl K) leads to an entity by its name.</Notice>
      </div>
    );
  }
  return <EntityPage key={id} id={id} />;
}

function EntityPage({ id }: { readonly id: string }): JSX.Element {
  // A merge changes no memory, so nobody tells of it but the sitting.
  const asked = useAnswer((signal) => asOwner('inspect', { id }, signal), [space.value, id, sitting.value]);
  const isGone = asked.problem?.code === 'NOT_FOUND';
  return (
    <div class={styles['view']}>
      {(isGone || asked.answer?.entity === undefined) && <h1>{isGone ? 'Nothing is known of it' : 'An entity'}</h1>}
      {isGone ? (
        <Notice>Nothing is remembered of it any more.</Notice>
      ) : (
        <Answered asked={asked} loading="Looking it up">
          {({ entity, mentionedIn }) =>
            entity === undefined ? (
              <Notice>This is no entity but a memory.</Notice>
            ) : (
              <Known entity={entity} mentionedIn={mentionedIn} />
            )
          }
        </Answered>
      )}
      <SittingPart />
    </div>
  );
}

interface KnownProps {
  readonly entity: Inspected;
  readonly mentionedIn: SpaceAnswer<'inspect'>['mentionedIn'];
}

function Known({ entity, mentionedIn }: KnownProps): JSX.Element {
  const { id, name, type, path, aliases, memories } = entity;
  const timeline = useMemo(() => inTime(mentionedIn), [mentionedIn]);
  return (
    <div class={styles['view']}>
      <div>
        <h1>{name}</h1>
        <p class={styles['quiet']}>
          <KindBadge kind="entity" words={type === 'other' ? 'an entity' : type} /> in{' '}
          {countOf(memories, 'memory', 'memories')}
          {path !== undefined && `; at ${path}`} · <a href={hrefOf('constellation', { around: id })}>in the sky</a>
        </p>
      </div>
      <Merged entity={entity} />
      {aliases.length > 0 && <Chips of={aliases} />}
      <div class={styles['columns']}>
        <div class={styles['stack']}>
          <Section title="What is held true of it">
            <Facts id={id} />
          </Section>
          <Section title={memories > timeline.length ? `Timeline: the last ${timeline.length} memories` : 'Timeline'}>
            <MemoryLines of={timeline.map((memory) => ({ memory }))} />
          </Section>
        </div>
        <div class={styles['stack']}>
          <Section title="Around it">
            <EntitySky id={id} name={name} />
          </Section>
          <Section title="Mend it">
            <EntityMending entity={entity} />
          </Section>
        </div>
      </div>
    </div>
  );
}

/** With what it was made one, where that stands. */
function Merged({ entity: { id, merges } }: { readonly entity: Inspected }): JSX.Element | null {
  const standing = merges.filter(({ undoneAt }) => undoneAt === undefined);
  if (standing.length === 0) return null;
  return (
    <ul class={styles['quiet']}>
      {standing.map(({ from, to, names: [old, current], believer }) => (
        <li key={`${from} ${to} ${believer}`}>
          {from === id ? 'Counts as ' : 'Stands for '}
          <a href={hrefOf('entity', { id: from === id ? to : from })}>{from === id ? current : old}</a>
          {from === id ? '' : ' too'}, for {believer === 'system' ? 'everybody' : believer}.
        </li>
      ))}
    </ul>
  );
}

function Facts({ id }: { readonly id: string }): JSX.Element {
  const names = factReaders(agents.value.map(({ name }) => name));
  const asked = useAnswer(
    async (signal) =>
      heldFacts(
        await Promise.all(
          names.map(async (name) => {
            const { facts } = await asAgent(
              'facts',
              { about: [id], superseded: true, limit: mostFacts },
              { signal, name },
            );
            return { agent: name, facts };
          }),
        ),
      ),
    [space.value, id, names.join('\n'), sitting.value],
  );
  return (
    <Answered asked={asked} loading="Reading what is believed">
      {(held) =>
        held.length === 0 ? (
          <Notice>No fact is about it; the timeline has what was said.</Notice>
        ) : (
          <ul class={styles['facts']}>
            {held.map((one) => (
              <FactLine key={one.fact.id} held={one} />
            ))}
          </ul>
        )
      }
    </Answered>
  );
}

function FactLine({ held }: { readonly held: HeldFact }): JSX.Element {
  return (
    <li class={held.isReplaced ? styles['replaced'] : undefined}>
      <InspectLink id={held.fact.id}>{held.fact.content}</InspectLink>
      <p class={styles['quiet']}>
        {believersOf(held)}
        {held.isReplaced && '; something took its place'}
      </p>
    </li>
  );
}

/** By when they happened, the latest first; what tells no time last. */
function inTime(memories: KnownProps['mentionedIn']): KnownProps['mentionedIn'] {
  return [...memories].sort((one, other) => (other.occurredAt ?? '').localeCompare(one.occurredAt ?? ''));
}

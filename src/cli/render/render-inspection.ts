/** An inspection as text: what it is in the first lines, then a heading for everything that it has something to say of. */
import type { InspectedBelief, InspectedEntity, InspectedMemory, Inspection, WhyMemory } from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { counted, day, plain, wrap } from '../text-layout.ts';

/** How to lay it out. */
interface InspectionLayout {
  readonly colours: Colours;
  /** Columns. */
  readonly width: number;
}

/** The lines of an inspection. */
export function renderInspection(inspection: Inspection, layout: InspectionLayout): readonly string[] {
  const { id, memory, entity, session } = inspection;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['believed by', inspection.beliefs.map(beliefLine)],
    ['takes the place of', inspection.supersedes.map((one) => `${told(one.memory)} (for ${one.believer})`)],
    ['its place was taken by', inspection.supersededBy.map((one) => `${told(one.memory)} (for ${one.believer})`)],
    ['supports', inspection.supports.map((one) => `${told(one.memory)} (${one.state}, ${one.believer}, ${one.rule})`)],
    [
      'contradicts',
      inspection.contradicts.map((one) => `${told(one.memory)} (${one.state}, ${one.believer}, ${one.rule})`),
    ],
    ['follows from', inspection.derivedFrom.map(told)],
    ['what follows from it', inspection.derived.map(told)],
    ['comes after', inspection.follows.map((one) => `${told(one.memory)} (${one.type})`)],
    ['comes before', inspection.followedBy.map((one) => `${told(one.memory)} (${one.type})`)],
    ['mentions', inspection.mentions.map(({ id: named, name, type }) => `${name} (${type}, ${named})`)],
    ['session', session === undefined ? [] : [`${session.goal ?? 'without a goal'} (${session.id})`]],
    ...(entity === undefined ? [] : entitySections(entity)),
    ['spoken of in', inspection.mentionedIn.map(told)],
  ];
  const { colours, width } = layout;
  const lines = (texts: readonly string[], indent: number): readonly string[] =>
    texts.flatMap((text) => wrap(plain(text), width - indent).map((line) => ' '.repeat(indent) + line));
  return [
    ...lines([memory?.content ?? entity?.name ?? id], 0).map((line) => colours.bold(line)),
    ...lines(
      [memory === undefined ? '' : memoryLine(memory), entity === undefined ? '' : entityLine(entity)],
      0,
    ).filter((line) => line !== ''),
    ...sections
      .filter(([, texts]) => texts.length > 0)
      .flatMap(([heading, texts]) => ['', colours.bold(heading), ...lines(texts, 2)]),
  ];
}

function told({ id, content }: WhyMemory): string {
  return `"${content}" ${id}`;
}

function beliefLine({ agent, state, effective, confidence, since, permanent, provenance }: InspectedBelief): string {
  const strength = permanent ? 'for good' : `strength ${effective.toFixed(2)}`;
  const source = `${provenance.channel}: ${provenance.source}`;
  return `${agent}: ${state}, ${strength}, confidence ${confidence.toFixed(2)}, since ${day(since)}, from ${source}`;
}

function memoryLine(memory: InspectedMemory): string {
  const { id, type, kind, authority, importance, ring, knowledgeType, domain, topic, concepts } = memory;
  const facts = [
    id,
    kind ?? type,
    `authority ${authority.toFixed(2)}`,
    `importance ${importance}`,
    ...[ring, knowledgeType, domain, topic].filter((value) => value !== undefined),
    ...(concepts.length === 0 ? [] : [`concepts ${concepts.join(', ')}`]),
  ];
  return facts.join(' · ');
}

function entityLine({ id, type, aliases, memories }: InspectedEntity): string {
  const facts = [id, type, counted(memories, 'memory', 'memories')];
  return [...facts, ...(aliases.length === 0 ? [] : [`also called ${aliases.join(', ')}`])].join(' · ');
}

function entitySections({ merges, relations }: InspectedEntity): readonly (readonly [string, readonly string[]])[] {
  return [
    ['relations', relations.map(({ fromName, predicate, toName }) => `${fromName} ${predicate} ${toName}`)],
    [
      'merges',
      merges.map(({ names: [from, to], believer, at, undoneAt, id }) => {
        const undone = undoneAt === undefined ? '' : `, undone ${day(undoneAt)}`;
        return `${from} into ${to} for ${believer}, ${day(at)}${undone}${id === undefined ? '' : ` (${id})`}`;
      }),
    ],
  ];
}

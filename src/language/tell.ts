/** One memory as a sentence, with what contradicts it. */
import { termsOf } from './terms.ts';
import type { ProseItem, ToldMemory } from '../ambient/prose-item.ts';
import { relationStatement } from './relation-statement.ts';
import { asClause } from './reported.ts';
import { secondForm } from './second-person.ts';
import { tellFact } from './tell-fact.ts';
import { tellObservation } from './tell-observation.ts';
import type { Scene, Told } from './told.ts';

/** Three words and more before the first form of be: nobody's name. */
const longSubject = /^(?:.* that )?((?:\S+ ){2,}\S+)(?= (?:is|was|are|were|has|will)\b)/u;
/** Our own words at the beginning of a sentence, which need no capital inside another. */
const ownOpening = /^(?:You|It|An?|The|As|At|According|Somebody|Later)\b/;

/** The memory as a sentence; undefined where nothing can be said. */
export function tell(item: ProseItem, scene: Scene): Told | undefined {
  const told = (isBriefSelf(item) ? tellRelation(item, scene) : undefined) ?? tellMemory(item, scene);
  if (told === undefined || item.contradictedBy === undefined) return told;
  const { before: _, ...alone } = scene;
  const against = tellMemory(item.contradictedBy, alone);
  return against === undefined ? told : { text: withContradiction(told.text, against, item.contradictedBy) };
}

/** What the relations of a memory say, where its own words do not fit. */
export function tellRelation({ relations = [], content }: ProseItem, { reader }: Scene): Told | undefined {
  const [relation] = relations;
  if (relation === undefined) return undefined;
  const statement = relationStatement(relation, { reader, content });
  return { text: `${statement.subject} ${statement.rest}`, statement };
}

function tellMemory(memory: ToldMemory, scene: Scene): Told | undefined {
  return memory.type === 'fact' ? tellFact(memory, scene) : tellObservation(memory, scene);
}

/** `I live in Seattle.`: all that it says is the relation. */
function isBriefSelf({ type, content, relations = [] }: ProseItem): boolean {
  const [relation] = relations;
  if (type !== 'user_input' || relation === undefined || relations.length > 1 || !/\b(?:I|[Mm]y)\b/.test(content))
    return false;
  const { from, predicate, to } = relation;
  const [verb = ''] = predicate.split(' ', 1);
  const related = new Set(termsOf([from, predicate, secondForm(verb) ?? '', to].join(' ')));
  return !/[?？]/u.test(content) && termsOf(content).every((term) => related.has(term));
}

/** What is said against it; of a long subject that both have, `it` is said. */
function withContradiction(said: string, { text, statement }: Told, memory: ToldMemory): string {
  const names = memory.entities.map(({ name }) => name);
  const isStatement = memory.type === 'fact' && (statement !== undefined || !ownOpening.test(text));
  const clause = isStatement ? asClause(text, names) : undefined;
  const against = clause === undefined ? asInner(text, names) : `it was also said that ${clause}`;
  if (/[.!?…”]$/u.test(said)) return `${said} But ${against}`;
  const subject = longSubject.exec(said)?.[1];
  return `${said}, though ${subject === undefined ? against : against.replace(`${subject} `, 'it ')}`;
}

function asInner(text: string, names: readonly string[]): string {
  if (ownOpening.test(text)) return text.charAt(0).toLowerCase() + text.slice(1);
  return asClause(text, names) ?? text;
}

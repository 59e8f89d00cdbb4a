/** One memory as a sentence, with what makes it doubtful: that something contradicts it, or that it has faded. */
import { passageOf, sentencesIn } from './passage.ts';
import { plainWords } from './plain-words.ts';
import type { ProseItem, ToldMemory } from './prose-item.ts';
import { relationStatement } from './relation-statement.ts';
import { asClause } from './reported.ts';
import { tellFact } from './tell-fact.ts';
import { tellObservation } from './tell-observation.ts';
import type { Scene, Told } from './told.ts';

/** A speaker's words about himself that are no longer than this are told as what they say, in characters. */
const briefWords = 60;
/** Our own words at the beginning of a sentence, which need no capital inside another. */
const ownOpening = /^(?:You|It|An?|The|As|At|According|Somebody|Later)\b/;

/** The memory as a sentence; undefined where nothing can be said. */
export function tell(item: ProseItem, scene: Scene): Told | undefined {
  const told = tellPlainly(item, scene);
  if (told === undefined) return undefined;
  const names = item.entities.map(({ name }) => name);
  const doubted = item.faded === true ? `As far as you remember, ${asInner(told.text, names)}` : told.text;
  const contradiction = item.contradictedBy === undefined ? undefined : tellMemory(item.contradictedBy, scene);
  if (contradiction !== undefined) return { text: withContradiction(doubted, contradiction, item.contradictedBy) };
  return item.faded === true ? { text: doubted } : told;
}

/** What the relations of a memory say, where its own words do not fit. */
export function tellRelation({ relations = [] }: ProseItem, { reader }: Scene): Told | undefined {
  const [relation] = relations;
  if (relation === undefined) return undefined;
  const statement = relationStatement(relation, reader);
  return { text: `${statement.subject} ${statement.rest}`, statement };
}

function tellPlainly(item: ProseItem, scene: Scene): Told | undefined {
  return (isBriefSelf(item, scene) ? tellRelation(item, scene) : undefined) ?? tellMemory(item, scene);
}

function tellMemory(memory: ToldMemory, scene: Scene): Told | undefined {
  return memory.type === 'fact' ? tellFact(memory, scene) : tellObservation(memory, scene);
}

/** `I live in Seattle.`: all that it says is the relation. */
function isBriefSelf({ type, content, relations }: ProseItem, scene: Scene): boolean {
  if (type !== 'user_input' || relations?.length !== 1) return false;
  const text = plainWords(content);
  const passage = passageOf(text, scene);
  return (
    text.length <= briefWords &&
    sentencesIn(text).length === 1 &&
    !/[?？!]$/u.test(passage) &&
    /\b(?:I|[Mm]y)\b/.test(text)
  );
}

function withContradiction(said: string, { text, statement }: Told, memory: ToldMemory | undefined): string {
  const names = memory?.entities.map(({ name }) => name) ?? [];
  const isStatement = memory?.type === 'fact' && (statement !== undefined || !ownOpening.test(text));
  const clause = isStatement ? asClause(text, names) : undefined;
  const against = clause === undefined ? asInner(text, names) : `it was also said that ${clause}`;
  return /[.!?…”]$/u.test(said) ? `${said} But ${against}` : `${said}, though ${against}`;
}

function asInner(text: string, names: readonly string[]): string {
  if (ownOpening.test(text)) return text.charAt(0).toLowerCase() + text.slice(1);
  return asClause(text, names) ?? text;
}

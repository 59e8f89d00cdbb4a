/**
 * A fact as a sentence: plainly where it is a statement, as the reader's own where it is its opinion,
 * as a rule or a goal where it is one, and as somebody's words where it must not be more than that.
 */
import { type Provenance, systemAgent } from '../domain/records.ts';
import { isImperative, looksLikeInstruction } from './looks-like-instruction.ts';
import { passageOf, sentencesIn } from './passage.ts';
import type { ToldMemory } from '../ambient/prose-item.ts';
import { asClause, quoted, reported } from './reported.ts';
import { aboutReader, inSecondPerson, speaksOfSelf } from './second-person.ts';
import { statementOf } from './statement-of.ts';
import type { Scene, Told } from './told.ts';
import { isSame, nameOf, provenanceOf, sourceName } from './who-told.ts';

const withoutSubject =
  /^(?:likes|loves|hates|prefers|dislikes|enjoys|wants|needs|lives|works|uses|has|owns|is|was|does|speaks)\b/i;

const liking = /\b(?:likes?|loves?|hates?|prefers?|dislikes?|enjoys?|favou?rites?)\b/i;

/** The fact as a sentence; undefined where nothing can be said. */
export function tellFact(fact: ToldMemory, scene: Scene): Told | undefined {
  const text = passageOf(scene.passagesIn(fact.content), scene.most);
  if (text === '') return undefined;
  const names = fact.entities.map(({ name }) => name);
  const provenance = provenanceOf(fact, scene.reader);
  const aim = aimOf(text, fact, provenance);
  if (aim !== undefined) return { text: aim };
  const own = isOwn(fact, scene.reader);
  if (looksLikeInstruction(text) || withoutSubject.test(text) || (speaksOfSelf(text) && !own))
    return { text: `${toldBy(provenance, scene.reader)}: ${quoted(capitalised(text))}` };
  if (own && speaksOfSelf(text)) return { text: capitalised(inSecondPerson(withoutStop(text))) };
  if (own && isOpinion(fact)) return { text: `You think${reported(text, { own, names })}` };
  if (provenance?.channel === 'tool') return { text: accordingTo(text, names, provenance) };
  if (sentencesIn(text).length !== 1 || /[!?…]/u.test(text)) return { text: capitalised(text) };
  const said = aboutReader(capitalised(withoutStop(text)), scene.reader);
  return statementOf(said, { names: [...names, 'You'], fact, now: scene.now });
}

/** A rule or a goal that is put as an order: `The rule is never to ...`. */
function aimOf(text: string, { kind }: ToldMemory, provenance: Provenance | undefined): string | undefined {
  const isTrusted = provenance !== undefined && !['tool', 'import'].includes(provenance.channel);
  if (!isTrusted || kind?.startsWith('intent.') !== true || !isImperative(text)) return undefined;
  const order = withoutStop(text).replace(/^(?:please|kindly)\s+/i, '');
  const [, negation, rest = order] = /^(never|do not|don['’]t)\s+(.+)$/i.exec(order) ?? [];
  const small = rest.charAt(0).toLowerCase() + rest.slice(1);
  const denied = negation?.toLowerCase() === 'never' ? 'never ' : negation === undefined ? '' : 'not ';
  return `The ${kind === 'intent.goal' ? 'goal' : 'rule'} is ${denied}to ${small}`;
}

/** Whether the reader said it itself, or came to it by itself. */
function isOwn({ believers }: ToldMemory, reader: string): boolean {
  return believers.some(
    ({ agent, provenance: { channel, source } }) =>
      agent !== systemAgent &&
      isSame(agent, reader) &&
      channel === 'agent' &&
      (source === '' || isSame(source, reader)),
  );
}

/** A judgement; what somebody likes is no opinion of the reader's, though it is a preference. */
function isOpinion({ kind, knowledgeType, content }: ToldMemory): boolean {
  return kind === 'self.preference' && (knowledgeType === 'insight' || !liking.test(content));
}

/** Whose words a fact is, where it is told as words. */
function toldBy(provenance: Provenance | undefined, reader: string): string {
  switch (provenance?.channel) {
    case 'user':
      return isSame(provenance.source, reader) || sourceName(provenance) === undefined
        ? 'You were once told'
        : `${nameOf(provenance.source)} once said`;
    case 'agent':
      return isSame(provenance.source, reader) ? 'You once noted' : `${nameOf(provenance.source)} once noted`;
    case 'tool':
      return `${sourceName(provenance) ?? 'A tool'} once said`;
    case 'import':
      return 'Somebody once wrote';
    default:
      return 'It was once said';
  }
}

function accordingTo(text: string, names: readonly string[], provenance: Provenance): string {
  const clause = sentencesIn(text).length === 1 ? asClause(text, names) : undefined;
  const source = sourceName(provenance) ?? 'a tool';
  return clause === undefined
    ? `${capitalised(source)} once said: ${quoted(text)}`
    : `According to ${source}, ${clause}`;
}

function withoutStop(text: string): string {
  return text.replace(/(?<!\.)\.$/, '');
}

/** With a capital letter, unless the first word is an identifier. */
function capitalised(text: string): string {
  return /^\p{Ll}+(?=[\s,’']|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

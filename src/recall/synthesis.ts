/**
 * The answer of a constellation as a person would give it, by templates: the best statement with who said it to whom
 * and when, then what speaks against it. What is quoted is whole: of a long memory the sentence that answers.
 *
 *   Mark told you on 9 January 2026: “Jay prefers tabs.” But Petra said on 11 January 2026: “Jay hates tabs.”
 */
import { foldName } from '../language/fold.ts';
import { dayInFull } from '../language/dates.ts';
import { tellsChange } from '../language/revision-wording.ts';
import { plainWords, small } from '../language/sentences.ts';
import { attributionOf, tellFact } from '../language/tell-memory.ts';
import { type Passages, passageOf, passagesIn, quoted } from '../language/told.ts';
import { termsOf } from '../language/words.ts';
import { synthesisCharacters } from './defaults.ts';
import type { RecalledMemory } from './recall-options.ts';
import { areOpposed, successorOf } from './roles.ts';

/** What a synthesis is made for. */
export interface SynthesisOptions {
  /** The name of the agent that reads it. */
  readonly agent: string;
  readonly query: string;
  readonly now: Date;
}

/** A memory is quoted whole up to so many characters; of a longer one the sentence that answers. */
const quotedWhole = 240;
/** No sentence that people write is longer, in characters: what is, is not quoted. */
const longestQuoted = 600;

/** The answer that some memories with parts give, in one or two sentences. */
export function synthesisOf(memories: readonly RecalledMemory[], options: SynthesisOptions): string {
  const [best] = memories.filter(({ role }) => role === 'primary');
  if (best === undefined) return '';
  const answer = stated(best, options);
  const against = memories.find((memory) => memory.role === 'contradicting' && areOpposed(memory, best));
  if (against === undefined) return answer;
  const both = `${answer} ${opposed(against, best, options)}`;
  return both.length <= synthesisCharacters ? both : `${answer} ${shortly(against, best)}`;
}

/** The best statement; of one that does not hold any more, until when it was held. */
function stated(memory: RecalledMemory, options: SynthesisOptions): string {
  const { superseded, thought } = memory;
  const said = told(memory, options);
  if (superseded !== undefined) return `Until ${dayInFull(superseded.at)} this was held: ${said}`;
  return thought?.revisedBy === undefined ? said : `Before it was revised: ${said}`;
}

/** What speaks against a memory, or what it has taken the place of. */
function opposed(against: RecalledMemory, best: RecalledMemory, options: SynthesisOptions): string {
  const said = told(against, options);
  const isQuoted = said.endsWith('”');
  if (successorOf(against) !== best.id) {
    if (isException(against, best)) return `An exception: ${inner(said)}`;
    if (isPast(against, best)) return isQuoted ? `Before that, ${inner(said)}` : before(against);
    if (against.superseded !== undefined) return isQuoted ? `Before that, ${inner(said)}` : stated(against, options);
    if (best.superseded !== undefined && !isQuoted) return `Now this is held: ${said}`;
    return isQuoted ? `But ${inner(said)}` : `But this is held too: ${said}`;
  }
  if (!isQuoted) return before(against);
  return `It ${against.thought?.revisedBy === best.id ? 'revises' : 'takes the place of'} what ${inner(said)}`;
}

function before({ content }: RecalledMemory): string {
  return `Before that this was held: ${quoted(plainWords(content))}`;
}

/** The same where there is no room for its words. */
function shortly(against: RecalledMemory, best: RecalledMemory): string {
  if (successorOf(against) === best.id) return 'It takes the place of something that was held before.';
  return isException(against, best) ? 'There is an exception to it.' : 'But another memory contradicts it.';
}

/** Whether it was held, or said by the same speaker, before the other told what has changed. */
function isPast(against: RecalledMemory, best: RecalledMemory): boolean {
  const isOne = against.type === 'fact' || against.speaker === best.speaker;
  return isOne && against.occurredAt < best.occurredAt && tellsChange(best.content);
}

function isException({ id, links = [] }: RecalledMemory, best: RecalledMemory): boolean {
  const between = [
    ...links.filter(({ memory }) => memory === best.id),
    ...(best.links ?? []).filter(({ memory }) => memory === id),
  ].filter(({ kind }) => kind === 'contradicts');
  return between.length > 0 && between.every(({ state }) => state === 'exception');
}

/** Our own words begin it, and stand inside a sentence with a small letter; a name keeps its capital. */
function inner(said: string): string {
  return /^(?:You|An?|The|Somebody)\b/.test(said) ? small(said) : said;
}

/** A memory in a sentence, with its date. */
function told(memory: RecalledMemory, { agent, query, now }: SynthesisOptions): string {
  const names = memory.entities.map(({ name }) => name).filter((name) => foldName(query).includes(foldName(name)));
  const named = new Set(names.flatMap(termsOf));
  const terms = new Set(termsOf(query).filter((term) => !named.has(term)));
  const passages = (content: string): Passages => passagesIn(plainWords(content), { names, terms });
  const found = passages(memory.content);
  const best = found.sentences[found.first] ?? '';
  const most = Math.max(quotedWhole, best.length);
  if (memory.type === 'fact' && best.length <= longestQuoted) {
    const fact = tellFact(memory, { reader: agent, now, passagesIn: passages, most });
    if (fact !== undefined) return dated(fact.text, memory);
  }
  const { says, when } = attributionOf(memory, agent, /[?？]$/u.test(best));
  if (best === '' || best.length > longestQuoted) return `${says} something of it ${when}.`;
  const words = plainWords(memory.content);
  const whole = words.length <= quotedWhole ? words : passageOf(found, most);
  return `${says} ${when}: ${quoted(whole)}`;
}

/** A fact with the day of its validity or of its telling, unless its sentence has a day. */
function dated(text: string, { validFrom, derivedFrom, occurredAt }: RecalledMemory): string {
  const bare = text.replace(/\.$/u, '');
  if (/\bsince\b/.test(bare)) return `${bare}.`;
  const day = dayInFull(occurredAt);
  const when =
    validFrom !== undefined ? `since ${day}` : derivedFrom === undefined ? `known since ${day}` : `said on ${day}`;
  if (bare.endsWith('(told in confidence)')) return `${bare.slice(0, -1)}, ${when}).`;
  return /[!?…”]$/u.test(bare) ? `${bare} (${when})` : `${bare} (${when}).`;
}

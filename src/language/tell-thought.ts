/** A thought as a sentence: what was thought, what else was considered, and what was thought better of. */
import { plainWords } from './plain-words.ts';
import type { ToldMemory } from '../ambient/prose-item.ts';
import { asReportedClause, quoted, reported } from './reported.ts';
import { daysBetween, saidWhen } from './said-when.ts';
import { leadWords, type Scene, type Told } from './told.ts';
import { agentName, isSame } from './who-told.ts';

/** Days after which a thought is told without its date: it was once. */
const onceAfterDays = 90;
/** Longer reasons are left out, in characters. */
const longestReason = 120;
/** Words that only say that an alternative follows. */
const alternative = /^(?:or|alternatively|instead|otherwise|another (?:way|option|idea)|what if we)\b[,:]?\s+/i;

/** The thought as a sentence; its words are plain and not empty. */
export function tellThought(memory: ToldMemory, text: string, { reader, now, before }: Scene): Told {
  const own = isSame(memory.recordedBy, reader);
  const who = own ? 'you' : memory.recordedBy === undefined ? 'somebody' : agentName(memory.recordedBy);
  const isOld = daysBetween(memory.occurredAt, now) >= onceAfterDays;
  const when = isOld ? '' : saidWhen(memory.occurredAt, now);
  const names = memory.entities.map(({ name }) => name);
  const begins = (words: string): string => capital(isOld ? `${who} once ${words}` : `${who} ${words}${spaced(when)}`);
  const { type, reason, revisedBy } = memory.thought ?? {};
  if (revisedBy !== undefined) return { text: givenUp(who, text, { own, names }) };
  if (type === 'branch')
    return { text: `${begins('considered another way')}: ${quoted(capital(text.replace(alternative, '')))}` };
  if (type === 'revision')
    return { text: begins('came to think') + withReason(reported(text, { own, names }), reason, own) };
  if (isOld) return { text: begins('thought') + reported(text, { own, names }) };
  const lead = { says: capital(`${who} thought`), when };
  return { text: leadWords(lead, capital(`${who} also thought`), before) + reported(text, { own, names }), lead };
}

function givenUp(
  who: string,
  text: string,
  options: { readonly own: boolean; readonly names: readonly string[] },
): string {
  const said = reported(text, options);
  const better = `${options.own ? 'you ' : ''}thought better of it`;
  return said.startsWith(' that')
    ? `At first ${who} thought${said}, but later ${better}`
    : `At first ${who} thought${said} Later ${options.own ? 'you' : who} thought better of it`;
}

/** A reason goes with a clause; behind a quotation it would hang in the air. */
function withReason(said: string, reason: string | undefined, own: boolean): string {
  const plain = plainWords(reason ?? '');
  if (!said.startsWith(' that') || plain === '' || plain.length > longestReason) return said;
  const clause = asReportedClause(plain, { own, names: [] });
  return clause === undefined ? said : `${said}, because ${clause}`;
}

function spaced(words: string): string {
  return words === '' ? '' : ` ${words}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

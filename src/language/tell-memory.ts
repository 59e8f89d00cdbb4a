/** An observation as a sentence: who said it to whom and when, what was thought, what a tool, an error or a document says. */
import { type Quadrant, emotionalIntensity, quadrant } from '../domain/belief.ts';
import { type Provenance, systemAgent } from '../domain/records.ts';
import { dayInFull, daysBetween, saidWhen, sinceWhen } from './dates.ts';
import { verbForms } from './grammar.ts';
import { answering } from './parse-statement.ts';
import {
  type PlainStatement,
  type Scene,
  type Told,
  type ToldMemory,
  aboutReader,
  agentName,
  asClause,
  asReportedClause,
  inSecondPerson,
  isSame,
  leadWords,
  nameOf,
  passageOf,
  quoted,
  reported,
  sourceName,
  speaksOfSelf,
  toldFrom,
} from './told.ts';
import { capital, isImperative, looksLikeInstruction, plainWords, small, splitSentences } from './sentences.ts';

/** A mood is told from here on (0..1): below, the person may just have been talking. */
const toldIntensity = 0.45;
const moods: Readonly<Record<Quadrant, string>> = {
  excited: 'in high spirits',
  frustrated: 'upset',
  calm: '',
  depleted: 'in low spirits',
  neutral: '',
};

/** The lines of a stack trace before its message. */
const trace = /^Traceback \(most recent call last\):[\s\S]*\n(?=\S)/;

/** The observation as a sentence; undefined where nothing can be said. */
export function tellObservation(memory: ToldMemory, scene: Scene): Told | undefined {
  const text = passageOf(scene.passagesIn(memory.content.replace(trace, '')), scene.most);
  if (text === '') return undefined;
  switch (memory.type) {
    case 'thought':
      return tellThought(memory, text, scene);
    case 'tool_output':
    case 'error':
      return { text: tellOutput(memory, text, scene) };
    case 'document':
      return { text: tellDocument(memory, text, scene) };
    default:
      return tellSaid(memory, text, scene);
  }
}

function tellSaid(memory: ToldMemory, text: string, scene: Scene): Told {
  const { reader, now, before } = scene;
  const who = speakerOf(memory, reader);
  const names = [...memory.entities.map(({ name }) => name), ...(memory.speaker === undefined ? [] : [memory.speaker])];
  const when = saidWhen(memory.occurredAt, now);
  const isQuestion = /[?？]$/u.test(text);
  const lead = { says: who.says(isQuestion, false), when };
  const also = who.says(isQuestion, true);
  const said = leadWords(lead, also, before);
  const words = reported(text, { own: who.isReader, names });
  const mood = who.isReader || said === also || words.startsWith(' that') ? '' : moodOf(memory);
  return { text: `${said}${mood}${words}`, lead };
}

/** Who speaks, and the words that say so. */
interface Speaker {
  readonly isReader: boolean;
  readonly says: (isQuestion: boolean, also: boolean) => string;
}

function speakerOf(memory: ToldMemory, reader: string): Speaker {
  const { speaker, recordedBy } = memory;
  const isNote = speaker === undefined && toldFrom(memory, reader)?.channel === 'agent';
  if (isSame(speaker, reader) || (isNote && isSame(recordedBy, reader))) {
    const verb = isNote ? 'noted' : 'said';
    return { isReader: true, says: (asks, also) => joinWords('You', also && 'also', asks ? 'asked' : verb) };
  }
  if (speaker === undefined && isNote && recordedBy !== undefined)
    return { isReader: false, says: (_, also) => joinWords(agentName(recordedBy), also && 'also', 'noted') };
  if (speaker === undefined)
    return { isReader: false, says: (asks, also) => joinWords('You were', also && 'also', asks ? 'asked' : 'told') };
  const to = listenerOf(memory, reader);
  const verbs = to === undefined ? ['asked', 'said'] : [`asked ${to}`, `told ${to}`];
  return { isReader: false, says: (asks, also) => joinWords(nameOf(speaker), also && 'also', verbs[asks ? 0 : 1]) };
}

/** Names of a few listeners are told, more are `the others`. */
const fewListeners = 2;

/**
 * The listener of a speaker's words: `you` if the reader or a model speaks in the conversation too, else the other
 * speakers. Without other speakers it is the reader that recorded the words, unless they were imported. Undefined where
 * nobody can tell.
 */
function listenerOf(memory: ToldMemory, reader: string): string | undefined {
  const { listeners = [], recordedBy } = memory;
  if (listeners.some((name) => isSame(name, reader) || answering.has(name.toLowerCase()))) return 'you';
  if (listeners.length > fewListeners) return 'the others';
  if (listeners.length > 0) return listeners.map(nameOf).join(' and ');
  return isSame(recordedBy, reader) && toldFrom(memory, reader)?.channel !== 'import' ? 'you' : undefined;
}

/** How a memory is told in full: who said it to whom on which day, and its words. */
export interface Attribution {
  /** `Melanie told Caroline`, `You said`; for what nobody said, what it is: `A tool reported`. */
  readonly says: string;
  /** `on 8 May 2023`. */
  readonly when: string;
}

/** Who said an observation to whom and on which day, without words relative to now. */
export function attributionOf(memory: ToldMemory, reader: string, isQuestion: boolean): Attribution {
  const when = `on ${dayInFull(memory.occurredAt)}`;
  const source = outsideName(memory, reader);
  switch (memory.type) {
    case 'tool_output':
      return { says: `${source ?? 'A tool'} reported`, when };
    case 'error':
      return { says: source === undefined ? 'An error came up' : `${source} failed`, when };
    case 'document':
      return { says: `${capitalised(source ?? 'a document')} said`, when };
    case 'thought': {
      const isOwn = isSame(memory.recordedBy, reader);
      const who = isOwn ? 'You' : memory.recordedBy === undefined ? 'Somebody' : agentName(memory.recordedBy);
      return { says: `${who} ${memory.thought?.type === 'revision' ? 'came to think' : 'thought'}`, when };
    }
    default:
      return { says: speakerOf(memory, reader).says(isQuestion, false), when };
  }
}

/** `, upset`: only of a mood that somebody gave with the memory, and a plain one. */
function moodOf({ mood, moodSource }: ToldMemory): string {
  if (mood === undefined || moodSource === 'inferred' || emotionalIntensity(mood) < toldIntensity) return '';
  const felt = moods[quadrant(mood)];
  return felt === '' ? '' : `, ${felt}`;
}

function tellOutput(memory: ToldMemory, text: string, { reader, now }: Scene): string {
  const source = outsideName(memory, reader);
  const when = saidWhen(memory.occurredAt, now);
  if (memory.type === 'tool_output') return `${joinWords(source ?? 'A tool', 'reported', when)}: ${quoted(text)}`;
  return `${joinWords(source === undefined ? 'An error came up' : `${source} failed`, when)}: ${quoted(text)}`;
}

function tellDocument(memory: ToldMemory, text: string, { reader, now }: Scene): string {
  const source = outsideName(memory, reader);
  const document = source ?? joinWords('a document that you read', saidWhen(memory.occurredAt, now));
  const clause = asReportedClause(text, { own: false, names: memory.entities.map(({ name }) => name) });
  if (clause !== undefined) return `According to ${document}, ${clause}`;
  return `${source ?? `A${document.slice(1)}`} says: ${quoted(text)}`;
}

/** The name of what an output comes from; an agent's own name is none. */
function outsideName(memory: ToldMemory, reader: string): string | undefined {
  const name = sourceName(toldFrom(memory, reader));
  return isSame(name, reader) || isSame(name, memory.recordedBy ?? '') ? undefined : name;
}

function joinWords(...words: readonly (string | false | undefined)[]): string {
  return words.filter((word) => word !== false && word !== undefined && word !== '').join(' ');
}

/** Days after which a thought is told without its date: it was once. */
const onceAfterDays = 90;
/** Longer reasons are left out, in characters. */
const longestReason = 120;
/** Words that only say that an alternative follows. */
const alternative = /^(?:or|alternatively|instead|otherwise|another (?:way|option|idea)|what if we)\b[,:]?\s+/i;

/** The thought as a sentence; its words are plain and not empty. */
function tellThought(memory: ToldMemory, text: string, { reader, now, before }: Scene): Told {
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

// A fact as a sentence. A statement is told plainly, an opinion of the reader as its own, a rule or a goal as what it
// is. Anything else is told as somebody's words.

const withoutSubject =
  /^(?:likes|loves|hates|prefers|dislikes|enjoys|wants|needs|lives|works|uses|has|owns|is|was|does|speaks)\b/i;

const liking = /\b(?:likes?|loves?|hates?|prefers?|dislikes?|enjoys?|favou?rites?)\b/i;

/** The fact as a sentence; undefined where nothing can be said. */
export function tellFact(fact: ToldMemory, scene: Scene): Told | undefined {
  const text = passageOf(scene.passagesIn(fact.content), scene.most);
  if (text === '') return undefined;
  const names = fact.entities.map(({ name }) => name);
  const provenance = toldFrom(fact, scene.reader);
  const aim = aimOf(text, fact, provenance);
  if (aim !== undefined) return { text: aim };
  const own = isOwn(fact, scene.reader);
  if (looksLikeInstruction(text) || withoutSubject.test(text) || (speaksOfSelf(text) && !own))
    return { text: `${toldBy(provenance, scene.reader)}: ${quoted(capitalised(text))}` };
  if (own && speaksOfSelf(text)) return { text: capitalised(inSecondPerson(withoutStop(text))) };
  if (own && isOpinion(fact)) return { text: `You think${reported(text, { own, names })}` };
  if (provenance?.channel === 'tool') return { text: accordingTo(text, names, provenance) };
  if (splitSentences(text, 'space').length !== 1 || /[!?…]/u.test(text)) return { text: capitalised(text) };
  const said = aboutReader(capitalised(withoutStop(text)), scene.reader);
  return statementOf(said, { names: [...names, 'You'], fact, now: scene.now });
}

/** A rule or a goal that is put as an order: `The rule is never to ...`. */
function aimOf(text: string, { kind }: ToldMemory, provenance: Provenance | undefined): string | undefined {
  const isTrusted = provenance !== undefined && !['tool', 'import'].includes(provenance.channel);
  if (!isTrusted || kind?.startsWith('intent.') !== true || !isImperative(text)) return undefined;
  const order = withoutStop(text).replace(/^(?:please|kindly)\s+/i, '');
  const [, negation, rest = order] = /^(never|do not|don['’]t)\s+(.+)$/i.exec(order) ?? [];
  const denied = negation?.toLowerCase() === 'never' ? 'never ' : negation === undefined ? '' : 'not ';
  return `The ${kind === 'intent.goal' ? 'goal' : 'rule'} is ${denied}to ${small(rest)}`;
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
  const clause = splitSentences(text, 'space').length === 1 ? asClause(text, names) : undefined;
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
  return /^\p{Ll}+(?=[\s,’']|$)/u.test(text) ? capital(text) : text;
}

// A plain statement with its time in words, if it has one: the start of its validity, or when it was last known.

/** What else a statement is made of. */
export interface StatementOptions {
  readonly names: readonly string[];
  readonly fact: Pick<ToldMemory, 'occurredAt' | 'validFrom'>;
  readonly now: Date;
}

/** Days after which a statement about what changes says when it was known: half-life of facts by default. */
const agedDays = 180;
/** What does not change with the years, or not by itself: kinship, ownership, what somebody or something is. */
const lasting =
  /^(?:(?:is|was|are|were) (?:\p{L}+['’]s?|the|an?|part|called|named|from|born|written|made)\b|owns\b|has an?\b)/u;
/** How what began and goes on is told. */
const perfects: ReadonlyMap<string, string> = new Map([
  ['lives', 'has lived'],
  ['works', 'has worked'],
  ['is', 'has been'],
  ['uses', 'has used'],
  ['owns', 'has owned'],
  ['studies', 'has studied'],
  ['teaches', 'has taught'],
  ['has', 'has had'],
]);
/** Words that already say when. */
const dated =
  /\b(?:since|until|till|now|currently|today|yesterday|tomorrow|ago|in \d{4}|no longer|not|never|always|soon|next|last|birthday)\b|\d{4}/i;

/** A sentence without its full stop as what is told. */
function statementOf(text: string, { names, fact, now }: StatementOptions): Told {
  const statement = splitStatement(text, names);
  if (statement === undefined) return { text };
  const { subject, rest } = statement;
  const [verb = ''] = rest.split(' ', 1);
  const since = fact.validFrom === undefined ? '' : sinceWhen(fact.validFrom, now);
  const perfect = perfects.get(verb);
  if (since !== '' && perfect !== undefined && !dated.test(rest) && !/[,;:]/.test(rest)) {
    const lived = `${perfect}${rest.slice(verb.length)} ${since}`;
    return { text: `${subject} ${lived}`, statement: { subject, rest: lived } };
  }
  const isAged = daysBetween(fact.occurredAt, now) >= agedDays;
  const isPresent = verbForms.get(verb) === 'third' || ['is', 'are', 'has', 'have'].includes(verb);
  if (isAged && isPresent && !lasting.test(rest) && !dated.test(rest))
    return { text: `As of ${saidWhen(fact.occurredAt, now).replace(/^in /, '')}, ${text}` };
  return { text, statement };
}

/** A statement that begins with a name, or with two, and goes on with a verb. */
export function splitStatement(text: string, names: readonly string[]): PlainStatement | undefined {
  const one = longestBeginning(text, names);
  if (one === undefined) return undefined;
  const after = text.slice(one.length);
  const other = after.startsWith(' and ') ? longestBeginning(after.slice(5), names) : undefined;
  const subject = other === undefined ? one : `${one} and ${other}`;
  const rest = text.slice(subject.length + 1);
  const [verb = ''] = rest.split(' ', 1);
  const isVerb = verbForms.has(verb) || /^(?:is|are|was|were|has|have|had|will|can)$/.test(verb);
  return text[subject.length] === ' ' && isVerb ? { subject, rest } : undefined;
}

function longestBeginning(text: string, names: readonly string[]): string | undefined {
  return names
    .filter((name) => name !== '' && text.startsWith(name) && /^(?:\s|$)/.test(text.slice(name.length)))
    .toSorted((one, other) => other.length - one.length)[0];
}

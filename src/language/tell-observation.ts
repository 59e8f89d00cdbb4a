/** An observation as a sentence: who said it to whom and when, what was thought, what a tool, an error or a document says. */
import type { ToldMemory } from '../ambient/prose-item.ts';
import { type Quadrant, emotionalIntensity, quadrant } from '../domain/mood.ts';
import { passageOf } from './passage.ts';
import { plainWords } from './plain-words.ts';
import { asReportedClause, quoted, reported } from './reported.ts';
import { daysBetween, saidWhen } from './said-when.ts';
import { type Scene, type Told, leadWords } from './told.ts';
import { agentName, isSame, nameOf, provenanceOf, sourceName } from './who-told.ts';

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
  const isNote = speaker === undefined && provenanceOf(memory, reader)?.channel === 'agent';
  if (isSame(speaker, reader) || (isNote && isSame(recordedBy, reader))) {
    const verb = isNote ? 'noted' : 'said';
    return { isReader: true, says: (asks, also) => joinWords('You', also && 'also', asks ? 'asked' : verb) };
  }
  if (speaker === undefined && isNote && recordedBy !== undefined)
    return { isReader: false, says: (_, also) => joinWords(agentName(recordedBy), also && 'also', 'noted') };
  if (speaker === undefined)
    return { isReader: false, says: (asks, also) => joinWords('You were', also && 'also', asks ? 'asked' : 'told') };
  const isTold = isSame(recordedBy, reader);
  const verbs = isTold ? ['asked you', 'told you'] : ['asked', 'said'];
  return { isReader: false, says: (asks, also) => joinWords(nameOf(speaker), also && 'also', verbs[asks ? 0 : 1]) };
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
  const name = sourceName(provenanceOf(memory, reader));
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

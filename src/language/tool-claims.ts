/** Which tool of a kind somebody or something has, as claims of one value: who switches to Vue has left React. */
import type { FoundClaim } from './attribute-claims.ts';
import { type Phrase, phraseAt, phraseOf, stemsOf } from './clause-words.ts';
import { type Predicate, isPast } from './predicate.ts';
import { areManyAtATime, isNounOfKind, toolIn } from './tool-kinds.ts';
import { setOf } from './word-lists.ts';

const self = phraseOf('i');
const we = phraseOf('we');

const using =
  /^(?:uses?|using|utili[sz]es?|runs?|running|deploys?|hosts?|hosted|hosting|written|built|implemented|coded|codes?|writes?|builds?|indents?|have|be|prefers?|works?)$/;
const replacing = /^(?:replaced|swapped|traded|exchanged)$/;
const acquiring = /^(?:bought|got|purchased)$/;
const gone = /^(?:gone|dead|history|retired|out|deprecated)$/;
const dropping = /^(?:dropped|ditched|abandoned)$/;
const changing = /^(?:switched|switching|moved|migrated|changed|rewritten|rewrote|ported|converted|transitioned|went)$/;

/** The claims of a clause that uses, changes or gives up a tool. */
export function toolClaims(predicate: Predicate): readonly FoundClaim[] {
  const { subject, verb, rest, tense, negated } = predicate;
  if (negated) return [];
  const about = gone.test(verb === 'be' ? (rest[0]?.text ?? '') : verb) ? kindIn(subject) : undefined;
  // "jenkins is gone": from what everybody here uses.
  if (about !== undefined) return [...toolClaim(we, subject, { left: true }), { ...usedBy(we, subject), left: true }];
  if (isPast(predicate) && acquiring.test(verb) && kindIn(rest) === 'phone')
    return toolClaim(subject, rest, { taken: true });
  if (tense === 'present' && using.test(verb)) return toolClaim(subject, rest, {});
  const isOver = isPast(predicate) || (tense === 'present' && /^(?:rewritten|ported|converted)$/.test(verb));
  return isOver ? changedTool(predicate) : [];
}

function kindIn(words: Phrase): string | undefined {
  return toolIn(words.slice(0, maxBefore).map(({ text }) => text))?.kind;
}

function usedBy(owner: Phrase, value: Phrase): FoundClaim {
  return { attribute: 'uses', owner, value, plural: true };
}

/** "replaced Jest with Vitest", "moved the API from Java to Go". */
function changedTool({ subject, verb, rest }: Predicate): readonly FoundClaim[] {
  const by = (marks: readonly string[]): number => rest.findIndex(({ text }) => marks.includes(text));
  if (replacing.test(verb) || dropping.test(verb)) {
    const end = by(['with', 'for', 'by', 'in']);
    const given = end < 0 ? rest : rest.slice(0, end);
    const isOurs = given.length === 1 && /^(?:we|i)$/.test(subject[0]?.text ?? '');
    return [
      ...toolClaim(subject, given, { left: true }),
      ...(isOurs ? [{ ...usedBy(subject, given), left: true as const }] : []),
      ...(end < 0 ? [] : toolClaim(subject, rest.slice(end + 1), { taken: true })),
    ];
  }
  if (!changing.test(verb)) return [];
  const to = by(['to', 'in', 'into', 'onto']);
  if (to < 0) return [];
  const from = by(['from']);
  const object = rest.slice(0, Math.min(to, from < 0 ? to : from));
  const owner = object.length === 0 ? subject : object;
  return [
    ...toolClaim(owner, rest.slice(to + 1), { taken: true }),
    ...(from < 0 ? [] : toolClaim(owner, rest.slice(from + 1, from < to ? to : undefined), { left: true })),
  ];
}

/** Which tool of a kind somebody or something has: "the frontend" where it is said what for. */
function toolClaim(subject: Phrase, words: Phrase, end: Pick<FoundClaim, 'left' | 'taken'>): readonly FoundClaim[] {
  const tool = toolIn(words.slice(0, maxBefore).map(({ text }) => text));
  if (tool === undefined) return [];
  const { kind, at, length } = tool;
  // "a Python developer" is none of that.
  if (/^(?:an?|another)$/.test(words[at - 1]?.text ?? '') && kind !== 'phone') return [];
  const after = words.slice(at + length);
  const purpose = after.findIndex(({ text }) => /^(?:for|in|on)$/.test(text));
  const of = purpose < 0 ? [] : phraseAt(after.slice(purpose + 1)).filter(({ text }) => !text.startsWith('#'));
  const isFor = after[purpose]?.text === 'for' || /^(?:the|our|my|its)$/.test(of[0]?.text ?? '');
  const isForOne = (isFor && of.length > 0) || /^(?:the|our|my|its)$/.test(subject[0]?.text ?? '');
  const scoped = after.findIndex(({ text }) => /^(?:at|during|while|when|if)$/.test(text));
  return [
    {
      attribute: `${kind} in use`,
      owner: ownerOf(isFor && of.length > 0 ? of : subject, kind),
      value: words.slice(at, at + length),
      scope: scoped < 0 ? '' : [...stemsOf(phraseAt(after.slice(scoped + 1)))].sort().join(' '),
      implied: true,
      ...(areManyAtATime(kind) && !isForOne && end.taken === undefined ? { plural: true } : {}),
      ...end,
    },
  ];
}

const ofUs = setOf('project app application codebase team company product site website everything');

/** Words before the name of a tool: "is written in plain old Python". */
const maxBefore = 5;

/** "Our database", "everything" and "the project" tell of us; "the API" of the API. */
function ownerOf(words: Phrase, kind: string): Phrase {
  const noun = words.at(-1)?.text ?? '';
  if (!isNounOfKind(noun, kind) && !ofUs.has(noun)) return words;
  return words.some(({ text }) => text === 'my') ? self : we;
}

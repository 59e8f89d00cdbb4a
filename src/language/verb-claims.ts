/** Claims that a verb makes: lives in, works at, is called, prefers, uses, moved to. */
import type { FoundClaim } from './found-claim.ts';
import { isName, phraseAfter, phraseAt, stemsOf } from './phrases.ts';
import type { Predicate } from './predicate.ts';
import type { Word } from './words.ts';

type Reader = (subject: readonly Word[], rest: readonly Word[]) => readonly FoundClaim[];

/** Verbs in the present, by their forms. */
const states: readonly (readonly [RegExp, Reader])[] = [
  [/^(?:called|named)$/, (owner, rest) => [{ slot: 'name', owner, value: phraseAt(rest) }]],
  [/^(?:lives?|living|resides?|residing|based|located)$/, home],
  [/^(?:works?|working|employed)$/, work],
  [/^prefers?$/, preference],
  [/^(?:uses?|using|utili[sz]es?)$/, use],
  [/^(?:runs?|running|listens?|listening)$/, port],
  [/^(?:owns|own)$/, owned],
  [
    /^married$/,
    (owner, rest) => (rest[0]?.text === 'to' ? [{ slot: 'spouse', owner, value: phraseAt(rest.slice(1)) }] : []),
  ],
  [
    /^owned$/,
    (owner, rest) => (rest[0]?.text === 'by' ? [{ slot: 'owner', owner, value: phraseAt(rest.slice(1)) }] : []),
  ],
];

const changing = /^(?:switched|migrated|moved|relocated|changed)$/;

/** The claims of a clause with a verb of its own. */
export function claimsOfVerb({ subject, verb, rest, tense }: Predicate): readonly FoundClaim[] {
  if (verb === 'born') return birth(subject, rest);
  if (changing.test(verb)) return tense === 'past' || tense === 'perfect' ? change(subject, verb, rest) : [];
  if (tense !== 'present') return [];
  return states.find(([forms]) => forms.test(verb))?.[1](subject, rest) ?? [];
}

function home(owner: readonly Word[], rest: readonly Word[]): readonly FoundClaim[] {
  const value = phraseAfter(rest, 'in', 'at');
  return isName(value) ? [{ slot: 'home', owner, value }] : [];
}

function work(owner: readonly Word[], rest: readonly Word[]): readonly FoundClaim[] {
  const role = phraseAfter(rest, 'as');
  const place = phraseAfter(rest, 'at', 'for');
  // "at a bank" is a workplace, "at night" and "from home" are none.
  const first = place?.[0]?.text;
  const isWorkplace = first === 'a' || first === 'an' || isName(place);
  return [
    ...(role ? [{ slot: 'job', owner, value: role }] : []),
    ...(place && isWorkplace ? [{ slot: 'employer', owner, value: place }] : []),
  ];
}

function preference(owner: readonly Word[], rest: readonly Word[]): readonly FoundClaim[] {
  const at = rest.findIndex(({ text }) => text === 'over' || text === 'to');
  if (at < 1) return [];
  const chosen = rest.slice(0, at);
  const [preferred, other] = [chosen, phraseAt(rest.slice(at + 1))].map((side) => stemsOf(side).join(' '));
  if (!preferred || !other) return [];
  // One key for both orders, so that only the reverse is another value.
  return [{ slot: `prefers ${[preferred, other].sort().join(' / ')}`, owner, value: chosen }];
}

function use(owner: readonly Word[], rest: readonly Word[]): readonly FoundClaim[] {
  const value = phraseAt(rest);
  const purpose = stemsOf(phraseAfter(rest, 'for') ?? []).join(' ');
  return [
    { slot: 'uses', owner, value, plural: true },
    ...(purpose !== '' && isName(value) ? [{ slot: `uses for ${purpose}`, owner, value }] : []),
  ];
}

function port(owner: readonly Word[], rest: readonly Word[]): readonly FoundClaim[] {
  const value = phraseAfter(rest, 'port')?.slice(0, 1);
  return value?.[0]?.text.startsWith('#n:') ? [{ slot: 'port', owner, value }] : [];
}

function owned(subject: readonly Word[], rest: readonly Word[]): readonly FoundClaim[] {
  // "owns the module" names its one owner; "owns a car" does not.
  return rest[0]?.text === 'the' && isName(subject) ? [{ slot: 'owner', owner: phraseAt(rest), value: subject }] : [];
}

function birth(owner: readonly Word[], rest: readonly Word[]): readonly FoundClaim[] {
  return rest.flatMap((word) => {
    const slot = { '#y:': 'birth year', '#d:': 'birthday' }[word.text.slice(0, 3)];
    return slot === undefined ? [] : [{ slot, owner, value: [word] }];
  });
}

/** "moved from Portland to Seattle", "switched from Jest to Vitest": one value is given up, another taken. */
function change(owner: readonly Word[], verb: string, rest: readonly Word[]): readonly FoundClaim[] {
  const [from, to] = [phraseAfter(rest, 'from'), phraseAfter(rest, 'to')];
  const moves = verb === 'moved' || verb === 'relocated';
  const found: FoundClaim[] = [];
  if (isName(from)) {
    found.push({ slot: 'uses', owner, value: from, left: true, plural: true });
    if (moves) found.push({ slot: 'home', owner, value: from, left: true });
  }
  if (isName(to)) {
    found.push({ slot: 'uses', owner, value: to, plural: true });
    if (moves) found.push({ slot: 'home', owner, value: to });
  }
  return found;
}

import { irregularForms, listed, setOf } from './word-lists.ts';

/** The words of grammar that the rules of links read: everything here is closed and in lower case. */

/** Forms of be, have and do, and the modals: where one stands, the verb begins. */
export const auxiliaries: ReadonlySet<string> = setOf(
  'am is are was were be been being have has had do does did will can must should shall ought',
);

export const beForms: ReadonlySet<string> = setOf('am is are was were be been being');

/** Subjects that a sentence alone does not resolve. */
export const unresolved: ReadonlySet<string> = setOf(
  'you he she it they this that these those one someone somebody something everyone everybody everything anyone ' +
    'anybody anything people some many most few others who which what him her them here',
);

/** Subjects after which the verb comes at once. */
export const pronouns: ReadonlySet<string> = setOf(
  'i we you he she it they there this that these those nobody someone somebody everyone everybody who',
);

/** Words that turn an assertion into its opposite. */
export const negators: ReadonlySet<string> = setOf('not never no nothing nobody none neither nor');

/** After these, "not" denies only a part: "not all", "not sure", "not only". */
export const weakeners: ReadonlySet<string> = setOf(
  'all every everyone everything always only just sure certain enough quite really exactly necessarily entirely ' +
    'completely fully much many until because even',
);

/** Verbs that deny what follows in -ing: "stopped drinking". */
export const ceasing: ReadonlySet<string> = setOf('stopped stop stops quit quits avoid avoids avoided');

/** Words between subject and verb, or around it, that change nothing. */
export const adverbs: ReadonlySet<string> = setOf(
  'now currently yet already again anymore really very quite just also still even too so actually usually often ' +
    'normally generally typically basically definitely certainly absolutely totally simply finally recently lately ' +
    'automatically personally both always ever honestly strongly truly presently successfully manually',
);

/** Words before a clause that are no part of it. */
export const openers: ReadonlySet<string> = setOf(
  'and but so then also well yes yeah no ok okay thanks hi hello hey hmm anyway however please note actually currently now honestly ' +
    'since because although though while plus or where',
);

/** Words without content of their own. Those that tell two statements apart (`before`, `only`, `without`) are not here. */
export const lightWords: ReadonlySet<string> = new Set([
  ...adverbs,
  ...auxiliaries,
  ...setOf(
    'a an the i me my mine myself we us our ours you your he him his she her hers it its they them their this that ' +
      'these those s of at by for with about against between into through to from in on onto upon via per within ' +
      'among and or but nor as than then there here any some every each such own same all ever any who whom whose ' +
      'which what when where why how please thing things kind sort lot lots bit way someone something been being ' +
      'far course day-to-day currently takes place one henceforth',
  ),
]);

/** Words before which a noun phrase ends. */
export const prepositions: ReadonlySet<string> = setOf(
  'of at by for with about against between into through to from in on onto upon via per within among and or but ' +
    'as than before after without since during until while when because where which who that , ; : ( ) over under near like using',
);

/** Words that make a noun phrase definite or indefinite; after one, a noun follows and no verb. */
export const determiners: ReadonlySet<string> = setOf(
  "a an the my our your his her its their this that these those some any no every each 's two three four five",
);

/** Which form a word is: `both` is a past that looks like the base. */
export type Inflection = 'base' | 'third' | 'past' | 'ing' | 'both';

const bases =
  'abandon accept adapt add admire adopt adore agree aim allow answer appear apply arrive ask attach attempt attend avoid bake ' +
  'become begin belong bike block book bother break bring build buy cache call cancel care carry catch change charge check ' +
  'choose clean clear climb close code collect come commute compare compile complete configure connect consist convert contain ' +
  'continue cook cope cost cover crash create cut cycle dance deal decide decline decrease delete deliver deny depart depend deploy ' +
  'describe design detest develop die divorce disagree disable dislike ditch do donate drink drive drop earn eat employ enable encrypt end endure enjoy ' +
  'enter equal exceed exist expect expire explain export fail fall feed feel fetch find finish fire fix fly follow forbid ' +
  'forget gain generate get give graduate go grow handle hang happen hate have help hire hold host ignore implement import improve ' +
  'include increase insist jog install integrate invite join jump keep know land lack last launch learn leave lend let lie like ' +
  'limit listen live load loathe lock log lose love maintain make manage marry match mean measure meet merge migrate miss ' +
  'move name need offer open order owe own pack paint pass pay perform permit plan play point practice practise prefer ' +
  'prepare prevent print produce prohibit provide publish pull purchase push put quit read receive recommend record reduce ' +
  'refuse reject relate relocate remain remember remove rent repair replace report request require reside resign respond restart rewrite ' +
  'retire retry return raise reveal review ride rise run save say schedule seat see seem sell send serve set share ship show ' +
  'sing sit skip sleep slow smoke snore solve speak spend stand start stay steal stop store study succeed suffer suggest ' +
  'support swap swim switch take talk teach tell test think throw tolerate touch trade train travel trust try turn update upload use ' +
  'utilise utilize vape validate verify visit volunteer wait walk want warn wash watch wear weigh win work worry write';

const sameInPast = setOf('cut put set let read quit cost shut hit hurt split');
const doubling = /^(?:plan|stop|drop|run|get|put|set|cut|quit|swim|win|sit|let|log|ship|skip|begin|forget|prefer)$/;

function regularForms(base: string): readonly (readonly [string, Inflection])[] {
  const third = /(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : base.replace(/([^aeiou])y$/, '$1ie').concat('s');
  const double = doubling.test(base) ? base.concat(base.at(-1) ?? '') : base;
  const past = base.endsWith('e') ? `${base}d` : double.replace(/([^aeiou])y$/, '$1i').concat('ed');
  const ing = base === 'lie' ? 'lying' : `${base.endsWith('ee') ? base : double.replace(/e$/, '')}ing`;
  return [
    [third, 'third'],
    [past, 'past'],
    [ing, 'ing'],
    [base, sameInPast.has(base) ? 'both' : 'base'],
  ];
}

const known = setOf(bases);

/** From a word in lower case to the form of a verb that it is. */
export const verbForms: ReadonlyMap<string, Inflection> = new Map([
  ...[...irregularForms].flatMap(([form, base]): [string, Inflection][] => (known.has(base) ? [[form, 'past']] : [])),
  ...listed(bases).flatMap(regularForms),
  ['born', 'past'],
  ['done', 'past'],
]);

/** Whether a verb tells what somebody does or did: "joined", "plays". */
export function isTold(verb: string): boolean {
  const form = verbForms.get(verb);
  return form === 'third' || form === 'past';
}

/** Whether a word in lower case gives an order where one may begin: "run", or "rinse" before "the filter". */
export function isOrder(word: string, next = ''): boolean {
  const form = verbForms.get(word);
  if (form !== undefined) return form === 'base' || form === 'both';
  return determiners.has(next) && !lightWords.has(word) && !prepositions.has(word) && !negators.has(word);
}

/** Before these words an order begins: "always run the tests". */
const orderLeads = setOf("always never must should not don't don’t dont please to");

/** The words of a text, in lower case, that only say what to do: of "never run tests at night" it is "run". */
export function orderedIn(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+(?:['’]\p{L}+)?|[.!?;:,]/gu) ?? [];
  const isVerb = (word: string, at: number): boolean => {
    const before = words[at - 1] ?? '.';
    const next = words[at + 1] ?? '';
    // "Test names" begins with a noun, and "test the names" with a verb.
    if (/[.!?;:]/.test(before)) return isOrder(word, next) && determiners.has(next);
    return orderLeads.has(before) && isOrder(word, next);
  };
  const others = new Set(words.filter((word, at) => !isVerb(word, at)));
  return new Set(words.filter((word) => !others.has(word)));
}

/** The words of grammar that the rules of links read: everything here is closed and in lower case. */

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

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
      'far course day-to-day currently takes place one',
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

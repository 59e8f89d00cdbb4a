/**
 * Wordings that mean what a plainer one does, so that the rules of links meet fewer of them: what has changed to something
 * is it, what somebody has come to love they love. English only.
 */
import { hourWords, months, numeral, seasons, weekdays } from './dates.ts';

/** One and no more, as one word. */
export const onlyOne = 'only-one';

/** A name. */
const someone = String.raw`\p{Lu}[\p{L}\p{N}&.-]*(?: \p{Lu}[\p{L}\p{N}&.-]*)*`;

/** A day or a time of day, at the beginning of what follows. */
const aDay = `(?:the )?(?=\\d{1,2}(?:st|nd|rd|th|:\\d\\d)?\\b|noon\\b|next \\p{L}|tomorrow\\b|(?:${[...weekdays, ...months].join('|')})s?\\b)`;
const deferred =
  '(?:moved|postponed|rescheduled|extended|brought forward|pushed|shifted|delayed|slipped|changed)(?: back| forward| out)?(?: from [^.]{1,20}?)?';

/** A word, in a class that costs less than that of all letters where case does not count. */
const word = '[^\\s.,;:!?]+';

/** What has a value: "the wifi password", "my rent", "Ana's number". */
const owned = String.raw`(?:the|my|our|his|her|their|${word}['\u2019]s) ${word}(?: (?!to\b|from\b)${word}){0,3}?`;
const anybody = `(?:(?:the|my|our) ${word}|${word})`;
const ago = `(?:in (?:${[...months, ...seasons].join('|')}|(?:19|20)\\d\\d)|(?:last|this) ${word}|${word} (?:days?|weeks?|months?|years?) ago|yesterday|today|recently)`;
const faults = 'bug|issue|problem|leak|crash|error|regression';

/** What tells that something is so now and was not before. */
const updates: readonly (readonly [RegExp, string])[] = [
  // "From now on we meet on Wednesdays", "the class was moved to Thursdays": not on other days.
  [
    new RegExp(
      `^(?:(?:from now on|as of (?:now|today|next ${word})|starting (?:now|today|next ${word})|(?=.*\\bnow\\b)(?=.*\\bon (?:${weekdays.join('|')})s\\b)),? ?)([^.,;]{3,60}?) on (${weekdays.join('|')})s(?: now)?(?=[.!]*$)`,
      'i',
    ),
    '$1 on $2s henceforth',
  ],
  [
    new RegExp(
      `(?: (?:was|were|has been|have been|is|are|got))? (?:moved|changed|shifted|switched) to (${weekdays.join('|')})s(?=[.!]*$)`,
      'gi',
    ),
    ' is on $1s henceforth',
  ],
  // "From now on we meet on Wednesdays", "Since March Sina leads the project"
  [
    new RegExp(
      `^(?:from now on|from (?:today|tomorrow|next ${word}|${weekdays.join('|')}) on|as of (?:now|today|tomorrow|next ${word}|${[...weekdays, ...months].join('|')})|starting (?:now|today|tomorrow|next ${word})|going forward|since (?:last |this )?(?:week|month|year|${[...weekdays, ...months].join('|')})),? (?=\\S)`,
      'i',
    ),
    '',
  ],
  // "We now meet", "Ana's flight now lands"
  [
    /(?= now )(?<=^(?:I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|(?:[Tt]he|[Mm]y|[Oo]ur) \p{Ll}+(?: \p{Ll}+)?|\p{Lu}\p{L}+(?:['\u2019]s \p{Ll}+)?)) now (?=\p{Ll}+)/gu,
    ' ',
  ],
  [/,? (?:instead|after all)(?=[.!?]*$)/gi, ''],
  // How one knows: "just tried with my Pixel".
  [
    /,? (?:(?:I|we)(?:['\u2019]ve| have)? )?just (?:tried|checked|measured|tested|verified|confirmed|looked|weighed)\b[^.!?]*$/i,
    '',
  ],
  [
    new RegExp(
      `,? (?:and )?not (?:(?:at|on|in|for|from|to|with) )?(?:\\d[\\d:.]*|${hourWords}|${[...weekdays, ...months].join('|')})(?: (?:${months.join('|')}))?(?=[.!]*$)`,
      'gi',
    ),
    '',
  ],
  [/(?<=\b(?:is|are) (?:closed|shut|away|out)) (?:until|till) [^.,;]+/gi, ''],
  [/(?<=\b(?:open|valid|booked|away|on leave)) (?:until|till) /gi, ' to '],
  // "The password has changed to maple77", "they raised the rent to 950 euros"
  [
    new RegExp(
      `^(${owned}) (?:(?:was|is|got|has|have|has been|have been) )?(?:just |recently |now )?(?:changed|updated|switched) (?:from [^.,;]{1,40}? )?to (?=\\S)(?!(?:the|an?) )`,
      'i',
    ),
    '$1 is ',
  ],
  [
    new RegExp(
      `^${anybody}(?: have| has|['\u2019]ve|['\u2019]s)?(?: just| recently| now)? (?:changed|updated|set|raised|lowered|increased|reduced|cut|extended) (${owned}) (?:from [^.,;]{1,40}? )?to (?=\\S)`,
      'i',
    ),
    '$1 is ',
  ],
  [new RegExp(`^${anybody}(?: have| has)? moved (${owned}) to the (?=${word} floor\\b)`, 'i'), '$1 is on the '],
  [
    new RegExp(
      `^${anybody}(?: have| has|['\u2019]ve)? (?:just |recently )?(?:changed|updated) (${owned})[:,;] (?:it['\u2019]s|it is|now) (?:now )?`,
      'i',
    ),
    '$1 is ',
  ],
  // What is paid for a thing is what it costs.
  [
    /^(?:I|we) pay (\S*\d\S*(?: (?:euros?|dollars?|pounds?|francs?))?(?: (?:a|per) [^\s.,;:!?]+)?) for (?=(?:the|my|our) )(.+?)(?=[.!]*$)/i,
    '$2 is $1',
  ],
  [/\bcosts (?:(?:me|us|you|them|everybody) )?(?=[$\u20ac\u00a3]?\d)/gi, 'is '],
  // "Omar moved out and lives alone"
  [
    /^(\p{Lu}\p{L}+|(?:[Tt]he|[Mm]y|[Oo]ur) \p{Ll}+) ([^.,;]{3,40}?),? and (?:now )?(?=(?:lives?|works?|stud(?:y|ies)|drives?|plays?|is|am|are|has|have) )/u,
    '$1 $2; $1 ',
  ],
  // "We switched suppliers: it's Helios now"
  [
    /^we(?: have|['\u2019]ve)? (?:changed|switched) (?:our |the )?([^\s.,;:!?]+?)s?[:,;] (?:it['\u2019]s|it is) (?:now )?(.+?)(?: now)?(?=[.!]*$)/i,
    'Our $1 is $2',
  ],
  [/^(.{3,60}?) used to be [^.,;]{1,40},? (?:but )?(?:now )?(?:it['\u2019]s|it is) (?:now )?/i, '$1 is '],
  [/\b(?:uses?) (\S+)(?: now)? instead of (\S+?)(?: now)?(?=[.,;!]|$)/gi, 'switched from $2 to $1'],
  [
    /(?:['\u2019](?:ve|s)| have| has)?(?: really)? (?:come|grown|learned|learnt|started|begun|began) to (love|like|hate|enjoy|prefer)(?=s? )/gi,
    ' $1',
  ],
  [new RegExp(`(?= )(?<=\\b(?:stopped|quit|gave up) ${word}ing(?: ${word}){0,2}) ${ago}(?=[.!?]*$)`, 'gi'), ''],
  [/\b(?:called|blown) off\b/gi, 'cancelled'],
  [/(?<=\S) (?:has |have )?moved in with\b/gi, ' lives with'],
  // "Ana's flight is delayed and lands at 19:40"
  [
    / (?:is|was|got) (?:delayed|late|early|postponed|rescheduled) and (?:now |will )?(?=[^\s.,;:!?]+s? (?:at|on|in)\b)/gi,
    ' ',
  ],
  // Who leads a thing is its lead.
  [/^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) leads (the|our) (\p{Ll}+)(?: now)?(?=[.!]*$)/u, '$1 is the $3 lead'],
  [/^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) manages (the|our) (\p{Ll}+)(?: now)?(?=[.!]*$)/u, '$1 is the $3 manager'],
  // What works is not broken.
  [
    new RegExp(
      `(?<!\\b(?:${faults})) (?:is|was|has been|got) (?:repaired|mended|fixed)(?= (?:again|now|today|yesterday)\\b|[.!]*$)`,
      'gi',
    ),
    ' is working',
  ],
  [/^((?:the|my|our) [^\s.,;:!?]+(?: [^\s.,;:!?]+)?) works(?= again\b| now\b| fine\b|[.!]*$)/i, '$1 is working'],
  [
    /^((?:the|my|our) [^\s.,;:!?]+(?: [^\s.,;:!?]+)?) (?:(?:has )?broke(?:n)? down|(?:has )?stopped working|(?:doesn['\u2019]t|does not) work(?: any ?more)?)(?=[.!,]| (?:again|yesterday|today|this|last)\b|$)/i,
    '$1 is broken',
  ],
];

/** Wordings that mean what a plainer one does. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [/^(?:careful|beware|attention|heads[- ]?up|fyi|btw|by the way|just so you know)[,:] /i, ''],
  // "Kim works at Acme no longer"
  [/^(\p{Lu}\p{L}*|[Ww]e) (\p{Ll}+) ([^,;]{1,60}?),? no (?:longer|more)(?=[.!]*$)/u, '$1 no longer $2 $3'],
  [/(?<=\S) takes place(?= (?:in|at|on)\b)/gi, ' is'],
  [/(?<=\S) (?:has|have) an? (?:(?:bad|severe|mild|serious) )?(\p{L}+) allergy(?=[.,;!]|$)/giu, ' is allergic to $1'],
  [/\b(?:can(?:['\u2019]t|not| not)) (?:stand|bear)(?= \p{L})/giu, 'hates'],
  [/\bpass(?:ed|es) away\b/gi, 'died'],
  [/\b(?:got|gotten|been|was|were) (?:laid off|let go|sacked|fired|dismissed|made redundant)\b/gi, 'was fired'],
  [/\blaid off\b/gi, 'fired'],
  // Who has been dismissed comes first, as where it says so of itself.
  [
    new RegExp(
      `^(${someone}) (?:has |have |had |just |recently |finally )*(?:(?:fired|sacked|dismissed|let go of|laid off) (me|${someone})|(?:let|laid) (me|${someone}) (?:go|off))(?=[ ,.;!?]|$)`,
      'u',
    ),
    '$2$3 was fired from $1',
  ],
  [/\b(?:handed in|gave|gave in) (?:my|his|her|their) notice (?:at|to)\b/gi, 'resigned from'],
  [/\bparted ways with\b/gi, 'left'],
  [/\b(?:gave|given|gives|giving) up (?=\p{Ll}+ing\b)/giu, 'stopped '],
  [
    /\b(?:started (?:working )?(?=(?:at|for) \p{Lu})|(?:have|has|got|found|started) (?:a|my|his|her) (?:new )?job (?=(?:at|with) \p{Lu}))/gu,
    'is working ',
  ],
  // "Quit the cafe", "Left Siemens": in a note it is the writer who did.
  [/^([Qq]uit|[Rr]esigned) (?=(?:at |from )?(?:(?:the|my) |\p{Lu}))|^([Ll]eft) (?=\p{Lu})/u, 'I $1$2 '],
  [
    /\b(?:(?:started|began) working|(?:have|has) an? new job|(?:got|found|started) an? (?:new )?job) ((?:at|for|in|with) an? [^.,;]+?|(?:at|for|in|with) the [^.,;]+?)(?: (?:last|this) \S+| yesterday| today| recently)?(?=[.,;!]|$)/g,
    'is working $1 henceforth',
  ],
  // Who used to work or live there has left.
  [/\bused to work (?=(?:at|for) \p{Lu})/gu, 'does not work '],
  [/\bused to live in (?=\p{Lu})/gu, 'moved from '],
  // "Tom has a new number: 0170 22"
  [
    new RegExp(
      `^(${someone})(?: has| got| has got|['\u2019]s got) (?:a|an) new (\\p{Ll}+(?: \\p{Ll}+)?)(?: now)?: `,
      'u',
    ),
    "$1's $2 is ",
  ],
  [/^I(?: have| got| have got|['\u2019]ve got) (?:a|an) new (\p{Ll}+(?: \p{Ll}+)?)(?: now)?: /u, 'My $1 is '],
  // What was postponed to a day is on that day, and to an hour at that hour.
  [
    new RegExp(
      `\\b(?:was|were|is|are|got|has been|have been|had been) (?:now )?${deferred} (?:to|until|till) (?=\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]m| o['\u2019]clock)?(?:[.,;!?]|$))`,
      'giu',
    ),
    'is at ',
  ],
  [
    /\b(?:(?:was|were|is|are|got|has been|have been|had been) (?:moved|postponed|rescheduled|extended|brought forward|pushed|shifted|delayed)(?: back| forward)?(?: from [^.]{1,20}?)?) (?:to|until|till|for) (?=\d|\p{Lu}|noon|next )/gu,
    'is on ',
  ],
  // "Ola moved our meeting to Friday", "the launch moved to 1 October", "is planned for May 3"
  [
    new RegExp(
      `^(?:\\p{L}+ ){1,3}?(?:moved|pushed|postponed|rescheduled|shifted|delayed) ((?:the|our|my) [\\p{L}\\p{N} -]{2,40}?)(?: back| forward)? (?:to|until|till) ${aDay}`,
      'iu',
    ),
    '$1 is on ',
  ],
  [
    new RegExp(
      `(?<!\\b(?:i|we|he|she|they|you))(?: (?:was|were|is|are|got|gets|has been|have been|has|have))? (?:now )?${deferred} (?:to|until|till|for) ${aDay}`,
      'giu',
    ),
    ' is on ',
  ],
  [
    new RegExp(`\\b(is|are) (?:now )?(?:planned|scheduled|set|due|booked|slated) (?:for|on|at|by) ${aDay}`, 'giu'),
    '$1 on ',
  ],
  [/(?<=\S) (?:because of|due to|thanks to) [^,.;!?]+(?=[.!?]*$)/giu, ''],
  [/\btook over as (?:the )?([\p{L} ]+?) from \p{L}+/giu, 'is our $1'],
  // What has become of a number or a name is what it is.
  [
    /\b(?:(?:was|were|has been|have been|got|is|are) (?:raised|lowered|increased|reduced|cut|changed|updated|set)|rose|fell|went (?:up|down)|increased|decreased|dropped|grew|jumped|climbed) to (?=[$\u20ac\u00a3]?\S*\d)/gu,
    'is ',
  ],
  [/\b(?:am|is|are) (?:not |n['\u2019]t )(?:really )?(?:an? )?(?:(?:big|huge) )?fans? of\b/giu, 'do not like'],
  [
    /(?:\bam|\bis|\bare|['\u2019](?:m|s|re)) (?:an? )?(?:(?:big|huge|great) )?(?:fans? of|fond of|keen on|crazy about)\b/giu,
    ' like',
  ],
  // Who cannot, and never learned to.
  [/\b(?:never learn(?:ed|t)|(?:do|does)(?: not|n['\u2019]t) know how) to (?=\p{Ll})/gu, 'can not '],
  // "haven't been to the gym in months"
  [/(\bhave|\bhas|['\u2019]ve)( not|n['\u2019]t| never)? been to (?=\p{L})/giu, '$1$2 gone to '],
  [
    /(?= (?:in|for) )(?<=(?:\b(?:not|never)|n['\u2019]t) gone to .*) (?:in|for) (?:months|years|weeks|ages|a (?:long )?(?:time|while))\b/giu,
    '',
  ],
  // What is wrong, and what is mended.
  [
    new RegExp(
      `\\b(${faults}) (?:is (?:still (?:there|open|here)|back|not (?:fixed|solved|resolved)(?: yet)?)|came back|has come back|reappeared|happens again)`,
      'giu',
    ),
    '$1 is unfixed',
  ],
  [new RegExp(`\\b(${faults}) (?:is|was|has been|got) (?:solved|resolved|fixed)\\b`, 'giu'), '$1 is fixed'],
  [/\b(is|are) (not |n['\u2019]t )?(?:done|complete|completed)(?=$|[.,;!]| now\b| yet\b)/giu, '$1 $2finished'],
  [/\b(?:only|just|exactly) (?:one|a single)\b|\ba single\b/gi, onlyOne],
  [/\b(?:several|multiple|numerous)\b/gi, 'many'],
  [
    /^\p{Lu}\p{L}+ (?:has )?(?:handed|passed|gave|transferred) (the [\p{L} ]+?) (?:over |on )?to (\p{Lu}\p{L}+)(?=$|[.,!])/gu,
    '$2 owns $1',
  ],
  [/\b(?:became|ha(?:s|ve) become) (?=an? \p{L})/giu, 'is '],
  [
    new RegExp(
      `(?<=\\p{L}) (?:has |have |just )*turned (${numeral})(?=$|[.,!]| (?:today|yesterday|this|last|in|on)\\b)`,
      'giu',
    ),
    ' is $1',
  ],
  [/\b(?:was|has been|is|got) renamed (?:to |as )?/gi, 'is called '],
  [
    /\b(?:an hour|half an hour|\S+ (?:hours?|minutes|days?)) (?:later|earlier)(?:,| than planned,?)? (?=(?:at|on) )/gi,
    '',
  ],
  // "Deploys happen on Fridays"
  [
    /^(?:all |the |our )?(deploy|release|merge|review|ship)(?:ment)?s (?:always |usually |only )?(?:happen|take place|are (?:done|made)) (?=on|at|in)/gi,
    'we $1 ',
  ],
  // Of a number the modal means that they are allowed to.
  [new RegExp(`\\b(${onlyOne}|many) (\\p{L}+) may\\b`, 'giu'), '$1 $2 can'],
  [
    /^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+){0,2}): (birthday|phone|email|address|age|nationality|job)(?: on| is|:)? /iu,
    "$1's $2 is ",
  ],
];

const all = [...updates, ...plainer];

/** Each of the updates has one of these words. */
const mayUpdate =
  /\b(?:now|since|from|as of|starting|going forward|instead|after all|not|changed|updated|switched|set|raised|lowered|increased|reduced|cut|extended|moved|shifted|used? to|uses?|come|grown|learn(?:ed|t)|started|began|begun|stopped|quit|gave up|called|blown|delayed|late|early|postponed|rescheduled|leads|manages|repaired|mended|fixed|works?|broken?|pay|costs|until|till|and)\b/i;

/** "Maybe twice a week": how often is an estimate, and that it is so is none. */
const estimated =
  / (?:maybe|perhaps|probably) (?=(?:once|twice|every|\d+ times|(?:two|three|four|five|a few|several) times)\b)/gi;

/** A sentence in plainer words. */
export function plainly(sentence: string): string {
  const rules = mayUpdate.test(sentence) ? all : plainer;
  return rules.reduce((text, [wording, means]) => text.replace(wording, means), sentence.replace(estimated, ' '));
}

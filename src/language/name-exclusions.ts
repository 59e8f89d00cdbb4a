/** Words that are written with a capital and still name nobody and nothing in particular. */
import { conceptStopWords } from './concepts-stop-words.ts';

const ordinary: ReadonlySet<string> = new Set(
  `
i i'm i've i'll i'd mom mum mommy mama dad daddy papa grandma grandpa granny auntie god lord jesus sir madam
internet web tv pc ok okay lol lmao omg btw idk imo imho tbh fyi asap diy faq am pm ad bc rip ps pov
congrats congratulations yay yup yep nope nah aww aw awww hmm ugh oops phew woah whoa wow haha hehe hey hi hello
thanks thx cheers bye goodbye welcome sorry please absolutely totally definitely exactly sounds cool awesome amazing
good great nice happy best dear morning evening night afternoon tonight
ii iii iv vi vii viii ix xi xii
note todo fixme warning error info debug yes no`
    .trim()
    .split(/\s+/),
);

/** Parts of names ("East Coast", "Pride Month", "Black Friday"), but none alone. */
const onlyParts: ReadonlySet<string> = new Set(
  `
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
sundays mon tue tues wed thu thur thurs fri sat sun january february march april may june july august september
october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter
north south east west northern southern eastern western english french german spanish italian portuguese dutch swedish
danish norwegian finnish polish russian ukrainian chinese mandarin cantonese japanese korean arabic hebrew hindi
turkish greek latin irish welsh scottish european asian african american british`
    .trim()
    .split(/\s+/),
);

/** Whether a word (lower case) is no part of a name: function words, greetings, forms of address. */
export function isOrdinary(lower: string): boolean {
  return ordinary.has(lower) || conceptStopWords.has(lower.replace(/['’]/g, ''));
}

/** Whether a word (lower case) is never a name by itself: what is ordinary, and days, months, languages, directions. */
export function isNeverAlone(lower: string): boolean {
  return onlyParts.has(lower) || isOrdinary(lower);
}

/**
 * Standing statements of a text: orders, and what somebody is, must, prefers or never does, until somebody says
 * otherwise. `occasions.ts` says what they bear on. English only.
 */
import { plainSpelling } from './plain-spelling.ts';
import { splitSentences } from './sentences.ts';

/** Who a standing statement is about. */
const subject = String.raw`(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]he user|(?:[Mm]y|[Oo]ur) \p{L}+(?: \p{Lu}[\p{L}’'-]+)?|(?!They|It|This|That|There|What|Who|I['’]|We['’])\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?)`;
/** What somebody is. */
const being = String.raw`(?:['’](?:m|s|re|ve been)| am| is| are| ha(?:s|ve) been) (?:\p{L}+ly |also |both |all )?(?:allergic|(?:lactose |gluten )?intolerant|vegetarian|vegan|pescatarian|diabetic|c(?:o)?eliac|pregnant|afraid of|scared of|terrified of|based in|living (?:in|near)|colou?r-?blind|deaf|dyslexic|left-handed|muslim|jewish|hindu|saving for|an? (?:vegetarian|vegan|night owl|early riser))\b`;
/** What illness somebody has. */
const illness = String.raw`(?:['’](?:ve|s) got| ha(?:s|ve)(?: got)?) (?:an? )?(?:\p{L}+ )?(?:c(?:o)?eliac|diabetes|epilepsy|high blood pressure|gout|reflux|arthritis|allergy|intolerance)\b`;
/** What somebody does or never does. */
const doing = String.raw` (?:\p{L}+ly |also |just |still |both |all )?(?:lives? (?:in|near)|moved to|prefers?|hates?|avoids?|must|only|always|never|ha(?:s|ve) (?:asthma|diabetes|vertigo|an? (?:bad|weak) \p{L}+)|works? night shifts|wears?|(?:don['’]t|doesn['’]t|do not|does not|can['’]t|cannot|won['’]t) (?:eat|drink|like|use|take|fly|drive|travel|wear|have|do|work|deploy|push|commit|merge|stand|tolerate|swim|celebrate|log))\b`;

/** Statements that stand for long: orders, and what somebody is, must, prefers or never does. */
const standing: readonly RegExp[] = [
  /^(?:please )?(?:always|never|no \w+ (?:before|after|on|in|at|during|without|for)|only|don['’]t|do not|use|prefer|avoid|make sure|remember|reminder)\b/i,
  /^(?:please )?(?:keep (?:your |the |all |every )?\w+|answer|reply|respond|speak|address me|call me) /i,
  // How somebody wants things to be is a rule where it says how.
  /^(?:I|We) (?:like|want|love) (?:my |our )?(?:very )?(?:short|small|long|clear|simple|strict|early|late|plain|brief|concise|detailed|spicy|strong)\b/,
  /^(?:the|our|my) (?:budget|deadline|quota|allowance|maximum|limit|policy|convention|house rule|size|\w+ size) (?:is|for|says)\b/i,
  // "Prices are always in euros", "Run the tests before every commit"
  /^(?:(?:the|our|all|my) )?(?:(?!th[eo]se\b|they\b)\p{L}+ ){1,3}(?:is|are) (?:always|never|only) (?:in|at|on|by|to|for|with|under|\p{L}+(?:ed|en)\b)/iu,
  /^(?!I\b|[Ww]e\b|.*\b(?:they|he|she|it|you|was|were|did)\b)[\p{Lu}\p{Ll}][\p{L}]*\b.* (?:before|after|on|for|with|in) (?:every|each|any)\b/u,
  // When a shop or an office is open.
  /^(?:(?:the|our|my) )?(?:\p{L}+ ){1,3}(?:is|are|opens?|closes?) (?:open |closed |shut )?(?:on|at|from) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|(?:public )?holidays|\d)/iu,
  /^\w+ only (?:after|before|on|with|when)\b/i,
  // "Feature branches are named after their ticket", "Releases are tagged on main": how a team's things are done.
  /^(?!th[eo]se\b|they\b)(?:(?:all|every|each|our|the|new) )?(?:\p{L}+ ){1,3}(?:is|are) (?:named|called|tagged|versioned|prefixed|squashed|reviewed|merged|formatted|deployed|released|documented|translated|sorted|stored|written|kept|tested|checked|built|linted|generated) (?:after|as|with|by|in|on|from|to|like|\S*[/_-])/iu,
  /^(?:we|i) use\b/i,
  // "We store amounts in cents", "We write our docs in plain English": how a team does a thing.
  /^we (?:keep|store|write|name|call|put|log|count|save|track|format|prefix|tag|pin|cache|sort|review|squash|deploy|release|ship|document|version|import|export|handle|validate|wrap) (?!it\b|them\b|him\b|her\b|you\b|a lot\b)[^,;]+ (?:in|as|after|with|by|to|under|through|on|before|from|via|without)\b/i,
  // "In tests always mock the clock", "For dates we use date-fns"
  /^(?:in|on|for|when|with|at|before|after) [^,;]{2,40}?,? (?:please |we |i )?(?:always|never|must|use|prefer|avoid|don['’]t|do not|only)\b/i,
  // "New endpoints must have a description", "Error messages should never blame the user", "Secrets live in the vault"; but no
  // guess, as "That must be great".
  /^(?:(?:all|every|new|each) )?(?:(?!I\b|we\b|you\b|it\b|he\b|she\b|they\b|that\b|this\b|those\b|if\b|your\b)\p{L}+ ){1,4}(?:must (?:never |always |not )?(?:have (?:an? |no |the |at )|(?!be |have |feel |['’])\p{L}+ )|should (?:always|never|only) |may (?:only|never) |(?:live|belong|go) (?:in|into|through|under|to) (?:the |an? )?\p{L}[\p{L}\p{N}._/-]*[.!]?$)/iu,
  // "The quarterly report goes to Sunita by the 5th", "Expenses are due on the 3rd"; "Wednesday is off".
  /^(?:(?:[Tt]he|[Oo]ur|[Mm]y|[Aa]ll|[Ee]very) )?(?:\p{L}+ ){1,3}(?:(?:goes|go) to \p{Lu}|(?:has|have) to (?:go|be) |(?:is|are) due )/u,
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:is|are) (?:off|free|my day off|my days off|taken|blocked)|work (?:only )?(?:three|four|two) days|(?:am|['’]m) off (?:on )?(?:mon|tues|wednes|thurs|fri)days?)\b/i,
  // How a house looks and sounds to others.
  /^(?:our|the|my) (?:\p{L}+ ){0,2}(?:colou?rs?|fonts?|logo|slogan|tagline|typeface|templates?|letterhead|currency|language) (?:is|are) /iu,
  // "I don't want emails longer than five sentences" says how things are to be; "I don't want to go" does not.
  /^(?:I|We) (?:don['’]t|do not|never) want (?!to\b|it\b|that\b|this\b)(?:any |an? |the )?(?:\p{L}+ ){1,3}(?:longer|shorter|bigger|smaller|more|over|above|under|with|without|in|after|before|on|from)\b/iu,
  // "Tests run with vitest", "The docs live next to the code", "Postgres 16 runs in Docker": where and by what a team's things are.
  /^(?:(?:the|our|all) )?(?:\p{L}+ )?(?:tests?|specs?|checks?|builds?|CI|linter|scripts?|pipelines?|migrations?|docs|jobs|backups|releases|deployments?|database|server|service|app|\p{Lu}\p{L}+ \d[\d.]*) (?:runs?|lives?|sits?|belongs?|goe?s?|listens?|happens?) (?:with|in|on|under|through|via|at|from|beside|behind|next to|every)\b/iu,
  /^I (?:have|own|['’]ve got|hold) an? (?:[\p{L}\p{N}-]+ ){0,3}\p{L}*(?:card|pass|membership|subscription|season ticket|voucher)\b/iu,
  /^(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|\p{Lu}\p{L}+['’]s) (?:passport|visa|driving licen[cs]e|licen[cs]e|insurance|lease|contract|warranty|residence permit) (?:expires|runs out|ran out|has expired|ends|is valid)\b/u,
  /^(?:(?:[Tt]he|[Oo]ur|[Mm]y) kids|\p{Lu}\p{L}+|(?:I|[Ww]e)) (?:goes?|is|am|are|has to be) (?:to|in) bed (?:at|by|before|around)\b/u,
  /^I (?:take|am on|['’]m on) (?:\p{L}+ ){1,3}(?:every (?:day|morning|evening|night)|once|twice|daily|for my)\b/iu,
  /\btakes? (?:\p{L}+ )?(?:blood thinners|insulin|warfarin|beta ?blockers|antidepressants|lithium)\b/iu,
  /\b(?:fear|phobia) of \p{L}|\bI faint\b/u,
  // "All offers to clients need a validity of 30 days"
  /^(?:all|every|each|any|new) (?:\p{L}+ ){1,4}needs? (?:an? |the |to )/iu,
  // What does somebody no good: "My knee hurts when I run".
  /^(?:[Mm]y|[Hh]is|[Hh]er|\p{Lu}\p{L}+['’]s) (?:\p{L}+ )?(?:knees?|back|ankles?|shoulders?|wrists?|elbows?|hips?|neck|foot|feet|heels?|stomach|head|eyes?) (?:always |often )?(?:hurts?|aches?|swells?|gets? (?:sore|stiff)|acts? up|gives? way) (?:when|if|whenever|after|from|on)\b/u,
  /^I (?:always |often |sometimes |still )?(?:get|have) (?:an? |my |bad |terrible )*(?:(?:migraines?|headaches?|heartburn|hives|rash(?:es)?|cramps|eczema|reflux|panic attacks?) (?:from|of|when|if|after|with)\b|(?:sea|car|motion|air)[ -]?sick\b)/,
  /\b(?:gives?|causes?) (?:me|him|her|my \p{L}+) (?:an? |the )?(?:\p{L}+ )?(?:migraines?|headaches?|heartburn|hives|rash|cramps|nightmares|eczema)\b|\b(?:makes?|made) me (?:sick|ill|sneeze|itch|nauseous)\b|\bupsets my stomach\b/iu,
  /^I (?:have|own|'?ve got) no (?:car|licen[cs]e|oven|microwave|garden|balcony|lift|printer|passport)\b|^I (?:don['’]t|do not) (?:have|own) an? (?:car|oven|microwave|garden|balcony|printer|passport)\b/i,
  new RegExp(`^${subject}(?:${being}|${illness}|${doing})`, 'u'),
  // What somebody is said to like is a statement; what a speaker loves at the moment is talk.
  /^(?!They|It|This|That|There|What|Who)\p{Lu}[\p{L}’'-]+ (?:really )?(?:loves|likes|dislikes|enjoys|drinks|eats)\b/u,
  /\b(?:(?:has|have|my|his|her|['’]s) (?:\w+ ){0,2}allerg(?:y|ies)|favou?rite \w+ (?:is|are))\b/i,
  /\b(?:we|i|the team) (?:always|never|only)\b/i,
];
/** What recurs on a day of the week, and when somebody is away: what is planned for these days has to fit. */
const booked: readonly RegExp[] = [
  /^(?!.*\b(?:used to|was|were|did|had|those)\b).*\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:s| (?:mornings|afternoons|evenings|nights))|every (?:other |second )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/iu,
  /^(?:I|[Ww]e)(?:['’](?:m|re|ll be)| am| are| will be) (?:on (?:holiday|vacation|leave|parental leave)|away|abroad|travell?ing|out of (?:office|town)|off)\b/u,
];
/** What a clause within a sentence orders, whatever stands before it. */
const ordered =
  /^(?:please )?(?:always|never|(?:run|use|merge|deploy|push|call|work|eat|drink|take)? ?only|no \w+ (?:before|after|on|in|at|during|without|for)|don['’]t|do not|use|prefer|avoid|make sure)\b(?! (?:worry|mind|forget|care|know|think)\b)/i;
/** What somebody gave up, what a doctor or a boss says, and what something takes. */
const bound: readonly RegExp[] = [
  /^(?:[Ww]e|[Hh]e|[Ss]he|[Tt]hey) must (?:not |never |always |first )?(?!(?:be|have|feel|look|seem)\b)\p{L}/u,
  /^(?:I(?:['’]ve| have)?|[Hh]e|[Ss]he|[Mm]y \p{L}+(?: \p{Lu}\p{L}+)?|\p{Lu}\p{L}+) (?:ha(?:s|ve) )?(?:turned|became|become|gone|went) (?:vegetarian|vegan)\b/u,
  /^(?:I|[Ww]e|[Hh]e|[Ss]he)(?:['’](?:m|re|s)| am| are| is) (?:trying to |on a )?(?:sav(?:e|ing) (?:money|for|up)|diet\b|budget\b|cutting down on)/u,
  /^(?:I|[Ww]e)(?:['’](?:m|re)| am| are) (?:training|preparing|practi[sc]ing|rehearsing) for\b/u,
  /^(?:I(?:['’]ve| have)? )?(?:stopped|quit|gave up|given up|cut out) (?:\p{L}+ing\b|coffee|alcohol|sugar|meat|smoking)/iu,
  /^I(?:['’]ve| have)? (?:just )?(?:broke|broken|sprained|twisted|tore|torn|injured) my \p{L}+/u,
  /\b(?:doctor|physio|dentist|vet|therapist|boss|landlord|manager) (?:says?|said|told me|wants|insists)\b/i,
  /\b(?:needs?|requires?) (?:an? |the |prior |written |one |two |three |\d )*(?:approvals?|permission|sign-?offs?|reviews?|reviewers?)\b/i,
  /\b(?:is|are) (?:only (?:used |meant |there )?for|not (?:allowed|for)|forbidden|off limits|frozen|required|mandatory)\b/i,
];
/** "commit messages in imperative mood please": how things are to be, and not what is to be done once. */
const requested =
  /^(?!(?:can|could|would|will) you\b|(?:(?:please|pls|plz) )?(?:send|give|show|tell|find|write|check|fix|run|make|look|remind|cancel|book|order|call|update|change|delete|remove|add|create|explain|help|open|get|put|wait|stop|try|let|do|go|come|list|move|read|set|say)\b)\p{L}.*\b(?:please|pls|plz)[.!]*$/iu;
/** What only begins a clause. */
const opener = /^(?:and|but|so|oh|ok(?:ay)?|btw|by the way|also|fyi|hey|hi|well|ah|note|then),? /i;
/** A longer sentence tells a story. In characters. */
const longestStatement = 120;
/** Only so many sentences of a text are read. */
const readSentences = 8;

/** The standing statements of a text: what holds until somebody says otherwise. */
export function standingIn(text: string): readonly string[] {
  return statementsIn(text).filter(isStanding);
}

/** The short sentences of a text that ask nothing. */
export function statementsIn(text: string): readonly string[] {
  return splitSentences(plainSpelling(text.slice(0, readSentences * longestStatement)), 'space')
    .slice(0, readSentences)
    .filter((sentence) => sentence.length <= longestStatement && !/[?？]\s*$/u.test(sentence));
}

function isStanding(sentence: string): boolean {
  if (standing.some((form) => form.test(sentence))) return true;
  const clauses = sentence.split(/[,;:]\s|\s[-\u2013\u2014]\s/u).map((clause) => clause.trim().replace(opener, ''));
  return clauses.some((clause) => [ordered, requested, ...bound].some((form) => form.test(clause)));
}

/** Whether a text has a rule, or says what somebody needs, prefers or never does, or which days are taken. */
export function tellsStanding(text: string): boolean {
  return statementsIn(text).some((sentence) => isStanding(sentence) || booked.some((form) => form.test(sentence)));
}

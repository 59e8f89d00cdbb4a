/**
 * Tells prompts that only order something. "Fix the failing test" is work of the moment; "Always use pnpm here" is a
 * rule and "we deploy on Fridays" a statement, and both are worth remembering. In doubt a prompt is kept. The rules are
 * English; prompts in other languages are kept. It loads nothing: a hook starts many times a day.
 */

/** What a coding agent is told to do, as the first word of an order. `use`, `prefer` and `avoid` begin rules and are not here. */
const work = new Set(
  (
    'accept add adjust align analyse analyze answer append apply ask assert audit benchmark build bump change check clean ' +
    'clear clone close code comment commit compare compile complete compress configure continue convert copy correct ' +
    'create cut debug delete deploy describe diagnose diff disable do document download draft drop edit enable ensure ' +
    'evaluate examine execute expand explain explore export extend extract fetch figure fill finalize find finish fix ' +
    'format generate get give go grep handle have help hide identify implement import improve include increase inline ' +
    'insert inspect install integrate investigate join kill launch lint list load locate log look lower make merge migrate ' +
    'mock move open optimise optimize organise organize patch paste plan polish port prepare print profile proofread ' +
    'propose publish pull push put raise read rebase rebuild record redesign redo reduce refactor reformat reinstall ' +
    'release reload remove rename render reorder repair repeat replace reproduce rerun research reset resolve restart ' +
    'restore retry return reverse revert review rewrite roll run save scaffold scan search see send separate set setup ' +
    'ship shorten show simplify skip solve sort speed split squash stage start step stop study stub suggest ' +
    'summarise summarize switch sync take tell test tidy toggle trace track translate trim try turn undo uninstall unify ' +
    'update upgrade upload validate verify view walk watch wire wrap write'
  ).split(' '),
);

/** What stands before an order: it is taken off as often as it is there. */
const opening =
  /^(?:please|pls|kindly|now|then|and|or|so|ok|okay|yes|yeah|sure|great|good|nice|perfect|thanks|thank you|hey|hi|hello|also|next|first|finally|again|just|go ahead(?: and)?|can you|could you|would you|will you|can we|could we|let's|let us|i want you to|i need you to|i would like you to|i'd like you to|you should|you can|you need to)\b[,:!.]?\s*/i;

/** What makes an order a rule that stands. */
const standing =
  /\b(?:always|never|from now on|by default|in (?:the )?future|going forward|every ?time|whenever|each time|every|remember|prefer|instead of|rather than|unless|do not|must|only)\b|n['’]t\b/i;

/** Where a clause ends that another may follow, with a subject of its own or another order. */
const boundary =
  /\s*[;—–]\s*|\s+-\s+|[:,]?\s+(?:because|since|but|as)\s+(?=(?:i|we|he|she|it|they|there|our|my|the|this|these|that)\b)|,?\s+(?:and|then|and then)\s+(?=\S)|,\s+/i;

/** From here on a clause only says which thing is meant or what is to be found out. */
const aside =
  /\b(?:that|which|who|whom|whose|where|when|while|why|what|how|whether|if|until|before|after|so|to|for|with|in|on|from|of|as)\b.*/i;

/** What finds out or makes sure: a sentence follows that is not yet known to be true. */
const finding = /^(?:make sure|ensure|check|verify|see|tell|show|explain|find|figure|look|ask|assert)\b/i;

const subject =
  /^(?:i|we|he|she|it|they|there|this|that|these|those|our|my|his|her|its|their|everyone|everybody|nobody)\b/i;
/** What somebody does, as in "Mark hates it". */
const ofName = /^\p{Lu}\p{L}+ \p{Ll}+(?:s|ed)\b/u;
const finite =
  /\b(?:am|is|are|was|were|has|have|had|will|would|can|cannot|could|should|does|did)\b|(?:i|we|he|she|it|they)['’](?:m|s|re|ve|ll|d)\b/i;

/**
 * Whether a prompt does nothing but order work: it holds no statement and no rule that stands. Pasted code does not
 * count; a prompt of nothing else is no order.
 */
export function ordersOnly(prompt: string): boolean {
  const prose = prompt.replace(/```[\s\S]*?(?:```|$)/g, '\n').replace(/`[^`\n]*`/g, 'code');
  const sentences = prose
    .split(/\n|(?<=[.!?])\s+/)
    .map((sentence) => sentence.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, '').trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  return sentences.length > 0 && sentences.every(isOrder);
}

function isOrder(sentence: string): boolean {
  if (standing.test(sentence)) return false;
  const [first = '', ...more] = sentence.split(boundary).filter((clause) => clause.trim() !== '');
  return isWork(first) && more.every((clause) => isWork(clause) || isFragment(clause));
}

/** A clause that begins with the bare form of a verb of work, and is not a statement about a thing of that name. */
function isWork(clause: string): boolean {
  const bare = withoutOpenings(clause);
  if (bare === '') return true;
  const [word = ''] = /^[\p{L}-]+/u.exec(bare) ?? [];
  if (!work.has(word.toLowerCase())) return false;
  const rest = bare.slice(word.length).replace(aside, '');
  return finding.test(bare) || !finite.test(rest);
}

/** The rest of a list, such as ` the docs` of "update the tests and the docs": it says nothing by itself. */
function isFragment(clause: string): boolean {
  const isSaid = subject.test(clause) || finite.test(clause) || ofName.test(clause);
  return !isSaid && clause.split(/\s+/).length <= 6;
}

function withoutOpenings(clause: string): string {
  let bare = clause.trim();
  while (opening.test(bare)) bare = bare.replace(opening, '');
  return bare;
}

/** Whether a clause gives an opinion: a judgement that the speaker says is his own. A guess at a matter of fact is none. */
import { isHeld } from './split-clauses.ts';

const own = /^(?:in my (?:opinion|view)|to my mind|imho|imo),?\s+(.+)$|^(.+?),? in my (?:opinion|view)$/i;
const thought =
  /^(?:i|we) (?:\S+ly )?(?:don't |do not )?(?:think|believe|reckon|consider)(?: that)? (?!so\b|about\b|of\b|is\b|was\b|are\b|were\b)(.+)$/i;
const judged =
  /\b(?:too \S|better|best|worse|worst|good|bad|great|awful|terrible|overrated|underrated|worth|beautiful|ugly|elegant|clean(?:er)?|simpl(?:e|er|est)|complicated|confusing|nice(?:r|st)?|useful|useless|important|boring|interesting|unfair|fair|eas(?:y|ier)|hard(?:er)?|clumsy|fragile|readable|safer?|should|ought|(?:more|most|less) \S|wrong|silly|clever|pointless|excellent|mediocre|brilliant|horrible|lovely|annoying|matters?|deserves?)\b/i;
const found = /^(?:i|we) (?:\S+ly )?find (.+)$/i;
const quality = /\w(?:ing|able|ible|ful|less|ous|ive|er|est)$/i;
/** What only the text around it tells. */
const unknown = /^(?:i|we|i'\S+|we'\S+|it|this|that|these|those|he|she|they|you|your|there|him|her|them)\b/i;
/** Whether a clause gives an opinion. */
export function isOpinion(clause: string): boolean {
  const [, before, after] = own.exec(clause) ?? [];
  const stated = before ?? after;
  if (stated !== undefined) return isStanding(stated);
  const felt = found.exec(clause)?.[1];
  if (felt !== undefined) return isStanding(felt) && (quality.test(felt) || judged.test(felt));
  const judgement = thought.exec(clause)?.[1];
  return judgement !== undefined && isStanding(judgement) && judged.test(judgement);
}

function isStanding(stated: string): boolean {
  return !unknown.test(stated) && isHeld(stated);
}

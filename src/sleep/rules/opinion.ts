/** Whether a clause gives an opinion: a judgement that the speaker says is his own. A guess at a matter of fact is none. */
import { isHeld } from '../../remember/links/split-clauses.ts';

const own = /^(?:in my (?:opinion|view)|to my mind|imho|imo),?\s+(.+)$|^(.+?),? in my (?:opinion|view)$/i;
const thought = /^(?:i|we) (?:\S+ly )?(?:don't |do not )?(?:think|believe|reckon|consider)(?: that)? (.+)$/i;
const judged =
  /\b(?:too|better|best|worse|worst|good|bad|great|awful|terrible|overrated|underrated|worth|beautiful|ugly|elegant|clean(?:er)?|simpl(?:e|er|est)|complicated|confusing|nice(?:r|st)?|useful|useless|important|boring|interesting|unfair|fair|eas(?:y|ier)|hard(?:er)?|clumsy|fragile|readable|safer?|should|ought|more|most|less|wrong|silly|clever|pointless|excellent|mediocre|brilliant|horrible|lovely|annoying|matters?|deserves?)\b/i;
const found = /^(?:i|we) (?:\S+ly )?find (.+ \S+)$/i;
/** What only the text around it tells. */
const unknown = /^(?:it|this|that|these|those|he|she|they|you|your|there|him|her|them)\b/i;
/** "I find out what", "I find time to": nothing is judged. */
const search = /^(?:out|time|myself)\b/i;

/** Whether a clause gives an opinion. */
export function isOpinion(clause: string): boolean {
  const [, before, after] = own.exec(clause) ?? [];
  const stated = before ?? after ?? found.exec(clause)?.[1];
  if (stated !== undefined) return !unknown.test(stated) && !search.test(stated) && isHeld(stated);
  const judgement = thought.exec(clause)?.[1];
  return judgement !== undefined && !unknown.test(judgement) && judged.test(judgement) && isHeld(judgement);
}

/** Whether a text tells its reader to do something. What is remembered is never an order, so such a text is only quoted. */
import { verbForms } from './verb-forms.ts';

/** How texts address the model that reads them. */
const addressed =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|messages?|guidelines|above|previous|prior)\b|\b(?:system prompt|new instructions?|jailbreak|developer mode)\b|\byou (?:must|should|shall|have to|need to|are now|will now|are (?:an?|the) (?:ai|assistant|model|agent))\b|\b(?:act|behave|respond|reply|answer) (?:as|only|with)\b|\bpretend (?:to|you|that)\b|\bfrom now on,? you\b|\bdo not (?:tell|reveal|mention|inform)\b/i;
const opening = /^(?:please|kindly|just|now|then|and|or|first|next|always|never|do not|don['’]t)[,:]?\s+/i;

/** Whether plain words are, or hold, an instruction. Texts in other languages than English pass for statements. */
export function looksLikeInstruction(text: string): boolean {
  return addressed.test(text) || isImperative(text);
}

/** Whether a sentence begins with the bare form of a verb: `Always use tabs`. */
export function isImperative(text: string): boolean {
  let plain = text;
  while (opening.test(plain)) plain = plain.replace(opening, '');
  const [first = ''] = /^[\p{L}'’]+(?=[\s.!]|$)/u.exec(plain) ?? [];
  const form = verbForms.get(first.toLowerCase());
  return (form === 'base' || form === 'both') && !/^\S+ (?:of|is|are|was|were|has|have|had|will)\b/.test(plain);
}

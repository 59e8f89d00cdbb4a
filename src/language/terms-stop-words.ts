/**
 * English words that carry grammar and not meaning, without apostrophes (`dont`, `im`), as the
 * tokeniser leaves them. Words that date a thing (`may`, `march`, `now`) or count it stay in.
 */

const articlesAndPronouns =
  'a an the i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself ' +
  'she her hers herself it its itself they them their theirs themselves this that these those who whom whose ' +
  'which what someone somebody something anyone anybody anything everyone everybody everything nobody';

const verbs =
  'am is are was were be been being do does did doing done have has had having can could will would shall should ' +
  'might must im ive id ill youre youve youd youll hes shes theyre theyve theyd theyll weve wed were thats theres ' +
  'whats whos dont doesnt didnt isnt arent wasnt werent wont wouldnt cant cannot couldnt shouldnt hasnt havent ' +
  'hadnt mustnt aint lets';

const connections =
  'and or but nor so yet if then else than as because while until of at by for with about against between into ' +
  'through to from in out on off over under onto upon via per within without among toward towards';

const adverbs =
  'when where why how here there again once not no too very just also only own same such both each few more most ' +
  'other some any all ever still even really quite';

/** The words that recall leaves out of texts and of queries. */
export const stopWords: ReadonlySet<string> = new Set(
  [articlesAndPronouns, verbs, connections, adverbs].flatMap((words) => words.split(' ')),
);

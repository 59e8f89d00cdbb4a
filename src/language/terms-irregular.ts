/**
 * English forms that no stemmer brings back to their base (`went`, `bought`, `children`).
 * Each line: the base, then its irregular forms. Forms that are words of their own with another
 * meaning (`left`, `found` a company, `saw` a plank) are taken as the far more common verb form.
 */

const forms = `
arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun|bend bent
bet betted|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought
build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|creep crept|deal dealt|dig dug
draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed
feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown
hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led
lean leant|leap leapt|learn learnt|leave left|lend lent|lie lain|light lit|lose lost|make made|mean meant
meet met|mistake mistook mistaken|overcome overcame|pay paid|prove proven|ride rode ridden|ring rang rung
rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken
shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept
slide slid|speak spoke spoken|speed sped|spend spent|spill spilt|spin spun|spring sprang sprung|stand stood
steal stole stolen|stick stuck|sting stung|strike struck|strive strove striven|swear swore sworn|sweep swept
swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought
throw threw thrown|understand understood|undertake undertook undertaken|wake woke woken|wear wore worn
weave wove woven|weep wept|win won|withdraw withdrew withdrawn|write wrote written
child children|person people|man men|woman women|foot feet|tooth teeth|goose geese|mouse mice|wife wives
life lives|knife knives|leaf leaves|half halves|shelf shelves|wolf wolves|loaf loaves|scarf scarves
mom mum mommy mummy|dad daddy|kid kiddo kiddos
`;

/** From an irregular form to its base. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  forms
    .trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [base = '', ...others] = line.trim().split(' ');
      return others.map((form): [string, string] => [form, base]);
    }),
);

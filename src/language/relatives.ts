/**
 * Whom a question means by what they are to somebody: "my brother", "meine Tante", 我妹妹. What nobody has ever spoken of
 * has no answer, and what is told of one relative is none of another.
 */
import { isGivenOnly } from './lexicon.ts';
import { mayBePerson, namesIn } from './names-asked-for.ts';
import { somebodyNouns, escaped, inLawNouns, listed } from './word-lists.ts';
import { termsOf, wordsOf } from './words.ts';

/** Somebody by what they are to another: "my older brother", "Ida's boss". */
export const relative: RegExp =
  /(?<whose>(?<!\p{L})(?:my|our|your|his|her|their|\p{L}+['\u2019]s) )(?:(?:big|little|older|elder|younger|eldest|oldest|youngest|new|best) )?(?<kin>brothers?|sisters?|siblings?|sons?|daughters?|kids?|children|child|husband|wife|spouse|partner|girlfriend|boyfriend|fianc[e\u00e9]e?|boss|mother|father|mum|mom|dad|parents|uncle|aunt|cousin|nephew|niece|grandmother|grandfather|grandma|grandpa)(?!\p{L})/giu;

/** The kin that a question means. */
export interface KinAsked {
  /** Its English nouns, as it writes them. */
  readonly nouns: string;
  readonly terms: readonly string[];
  /** Whether they are somebody's who is named: "Ida's boss". */
  readonly isOfNamed: boolean;
  /** The terms of the English nouns for other relatives. */
  readonly others: readonly string[];
  /** The terms of each kind of relative, in any language: of one of which nobody spoke nothing is known. */
  readonly mustBeKnown: readonly (readonly string[])[];
}

/** Nouns for relatives, those of one kind together. */
const kinds = [
  'brother sister sibling brothers sisters siblings',
  'son daughter kid child sons daughters kids children',
  'husband wife spouse partner girlfriend boyfriend',
  'mother father mum mom dad parents',
  'boss',
  'uncle aunt',
  'cousin',
  'nephew niece',
  'grandmother grandfather grandma grandpa',
].map((nouns) => termsOf(nouns));

/** Nouns for relatives and pets in German, French and Spanish, those of one kind together. */
const foreignKinds = (
  'mutter mama mutti|vater papa vati|eltern|bruder brüder geschwister|schwester schwestern geschwister|sohn söhne kind kinder|' +
  'tochter töchter kind kinder|tante|onkel|cousin cousine vetter|neffe|nichte|oma großmutter|opa großvater|ehefrau frau|ehemann mann|' +
  'hund hündin|katze kater|mère maman|père papa|frère frères|sœur sœurs|fils enfant enfants|fille enfant enfants|oncle|cousin cousine|neveu|nièce|' +
  'grand-mère mamie|grand-père papi|mari|femme|chien chienne|chat chatte|madre mamá|padre papá|hermano hermanos|hermana hermanas|' +
  'hijo hijos|hija hijos|tía tíos|tío tíos|primo primos|prima primos|sobrino|sobrina|abuela abuelos|abuelo abuelos|marido esposo|mujer esposa|' +
  'perro perra|gato gata'
)
  .split('|')
  .map(listed);
const foreignRelative = new RegExp(
  `(?<!\\p{L})(?:(?:mein|dein|unser)(?:e[mnrs]?)?|m(?:on|a|es)|notre|nos|mis?|nuestr[oa]s?) (?<kin>${[...new Set(foreignKinds.flat())].join('|')})(?!\\p{L})`,
  'giu',
);
/** Relatives in Chinese and Japanese, by the characters that tell them apart. */
const easternKin = /儿子|女儿|兒子|女兒|息子|娘|[哥兄弟姐姉姊妹爸父妈媽母爷爺奶叔姑姨舅伯]/gu;

/** Reads whom a question means; without terms where it means no relative. */
export function kinAsked(query: string): KinAsked {
  const said = [...query.matchAll(relative)];
  const nouns = said.map(({ groups }) => groups?.['kin'] ?? '').join(' ');
  const terms = termsOf(nouns);
  const isOfNamed = said.some(({ groups }) => /s $/.test(groups?.['whose']?.replace(/^his /i, '') ?? ''));
  const isAsked = (kind: readonly string[]): boolean => kind.some((term) => terms.includes(term));
  const foreign = [...query.matchAll(foreignRelative)].map(({ groups }) => groups?.['kin']?.toLowerCase() ?? '');
  const mustBeKnown = [
    // Who somebody's boss is may be told without the word.
    ...kinds.filter((kind) => isAsked(kind) && kind[0] !== 'boss'),
    ...foreign.map((noun) =>
      termsOf(
        foreignKinds
          .filter((kind) => kind.includes(noun))
          .flat()
          .join(' '),
      ),
    ),
    ...(query.match(easternKin) ?? []).map((character) => [character]),
  ];
  return { nouns, terms, isOfNamed, others: kinds.filter((kind) => !isAsked(kind)).flat(), mustBeKnown };
}

/** Who is asked about: "Where does Anke live?", "Wo wohnt Anke?" */
const askedOf =
  /(?:\b(?:does|did|is|was|can|will|wohnt|lebt|arbeitet|spielt|f\u00e4hrt|mag|macht|habite|vit|travaille|joue|aime|vive|trabaja|juega)|(?<![\p{L}])\u00e2ge a) (?<name>\p{Lu}\p{Ll}+)(?!['\u2019\p{L}])/u;
/** Asks what somebody has, or what goes on around them: their family may tell it. */
const openToFamily =
  /^\W*(?:who|why|how(?! (?:old|tall|long|often|many|much|far))|we[rm]|warum|wie geht|qui|pourquoi|qui\u00e9n|por qu\u00e9)(?!\p{L})|\b(?:have|has|had|got|know|about|happen\w*|wrong|matter|sad|upset|worr\w+|stress\w*|visit\w*|meet|met|plan\w*|married|engaged|single|hat|tiene|(?:do|did) (?:on|at|in|last|this|next|yesterday|today))\b/iu;
const family = `(?:${somebodyNouns}|kid|child(?:ren)?|parent|twin|${[...new Set(foreignKinds.flat())].join('|')})s?(?!\\p{L})`;

const anyFamily = new RegExp(`(?<!\\p{L})${family}`, 'iu');
/** "Anke's little brother", "Ankes Bruder", "the boss of Anke". */
const familyOf = new RegExp(
  `(?<!\\p{L})(?:(?<owner>\\p{L}+?)(?:['\u2019]s?|s) (?:\\p{Ll}+ ){0,2}?${family}|${family} (?:of|von|de|d['\u2019]) ?(?<whose>\\p{L}+))`,
  'giu',
);
const spokenOf = /\b(?:s?he|they|him|her|them|both|together|sie|ihn|ihm|ihr|elle|lui)\b/i;

/** "Where does Anke live?" is not answered by where her brother does: all that a text says of whom a question names is whose somebody else is. */
function toldOfFamily(question: string): (text: string) => boolean {
  const name = askedOf.exec(question)?.groups?.['name'];
  const [asked = name, ...others] = new Set(namesIn(question));
  if (asked === undefined || others.length > 0 || openToFamily.test(question) || anyFamily.test(question))
    return () => false;
  const named = new RegExp(`\\b${asked}\\b`, 'i');
  const lower = asked.toLowerCase();
  return (text) => {
    const rest = text.replace(familyOf, (found, owner?: string, whose?: string) =>
      (owner ?? whose)?.toLowerCase() === lower ? ' ' : found,
    );
    return rest !== text && !named.test(rest) && !spokenOf.test(rest);
  };
}

const inLaw = new RegExp(`\\b${inLawNouns}\\b`, 'gi');

/** "What is my mother making?" is not answered by what a mother-in-law makes. */
function tellsOfInLaw(question: string): (text: string) => boolean {
  if (/-in-law\b/i.test(question)) return () => false;
  return (text) =>
    (text.match(inLaw) ?? []).some((relative) => {
      const kin = new RegExp(`\\b${relative.split('-')[0]}\\b`, 'i');
      return kin.test(question) && !kin.test(text.replace(inLaw, ' '));
    });
}

const ownFamily = new RegExp(`(?<!\\p{L})(?:my|our) (?:\\p{Ll}+ )??(?<kin>${family})(?!-in-law)`, 'iu');
/** "Which instrument does my girlfriend play?" is not answered by what is told of "her girlfriend" alone. */
function toldOfOthersKin(question: string): (text: string) => boolean {
  const kin = ownFamily.exec(question)?.groups?.['kin'];
  if (kin === undefined) return () => false;
  const others = new RegExp(
    `(?<!\\p{L})(?<!the user['\u2019])(?:his|her|their|\\p{L}+['\u2019]s) (?:\\p{Ll}+ )?${kin}(?!\\p{L})`,
    'iu',
  );
  const own = new RegExp(`(?<!\\p{L})(?:my|our|a|the) (?:\\p{Ll}+ )?${kin}(?!\\p{L})`, 'iu');
  return (text) => others.test(text) && !own.test(text);
}

const ownThing = /(?<!\p{L})(?:my|our) (?:own )?(?<what>\p{Ll}{3,}(?: \p{Ll}{3,})?)/u;
/** "What is my blood type?" is not answered by what somebody says of "Paula's blood type", or "my mum's". */
function toldOfOthersThing(question: string): (text: string, speaker?: string) => boolean {
  const what = ownThing.exec(question)?.groups?.['what'];
  if (what === undefined || anyFamily.test(what)) return () => false;
  const noun = what.split(' ').join('|');
  const others = new RegExp(`(?<!\\p{L})(?<owner>\\p{Lu}\\p{L}+)['\u2019]s (?:\\p{Ll}+ )?(?:${noun})s?(?!\\p{L})`, 'u');
  const ofKin = new RegExp(
    `(?<!\\p{L})(?:my|our) (?:\\p{Ll}+ )?${family}['\u2019]s (?:\\p{Ll}+ )?(?:${noun})s?(?!\\p{L})`,
    'iu',
  );
  const own = new RegExp(`(?<!\\p{L})(?:my|our) (?:own )?(?:${noun})|\\b(?:I|mine)\\b`, 'iu');
  return (text, speaker) => {
    const owner = others.exec(text)?.groups?.['owner'];
    if (ofKin.test(text) && !own.test(text)) return true;
    return (
      owner !== undefined &&
      speaker !== undefined &&
      !speaker.includes(owner) &&
      !ofAsker.test(text) &&
      mayBePerson(owner)
    );
  };
}

/** Asks to somebody else, and says nothing of how it is. */
const asked =
  /\b(?:asked|asks|wonder(?:s|ed|ing)|want(?:s|ed) to know)(?: (?:me|us|him|her|\p{Lu}\p{L}+))? (?:whether|if) /u;
/** "Does Odile still drive?" is not answered by that "Jonas asked whether Odile still drives". */
function onlyAskedAbout(question: string): (text: string) => boolean {
  const isAnswer = /\b(?:ask|wonder|want|question)/i.test(question);
  return (text) => !isAnswer && asked.test(text) && !/[,;.] |\b(?:and|but)\b/.test(text);
}

const ownDoing = /\b(?:do|did|can|will|must|should) I (?:\p{Ll}+ly )?(?<verb>\p{Ll}{3,})/u;
/** "What do I charge?" is not answered by that "my friend Roos charges 110". */
function toldOfOtherDoer(question: string): (text: string) => boolean {
  const verb = ownDoing.exec(question)?.groups?.['verb'];
  if (verb === undefined) return () => false;
  const doer = new RegExp(
    `(?:(?<name>\\p{Lu}\\p{L}+)|(?<!\\p{L})(?:s?he|(?:my|our|his|her|their) (?:\\p{Ll}+ )?${family})) (?:\\p{Ll}+ly |also |now )?${verb}(?:s|es|ed|d)?(?!\\p{L})`,
    'u',
  );
  return (text) => {
    const found = doer.exec(text);
    const name = found?.groups?.['name'];
    return found !== null && !ofAsker.test(text) && (name === undefined || mayBePerson(name));
  };
}

const ofAsker = /(?<!\p{L})(?:[Ii]|[Ww]e|[Mm]e|[Uu]s|[Mm]y|[Oo]ur)(?!\p{L})/u;

/** "Who told Yusuf of the room?" is not answered by Yusuf, who says nothing of having been told. */
function toldByAsked(question: string): (text: string, speaker?: string) => boolean {
  const { name = '', verb = '' } = givenTo.exec(question)?.groups ?? {};
  const told = new RegExp(`\\b(?:me|us|thanks to|from|${verb})\\b`, 'i');
  return (text, speaker) => name !== '' && speaker === name && !told.test(text);
}

const thinkerAsked = /\b(?:does|did) (?<name>\p{Lu}\p{L}+) (?:really )?think (?:of|about)\b/u;
const thoughtOfOther = /(?<!\p{L})\p{Lu}\p{Ll}+ (?:thinks|finds|believes|reckons|says)(?!\p{L})/u;
/** "What does Solveig think of the conductor?" is answered by her, or by what names her. */
function toldOfOtherThinker(question: string): (text: string, speaker?: string) => boolean {
  const { name = '' } = thinkerAsked.exec(question)?.groups ?? {};
  return (text, speaker = '') => {
    if (name === '' || text.includes(name) || spokenOf.test(text)) return false;
    return !speaker.includes(name) || thoughtOfOther.test(text);
  };
}

const givenTo =
  /^\W*[Ww]ho (?<verb>told|asked|gave|showed|recommended|sent|lent|invited|taught|offered|introduced|helped) (?<name>\p{Lu}\p{L}+)/u;

const oneOwn =
  /(?<![\p{L}'\u2019])(?<owner>(?!(?:what|who|where|when|how|that|there|here|it|let)['\u2019])\p{L}{2,})['\u2019]s (?<noun>\p{Ll}{3,})/iu;

/** "When does Priya's passport run out?" is not answered by what somebody else says of "my passport". */
function toldOfOwn(question: string): (text: string, speaker?: string) => boolean {
  const { owner = '', noun = '' } = oneOwn.exec(question)?.groups ?? {};
  if (owner === '' || /\b(?:my|our|I|we)\b/i.test(question)) return () => false;
  const own = new RegExp(`(?<!\\p{L})my (?:\\p{Ll}+ )?${noun}s?(?!\\p{L})`, 'iu');
  // Nobody knows whose "my" it is where no speaker is named.
  return (text, speaker) =>
    speaker !== undefined &&
    own.test(text) &&
    !`${speaker} ${text}`.toLowerCase().includes(owner.toLowerCase().slice(0, 3));
}

const owned = /(?<![\p{L}])(?<owner>\p{Lu}[\p{L}-]+)['\u2019]s \p{Ll}/gu;

/** Whether a text is of what is somebody's, and another names somebody else: "Tunde's training moved", "Leo trains on Mondays". */
export function isOfAnother(later: string, earlier: string): boolean {
  const owners = Array.from(later.matchAll(owned), ({ groups }) => groups?.['owner'] ?? '').filter(mayBePerson);
  const others = wordsOf(earlier).filter(isGivenOnly);
  return (
    owners.length > 0 &&
    others.length > 0 &&
    !owners.some((owner) => earlier.toLowerCase().includes(owner.toLowerCase())) &&
    !others.some((name) => later.toLowerCase().includes(name))
  );
}

/** Whether a text tells the last name of whom a question names, or of anybody where it names none. */
export function tellsLastName(question: string): (text: string) => boolean {
  const [first] = question.match(/(?<!^)\b\p{Lu}\p{Ll}+/u) ?? [];
  const asked = first === undefined ? '\\p{Lu}\\p{Ll}+' : escaped(first);
  const whole = new RegExp(`(?<!\\p{L})${asked}(?: \\p{L}\\.)?(?: (?:von|van|de|der|da|di|el|al|le|la))* \\p{Lu}`, 'u');
  return (text) =>
    whole.test(text) || titled.test(text) || /\b(?:(?:last|family|maiden|married) name|surname|n\u00e9e)\b/i.test(text);
}

const titled = /\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Frau|Herr)\.? \p{Lu}/u;

/** What their own call them, those who are one together. */
const calledKin = [
  'mum|mummy|mom|mommy|mama|mother',
  'dad|daddy|papa|father',
  'grandma|granny|nana|grandmother',
  'grandpa|grandad|granddad|grandfather',
].map((names) => new RegExp(`\\b(?:${names})\\b`, 'i'));

/** "What is mum's shoe size?" is not answered by dad's. */
function toldOfOtherParent(question: string): (text: string) => boolean {
  const [asked, ...others] = calledKin.filter((kin) => kin.test(question));
  if (asked === undefined || others.length > 0) return () => false;
  return (text) => !asked.test(text) && calledKin.some((kin) => kin.test(text));
}

const asksOwnName = /\bmy (?:\p{L}+ )?(?:sur)?name\b|\bwho am I\W*$/iu;
const othersName = /\b(?:his|her|their|its) (?:\p{L}+ )?(?:sur)?name\b/iu;
/** "What is my surname?" is not answered by "his name is Wolff", nor by where somebody works. */
function tellsOthersName(question: string): (text: string) => boolean {
  if (!asksOwnName.test(question)) return () => false;
  return (text) => !asksOwnName.test(text) && (othersName.test(text) || ownPlace.test(text));
}
const ownPlace = /^\W*(?:I|we) (?:\p{L}+ )?(?:work|live|study|train|shop|bank|volunteer)s? (?:at|for|in|with)\b/iu;

/** Each makes of a question what tells whether a text is of somebody else's family, or of another of the same one. */
export const ofOtherRelative: readonly ((question: string) => (text: string, speaker?: string) => boolean)[] = [
  tellsOfInLaw,
  toldOfFamily,
  toldOfOwn,
  toldOfOthersKin,
  toldOfOthersThing,
  onlyAskedAbout,
  toldOfOtherThinker,
  toldByAsked,
  toldOfOtherDoer,
  toldOfOtherParent,
  tellsOthersName,
];

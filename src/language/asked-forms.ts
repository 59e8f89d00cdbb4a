/** How a question asks, beside what it asks for: whether something is so, for a kind of thing, of somebody's sister. English only. */
import { attributesNamed, readAtMost } from './asked-attributes.ts';
import { type KindAsked, kindSaid } from './families.ts';
import { verbForms } from './grammar.ts';
import { type KinAsked, kinAsked } from './relatives.ts';
import { setOf } from './word-lists.ts';
import { termsOf, wordsOf } from './words.ts';

/** "Do I have a dishwasher?": one that was never spoken of nobody knows of. */
const having = /^(?:\W*(?:and|so|hey|ok(?:ay)?),? )?(?:(?:do|does|did) .+ (?:have|own)|ha(?:s|ve) .+ got) (?!to\b)\S/i;

/** "What is the name of my parrot?": of a parrot that was never spoken of nobody knows the name. */
const naming =
  /^\W*what(?:['\u2019]s| is| was) (?:the )?(?:name of (?:my|our|his|her|their) \p{L}+|(?:my|our|his|her|their) \p{L}+(?:['\u2019]s name| called))/iu;
/** Whom one knows or what one needs may be told of others. */
const ofSelf =
  /^(?!\W*whose\b).*\b(?:do|have|did) (?:I|we) (?:have|own|got)\b|^\W*(?:why )?(?:am|was|do|did|have|had) I\b(?! (?:know|need|have to|owe)\b)/i;
const whether = /^(?:\W*(?:and|so|hey|ok(?:ay)?),? )?(?:is|are|am|was|were|do|does|did|has|have|had) /i;

/** Words that no noun of a question goes on with. */
const predicating = 'is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|must|may|of|in|on';
const owning = 'I|we|you|he|she|they|my|our|the|to';

/** "Which test framework do we use?", "What kind of music do I like?", "In which timezone ..." */
const ofKind = new RegExp(
  String.raw`^\W*(?:(?:and|so|but|hey|please|in|on|at|with|for|of|to|from)[, ]+)?(?:what|which)(?:['\u2019]s)?(?: of (?:my|our|the|his|her|their))?(?: (?:kind|sort|type)s? of)? (?<phrase>(?!(?:${predicating})\b)[\p{L}\d]+(?: (?!(?:${predicating}|${owning})\b)[\p{L}\d]+)?)`,
  'iu',
);

/** "Test framework?": as short as people ask. */
const bare = /^\W*(?:(?:my|our|the) )?(?<phrase>[\p{L}\d-]+(?: [\p{L}\d-]+){0,2}) ?\?+$/iu;

/** "How many rooms has the flat?" */
const counting = new RegExp(
  String.raw`^(?:\W*(?:and|so),? )?how many (?<noun>\p{L}+(?: (?!(?:${predicating}|${owning})\b)\p{L}+)?)`,
  'iu',
);

/** "Which song closes the setlist?", "What paint do we use?", but not what is told of a thing beside what it does: its colour. */
const whichOne =
  /^\W*(?:and |so )?(?:which|what) (?!(?:colou?r|size|shape|time|day|date|week|month|year|price|sum|amount|number|age|brand|make|model|type|kind|sort|version|part|side|way|floor|room)s?\b)(?:\p{L}+ ){1,2}?(?:(?:do|does|did|will|can|should|must)\b|(?<verb>\p{L}+))/iu;

/** "What does Ida's husband do?", "How old is my son?": not answered by that there is one. */
const ofKin = /^\W*(?:(?:and|so),? )?(?:what do(?:es)? .* do\b|where\b|how old\b)/i;
/** What tells of these may only tell that somebody marries. */
const spouses = /\b(?:husband|wife|spouse|partner|girlfriend|boyfriend|fianc)/i;

/** Whom a question means by what they are to another: the "brother" of "Where does my brother live?". */
export interface Relatives extends KinAsked {
  /** The attributes by which a text may tell of them, as bits. */
  readonly attributes: number;
}

/** How a query asks, beside what it asks for. */
export interface AskedForms {
  /** It asks whether somebody has something, or for the name of something that somebody has. */
  readonly asksToHave: boolean;
  /** It asks what the asker has, or is or does: "How many boats do I have?", "Am I afraid of heights?" */
  readonly asksOfSelf: boolean;
  /** It asks when something is or will be; when something was its own date may tell. */
  readonly asksWhenIs: boolean;
  /** It asks where something is or was. */
  readonly asksWhereIs: boolean;
  /** It asks how long or how often something is. */
  readonly asksHowLong: boolean;
  /** Of what it asks how many there are: the term of the noun of "How many rooms has the flat?"; none where it does not. */
  readonly counted: readonly string[];
  /** It asks why something is or was. */
  readonly asksWhy: boolean;
  /** It asks whether something is so. */
  readonly asksWhether: boolean;
  /** The kind of thing that it asks for: the "sport" of "What sport does Ida do?"; absent where it asks for none. */
  readonly kindOfThing?: KindAsked;
  /** It asks which one of a kind does something, or what somebody does with which one. */
  readonly asksWhichOne: boolean;
  readonly relatives: Relatives;
  /** It only greets, thanks or takes leave: nothing answers it. */
  readonly isCourtesy: boolean;
}

/** Reads how a query asks. */
export function askedForms(query: string): AskedForms {
  const text = query.length > readAtMost ? '' : query.trim();
  const kin = kinAsked(query.slice(0, readAtMost));
  const [first = '', second = ''] = wordsOf(ofKind.exec(text)?.groups?.['phrase'] ?? '');
  const isPhrase = second !== '' && !verbForms.has(second) && !/ed$|^(?:version|brand|system|name|type)$/.test(second);
  const kindOfThing =
    kindSaid([first, ...(isPhrase ? [second] : [])].filter((word) => word !== '')) ?? kindSaidBarely(text);
  return {
    ...(kindOfThing === undefined ? {} : { kindOfThing }),
    asksToHave: having.test(text) || naming.test(text),
    asksOfSelf: ofSelf.test(text),
    asksWhenIs: /^(?:\W*(?:and|so),? )?when (?:is|are|am|do|does|will|should|can)\b/i.test(text),
    asksWhereIs: /^(?:\W*(?:and|so),? )?where(?:['\u2019]s| is| are| was| were|.* take place)\b/i.test(text),
    asksHowLong:
      /^(?:\W*(?:and|so|for),? )?how (?:long|often)\b(?! (?:(?:is|was) the|ago|(?:is|has) it (?:been )?since)\b)/i.test(
        text,
      ),
    counted: termsOf(counting.exec(text)?.groups?.['noun'] ?? ''),
    asksWhy: /^(?:\W*(?:and|so|but),? )?why\b/i.test(text),
    asksWhether: whether.test(text),
    asksWhichOne: isWhichOne(text),
    relatives: { ...kin, attributes: ofKin.test(text) && spouses.test(kin.nouns) ? 0 : attributesNamed(kin.nouns) },
    isCourtesy: isCourtesy(text),
  };
}

function isWhichOne(text: string): boolean {
  const found = whichOne.exec(text);
  const verb = found?.groups?.['verb']?.toLowerCase();
  return found !== null && (verb === undefined || ['third', 'past'].includes(verbForms.get(verb) ?? ''));
}

/** The kind that a question of nothing but its name asks for; none where nothing is known to be of it. */
function kindSaidBarely(text: string): KindAsked | undefined {
  const kind = kindSaid(wordsOf(bare.exec(text)?.groups?.['phrase'] ?? ''));
  return kind?.members.length === 0 ? undefined : kind;
}

const goodbye =
  /\b(?:see (?:you|ya)|that(?:['\u2019]?s| is| was) (?:all|it|everything)|bye|good ?night|(?:talk|speak) (?:to you )?(?:soon|later)|take care|until (?:then|tomorrow|next time))\b/i;
/** Words of thanks, of times and of leaving. */
const goodbyeWords = setOf(
  'a again all alright and at bed bit bye call care cool day days done dear everyone everything evening few folks for friday from go good goodbye ' +
    'goodnight gotta great guys ' +
    'have head heading home hours i in is it later leave let lot love lovely ll me minute monday morning much must next nice night now off ok okay on perfect right s saturday see ' +
    'sleep so soon sounds speak sunday take talk thank thanks that the then thursday till time to today tomorrow tonight tuesday until ' +
    'up us very was we wednesday week weekend well ya you',
);
const greeting =
  /\b(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|welcome back|happy \p{L}+|merry \p{L}+|have an? \p{L}+|hope you|thanks|thank you)\b/iu;
/** "How are you doing today?", "How was your weekend?" */
const howYouAre =
  /\bhow(?:['\u2019]?s| is| are| was| were| have| has)? (?:you|it (?:been )?going|your (?:day|night|morning|evening|week|weekend)|things|life|everything)\b|\bwhat['\u2019]?s up\b/i;
const greetingWords = setOf(
  'a afternoon again all and are been christmas day dear doing easter evening everybody everyone everything feeling fine folks for friday ' +
    'getting going good great guys happy has have hello hey hi holding hope how is it keeping life lot lovely merry monday morning much new ' +
    'nice night ok okay on s saturday so sunday team thank thanks that the there things this thursday to today tonight tuesday up very ' +
    'was weather wednesday week weekend welcome back well what whats were year you your',
);
/** Who is greeted: "Hello Sam". */
const greeted =
  /(?<=\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Tt]hanks|[Bb]ye|[Mm]orning|[Aa]fternoon|[Ee]vening|you),? )\p{Lu}\p{L}+/gu;

/** Whether a text only greets, thanks or takes leave: "Good morning, how are you today?", "Thanks, that's all for tonight." */
export function isCourtesy(text: string): boolean {
  const words = wordsOf(text.replace(greeted, ' '));
  const isOf = (known: ReadonlySet<string>): boolean => words.every((word) => known.has(word));
  if (goodbye.test(text) && !text.includes('?') && isOf(goodbyeWords)) return true;
  const questions = text.match(/[^.!?,]*\?/g) ?? [];
  return (
    (greeting.test(text) || howYouAre.test(text)) &&
    isOf(greetingWords) &&
    questions.every((one) => howYouAre.test(one))
  );
}

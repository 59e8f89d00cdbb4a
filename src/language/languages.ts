/**
 * The languages that recall reads by their words, which of them a text is in, and the words of each that carry grammar
 * and not meaning. Lists are folded: lower case, no accents. What is in another language is read as English is.
 */
import { listed, stopWords } from './word-lists.ts';

/** A language that recall reads. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja';

const german = `
aber alle allem allen aller alles als also am an andere anderen anderer ans auch auf aus bei beim bin bis bist da damit
dann das dass dazu dein deine deinem deinen deiner dem den denn der des dich die dies diese diesem diesen dieser dieses
dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure fur ganz gar gegen gehabt gerade
gewesen hab habe haben habt hat hatte hatten hattest hattet hast hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren
ihrer im in ins irgend ist ja jede jedem jeden jeder jedes jemand jetzt kann kannst kein keine keinem keinen keiner
konnen konnte mal man mehr mein meine meinem meinen meiner mich mir mit mochte muss mussen mit nach nicht nichts noch
nun nur ob oder ohne schon sehr seid sein seine seinem seinen seiner seit sich sie sind so solche soll sollte sondern
sonst uber um und uns unser unsere unserem unseren unserer unter viel vom von vor wann war waren warst warum was weil
welche welchem welchen welcher welches wem wen wenn wer werde werden weshalb wie wieder wieso will wir wird wirst wo
woher wohin wollen wollte womit wurde wurden wurde zu zum zur zwar zwischen`;

const french = `
a ai aie ainsi alors apres as au aucun aucune aussi autre autres aux avait avaient avais avec avez avoir avons ayant
beaucoup bien car ce cela ces cet cette ceux chez ci comme comment d dans de deja depuis des donc dont du elle elles en
encore entre es est et etaient etais etait etant ete etes etre eu eux fait faire fut il ils j je jusque l la le lequel
les leur leurs lui m ma mais me meme memes mes moi moins mon n ne ni nos notre nous on ont ou par parce pas pendant peu
peut plus pour pourquoi puis qu quand que quel quelle quelles quels quelque qui quoi s sa sans se sera ses si soi soit
sommes son sont sous suis sur t ta te tes toi ton tous tout toute toutes tres tu un une va vers vos votre vous y`;

const spanish = `
a al algo alguien algun alguna algunas algunos ante antes aquel aquella asi aun aunque bien cada como con contra cual
cuales cuando cuanto cuantos de del desde donde dos e el ella ellas ellos en entre era eran eras eres es esa esas ese
eso esos esta estaba estaban estado estan estar estas este esto estos estoy fue fueron fui ha habia habian hace hacer
hacia han has hasta hay he hemos hizo la las le les lo los mas me mi mis mio mia mientras mucho muchos muy nada ni no
nos nosotros nuestra nuestro nuestros o os otra otras otro otros para pero poco por porque pues que quien quienes se
sea ser si sido siempre sin sino sobre solo somos son soy su sus suyo tal tambien tan tanto te tengo ti tiene tienen
todo todos tu tus tuyo un una unas uno unos va vosotros vuestra vuestro y ya yo`;

const chinese = `
的 了 着 过 地 得 是 在 我 你 您 他 她 它 们 我们 你们 他们 她们 咱们 自己 这 那 这个 那个 这些 那些 这里 那里 哪 哪里 哪儿 哪个 哪些
什么 谁 怎么 怎样 怎么样 为什么 多少 几 几个 什么时候 何时 吗 呢 吧 啊 呀 和 与 跟 及 或 或者 但 但是 可是 而 而且 因为 所以 如果 就 都 也 还 又 再 很
太 更 最 不 没 没有 有 个 一 一个 一些 一下 上 下 里 到 从 对 把 被 给 让 向 于 以 之 其 说 要 会 能 可以 去 来 做 只 位 件 次 些 点 时 时候 谁的 叫`;

const japanese = `
は が を に で と も の へ や か ね よ な さ し て た だ り から まで より です ます でした ました ません でしょ だっ う ん い いる いた い
ある あり あっ する した し すれ され れる られ れ られる せ ない なかっ なく なる なっ この その あの どの これ それ あれ どれ ここ そこ あそこ どこ こと もの よう
そう ため とき 時 誰 だれ 何 なに なん いつ なぜ どう どんな どうして いくつ どちら って という といった ので のに けど けれど でも しかし そして また 私 僕 俺 わたし
ぼく あなた 彼 彼女 私たち さん ちゃん くん 君 様 たち 的 中 ながら たり たい ください くださ 教え 教えて ましょ ませ しょ まし でき ところ
しま いま ありま きま りま みま ちま びま ぎま えま`;

/** The words of each language that recall leaves out of texts and of queries. */
export const stopWordsOf: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: stopWords,
  de: new Set(listed(german)),
  fr: new Set(listed(french)),
  es: new Set(listed(spanish)),
  zh: new Set(listed(chinese)),
  ja: new Set(listed(japanese)),
};

/** Words that tell a language although they carry meaning: most of them say a time, which short questions are made of. */
const telling: Readonly<Record<'en' | 'de' | 'fr' | 'es', ReadonlySet<string>>> = {
  en: new Set(listed('today yesterday last week month year ago morning tell told said recently since tell about what')),
  de: new Set(
    listed(
      'heute gestern vorgestern letzte letzten letzter letztes vorige vorigen woche wochen monat monats jahr jahres tag tagen ' +
        'neulich kurzlich januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag',
    ),
  ),
  fr: new Set(
    listed(
      'aujourdhui hier avant semaine mois annee an jour jours dernier derniere matin recemment janvier fevrier mars avril mai ' +
        'juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche il y',
    ),
  ),
  es: new Set(
    listed(
      'hoy ayer anteayer semana mes ano dia dias pasado pasada recientemente enero febrero marzo abril mayo junio julio agosto ' +
        'septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo hace',
    ),
  ),
};

/** Words of grammar that are words or abbreviations in English too: one of them alone tells no language ("CI provider", "bin day"). */
const alsoEnglish: ReadonlySet<string> = new Set(
  listed(
    'a ai al also am an as at bin car ci comment d dem den des die dir e el em en encore entre es est et euch gar ha has hat he ' +
      'in is la las le les lo los m ma man me mi mit n ni no nun ob on or os plus pour sa sans se ser si so solo son soy sur t ta tan te ' +
      'ton tout tu um un va von vor war was will y ya yo zu',
  ),
);

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const latinLetter = /\p{Script=Latin}/gu;
/** Japanese although there is no kana: words of time that Chinese does not have. */
const japaneseHan = /先週|先月|今週|今月|来週|来月|昨日|今朝|昨年|曜|週間/;
const nonAscii = /[^\0-\x7f]/;

const latin = ['de', 'fr', 'es'] as const;

/** Letters and marks that one of the languages has and the others do not: each counts as a word of it. */
const marks: Readonly<Record<(typeof latin)[number], RegExp>> = { de: /[äöüß]/i, fr: /[àèêçœûîô]/i, es: /[¿¡ñáíó]/i };

/**
 * The language of a text by its words: the one whose words of grammar it has most of, English of equals. Chinese and
 * Japanese are told by their script, where as much is written in it as in Latin letters.
 *
 * @param text - as it is written.
 * @param words - its words, folded, without apostrophes.
 */
export function languageOf(text: string, words: readonly string[]): Language {
  const isAscii = !nonAscii.test(text);
  if (!isAscii) {
    const letters = text.match(eastAsian)?.length ?? 0;
    // A character says about as much as two letters.
    if (letters > 0 && letters * 2 >= (text.match(latinLetter)?.length ?? 0)) return isJapanese(text) ? 'ja' : 'zh';
  }
  let best: Language = 'en';
  let most = votes('en', words);
  if (most * 2 > words.length) return best;
  for (const language of latin) {
    const own = votes(language, words) + (!isAscii && marks[language].test(text) ? 1 : 0);
    if (own > most && (own > 1 || !words.some((word) => alsoEnglish.has(word)))) [best, most] = [language, own];
  }
  return best;
}

/** Whether what of a text is in Chinese characters is Japanese. */
export function isJapanese(text: string): boolean {
  return kana.test(text) || japaneseHan.test(text);
}

function votes(language: 'en' | (typeof latin)[number], words: readonly string[]): number {
  const grammar = stopWordsOf[language];
  const own = telling[language];
  let count = 0;
  for (const word of words) if (grammar.has(word) || own.has(word)) count++;
  return count;
}

// Light stems: endings of inflection, after Savoy's light stemmers (2006) and with the commonest endings of verbs. They
// need not be roots of words; they must be the same for the forms of one.

/** Endings by language, the longest first; one is taken off, and in German another while one is there. */
const endings: Readonly<Record<'de' | 'fr' | 'es', readonly string[]>> = {
  de: 'ungen ung erinnen innen in ern em en er es st te et e s t n'.split(' '),
  fr: (
    'issements issement atrices atrice ations ation ements ement euses euse aient erent eraient erait antes ante ants ' +
    'ant ions ions ait ais ent iez ees ez er ir es ee is it ie ai as a e s x i'
  ).split(' '),
  es: (
    'amientos amiento aciones acion iendo ando ieron aron abamos aban abas aba ados adas ado ada idos idas ido ida ' +
    'aste iste amos emos imos ian ias ia io ar er ir an en as es os is a e o i s'
  ).split(' '),
};
const sorted = (list: readonly string[]): readonly string[] =>
  [...new Set(list)].sort((one, other) => other.length - one.length);
const endingsOf = { de: sorted(endings.de), fr: sorted(endings.fr), es: sorted(endings.es) };

/** What is left of a word at least, in characters. */
const shortestStem = 3;
/** A German participle: `gekauft`. */
const participle = /^ge(?=.{4,}t$)/;
/** Endings of German that only follow a consonant that they are spoken with. */
const consonants = /^(?:s|t|st|n)$/;
const afterConsonant = /[bdfghklmnprtz](?:s|t|st)$|[lr]n$/;

/** The light stem of a folded word of a language. */
export function lightStem(word: string, language: 'de' | 'fr' | 'es'): string {
  if (language !== 'de') return withoutEnding(word, language);
  let stem = word.replace(participle, '');
  // `wohnten`: one ending after another.
  for (let turn = 0; turn < 3; turn++) stem = withoutEnding(stem, language);
  return stem;
}

function withoutEnding(word: string, language: 'de' | 'fr' | 'es'): string {
  const ending = endingsOf[language].find((one) => word.length - one.length >= shortestStem && word.endsWith(one));
  if (ending === undefined || (language === 'de' && consonants.test(ending) && !afterConsonant.test(word))) return word;
  return word.slice(0, -ending.length);
}

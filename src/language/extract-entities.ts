/**
 * Finds what a text mentions, by rules and a lexicon, without a model and without I/O.
 *
 *   text -> exact finders (URLs, paths, functions, identifiers, @names)
 *        -> the rest -> prose finders (titles, names) -> one entity per name
 *
 * It decides nothing about the entities that the ledger knows already.
 */
import type { EntityType } from '../domain/records.ts';
import {
  type ExtractOptions,
  type ExtractedEntity,
  type FoundName,
  type NameFinder,
  findNames,
  maxNameCharacters,
  typeOfNameAlone,
} from './find-names.ts';
import { foldName } from './fold.ts';
import { findToldNames } from './told-names.ts';
import { fileExtensions, isNeverAlone, isOrdinary, setOf } from './word-lists.ts';

// Titles of works, known by their quotation marks and by their capitals.

const quoted =
  /"([^"\n]{2,80})"|“([^“”\n]{2,80})”|«([^«»\n]{2,80})»|(?<![\p{L}\p{N}])'(\p{Lu}[^'"\n]{1,79})'(?![\p{L}\p{N}])|《([^《》\n]{1,80})》|『([^『』\n]{1,80})』/gu;

/** Words that a title writes small. */
const small: ReadonlySet<string> = setOf(
  'a an the and or but nor for so yet of in on at to from by with as into vs via de la le du des der die das und et y',
);

/** After these words even one word in quotation marks is a title. */
const announced =
  /\b(?:read(?:ing)?|watch(?:ed|ing)?|saw|seen|play(?:ed|ing)?|books?|movies?|films?|songs?|albums?|shows?|games?|series|novels?|plays?|poems?|paintings?|called|named|titled|comics?|podcasts?|podcast|documentary|tune|track)\W{1,3}$/i;

function isTitle(content: string, before: string): boolean {
  const words = content.trim().split(/\s+/);
  if (words.length > 12 || /[,;.]$/.test(content.trim())) return false;
  const capitalised = (word: string): boolean => /^[^\p{L}\p{N}]{0,2}[\p{Lu}\p{N}]/u.test(word);
  const first = words[0] ?? '';
  if (!capitalised(first) || !/\p{Lu}/u.test(content)) return false;
  if (words.length === 1) return !/[!?]$/.test(first) && !isOrdinary(first.toLowerCase()) && announced.test(before);
  return (
    words.slice(1).every((word) => small.has(word.toLowerCase()) || capitalised(word)) &&
    words.slice(1).some(capitalised)
  );
}

/** Finds titles in quotation marks ("The Name of the Wind"); type `title`. */
function findTitles(text: string): readonly FoundName[] {
  if (!/["'“«《『]/.test(text)) return [];
  const found: FoundName[] = [];
  for (const match of text.matchAll(quoted)) {
    const content = match.slice(1).find((part) => part !== undefined) ?? '';
    const eastern = match[5] ?? match[6];
    const before = text.slice(Math.max(0, match.index - 30), match.index);
    if (eastern === undefined && !isTitle(content, before)) continue;
    const name = content.trim();
    const start = match.index + 1 + content.indexOf(name);
    found.push({ start, end: start + name.length, name, type: 'title' });
  }
  return found;
}

/** At most so many entities per text: the first ones. */
export const maxEntities = 32;

/** At most so many forms per entity: the first ones. */
export const maxSurfaces = 8;

/** In order of rank, as {@link exactFinders} are. */
const proseFinders: readonly NameFinder[] = [findTitles, findToldNames, findNames];

/** Of two types of one name the earlier stays. */
const typeRank: readonly EntityType[] = [
  'url',
  'file',
  'function',
  'animal',
  'person',
  'place',
  'organisation',
  'title',
  'identifier',
  'concept',
  'other',
];

/** Runs finders over a text; where finds overlap the longest stays, of equals the first. In order of appearance. */
function findAll(finders: readonly NameFinder[], text: string, options: ExtractOptions): readonly FoundName[] {
  const all = finders.flatMap((find) => find(text, options));
  if (all.length < 2) return all;
  const byLength = all.sort((one, other) => other.end - other.start - (one.end - one.start));
  const taken = new Uint8Array(text.length);
  const kept: FoundName[] = [];
  for (const found of byLength) {
    // What was taken before is at least as long, so an overlap covers one of the two ends.
    if (taken[found.start] === 1 || taken[found.end - 1] === 1) continue;
    taken.fill(1, found.start, found.end);
    kept.push(found);
  }
  return kept.sort((one, other) => one.start - other.start);
}

/** Blocks of code between fences: names in prose are not looked for there. */
const fenced = /```[\s\S]*?(?:```|$)/g;

/** The text with everything found replaced by object characters, so that places stay and no name runs across. */
function withoutFound(text: string, found: readonly FoundName[]): string {
  let rest = '';
  let position = 0;
  for (const { start, end } of found) {
    rest += text.slice(position, start) + '\ufffc'.repeat(end - start);
    position = end;
  }
  return (rest + text.slice(position)).replace(fenced, (block) => '\ufffc'.repeat(block.length));
}

interface Gathered {
  readonly name: string;
  type: EntityType;
  path?: string;
  readonly surfaces: Set<string>;
}

function gather(text: string, found: readonly FoundName[]): readonly ExtractedEntity[] {
  const byKey = new Map<string, Gathered>();
  for (const { start, end, name, type, path } of found) {
    const key = foldName(name);
    if (key === '' || name.length > maxNameCharacters || /\p{Cc}/u.test(name)) continue;
    const known = byKey.get(key);
    if (known === undefined && byKey.size === maxEntities) continue;
    const entity: Gathered = known ?? { name, type, surfaces: new Set() };
    if (typeRank.indexOf(type) < typeRank.indexOf(entity.type)) entity.type = type;
    if (path !== undefined && entity.path === undefined) entity.path = path;
    if (entity.surfaces.size < maxSurfaces) entity.surfaces.add(text.slice(start, end));
    byKey.set(key, entity);
  }
  return [...byKey.values()].map((entity) => ({ ...entity, surfaces: [...entity.surfaces] }));
}

/**
 * The entities that a text mentions, in order of appearance, distinct by folded name, at most
 * {@link maxEntities}. Names in prose are looked for in the first 10,000 characters only;
 * URLs, paths, functions and identifiers everywhere. Takes time linear in the text.
 */
export function extractEntities(content: string, options: ExtractOptions = {}): readonly ExtractedEntity[] {
  const text = content.toWellFormed();
  const exact = findAll(exactFinders, text, options);
  const prose = findAll(proseFinders, withoutFound(text, exact), options);
  return gather(
    text,
    [...exact, ...prose].sort((one, other) => one.start - other.start),
  );
}

/** What a name is that a caller gives without a type: a file, a function and the like by how it is written. */
export function typeOfGiven(name: string): EntityType {
  const [found] = findAll(exactFinders, name.toWellFormed(), {});
  return found !== undefined && foldName(found.name) === foldName(name) ? found.type : typeOfNameAlone(name);
}

// Other names that a text gives somebody or something: "Ministry of Tea (MOT)", "Robert, also known as Bob", "call me
// Kit". They are forms of the name in the memory that says so, and so are known to an agent with that memory in view.

const capitalised = "\\p{Lu}[\\p{L}\\p{N}'-]{0,30}";
const known = new RegExp(
  `(?:,? \\(?(?:(?:also|better|otherwise|formerly) known as|who (?:usually )?goes by|a\\.?k\\.?a\\.?)|(?:,| \\()nicknamed|['’]s nickname is| (?:usually )?goes by) "?(${capitalised}(?: ${capitalised}){0,2})`,
  'uy',
);
const bracketed = /,? \((\p{Lu}[\p{Lu}\p{N}&]{1,7})\)/uy;
const called = new RegExp(
  `(?<!n't |not |never )\\b(?:[Cc]all me|calls? me|I(?: usually)? go by|(?:I am|I'm) (?:known as|called)|[Mm]y nickname(?: (?:in|at|among|for|with) [\\p{L} ]{1,40})? is)(?: just| simply)? ["\u201c]?(${capitalised})(?=["\u201d]?(?:[.,;!?]|$| by | at | in | since | now))`,
  'u',
);

/** "Caroline, or Caro for short". */
const forShort = new RegExp(`,? \\(?(?:or|aka) (${capitalised})(?: for short)\\)?`, 'uy');
/** "Everyone calls her Liz", "we call my husband Bartholomew just Bart", "he goes by Gus": the only other person that the text names. */
const calledByAll = new RegExp(
  `(?:(?:[Ee]verybody|[Ee]veryone|[Pp]eople|[Ff]riends|[Ww]e|[Tt]hey|[Ee]verybody else)(?: all| just| usually)? calls? (?:her|him|them|(?:(?:my|our|his|her|their) (?:\\p{Ll}+ ){1,2})?${capitalised})|\\b(?:[Hh]e|[Ss]he)(?: always| just| usually| mostly)? goes by|\\b[Tt]hey(?: always| just| usually| mostly)? go by)(?: just| simply| only)? ["\u201c]?(${capitalised})["\u201d]?(?=[.,;!?"\u201d]|$)`,
  'u',
);

const inSingleQuotes = /(?<!\p{L})['\u2018](\p{Lu}\p{L}{1,30})['\u2019](?!\p{L})/gu;

/** The entities of a text with the other names that it gives them; a name that turns out to be another's is no entity by itself. */
export function withAliases(
  text: string,
  entities: readonly ExtractedEntity[],
  speaker: string | undefined,
): readonly ExtractedEntity[] {
  const content = text.replace(inSingleQuotes, '"$1"');
  const aliases = new Map<string, string>();
  for (const { name, surfaces } of entities) {
    for (const surface of surfaces) {
      const alias = aliasAfter(content, surface);
      if (alias !== undefined) aliases.set(foldName(name), alias);
    }
  }
  const persons = entities.filter(({ type }) => type === 'person');
  const byAll = calledByAll.exec(content)?.[1];
  const [called] = persons.filter(({ name }) => byAll === undefined || foldName(name) !== foldName(byAll));
  if (byAll !== undefined && called !== undefined && persons.length - (persons.includes(called) ? 1 : 0) <= 1)
    aliases.set(foldName(called.name), byAll);
  const own = speaker === undefined ? undefined : ownAlias(content);
  if (speaker !== undefined && own !== undefined) aliases.set(foldName(speaker), own);
  if (aliases.size === 0) return entities;
  const other = new Set([...aliases.values()].map(foldName));
  const named = speaker === undefined || own === undefined ? entities : withSpeaker(entities, speaker);
  return named.flatMap((entity) => {
    const alias = aliases.get(foldName(entity.name));
    if (alias !== undefined) return [{ ...entity, surfaces: [...entity.surfaces, alias] }];
    return other.has(foldName(entity.name)) ? [] : [entity];
  });
}

/** What the speaker wants to be called; "call me Monday" says when. */
function ownAlias(content: string): string | undefined {
  const alias = called.exec(content)?.[1];
  return alias === undefined || isNeverAlone(alias.toLowerCase()) ? undefined : alias;
}

/** The other name that stands right behind a form of a name. */
function aliasAfter(content: string, surface: string): string | undefined {
  for (
    let position = content.indexOf(surface);
    position >= 0;
    position = content.indexOf(surface, position + surface.length)
  ) {
    const end = position + surface.length;
    known.lastIndex = end;
    bracketed.lastIndex = end;
    const acronym = bracketed.exec(content)?.[1];
    if (acronym !== undefined && isAcronym(acronym, surface)) return acronym;
    forShort.lastIndex = end;
    const alias = known.exec(content)?.[1] ?? forShort.exec(content)?.[1];
    if (alias !== undefined && foldName(alias) !== foldName(surface)) return alias;
  }
  return undefined;
}

/** "WHO" of "World Health Organization"; small words may be left out. */
function isAcronym(acronym: string, name: string): boolean {
  const words = name.split(/[\s-]+/).filter((word) => word !== '');
  const initials = (some: readonly string[]): string => some.map((word) => word.charAt(0).toUpperCase()).join('');
  return [words, words.filter((word) => /^\p{Lu}/u.test(word))].some((some) => initials(some) === acronym);
}

function withSpeaker(entities: readonly ExtractedEntity[], speaker: string): readonly ExtractedEntity[] {
  if (entities.some(({ name }) => foldName(name) === foldName(speaker))) return entities;
  return [...entities, { name: speaker, type: 'person', surfaces: [speaker] }];
}

// Finds what is written in one exact way: paths, calls of functions, `@name`, URLs and e-mail addresses, identifiers
// of code. Each finder takes time linear in the text.

// Paths of files and folders, and bare file names with a known ending.

/** A stretch of characters that paths are written with; what it is, is decided in code. */
const stretch = /(?<![\p{L}\p{N}_./\\~@$%+-])(?:[A-Za-z]:\\)?[\p{L}\p{N}_./\\~@$%+\-[\]]{3,}/gu;

/** Folders that begin a path of code even when its last part has no ending. */
const codeFolders: ReadonlySet<string> = setOf('src lib node_modules packages cmd internal pkg .github .vscode');
/** The same, but words of prose too (`public/private`): they need a third part. */
const plainFolders: ReadonlySet<string> = setOf(
  'test tests docs bin app apps dist build scripts include public assets examples bench config',
);
const rootFolders: ReadonlySet<string> = setOf(
  'etc usr var home tmp opt dev bin sbin lib mnt proc root srv sys run boot media Users Applications Library',
);
/** File names that need no ending. */
const wholeNames: ReadonlySet<string> = setOf(
  'Makefile Dockerfile Procfile Gemfile Rakefile Jenkinsfile Vagrantfile Brewfile CMakeLists.txt .gitignore .gitattributes .dockerignore .npmrc .nvmrc .env .envrc .editorconfig .prettierrc .eslintrc .bashrc .zshrc .profile .bash_profile .vimrc .gitconfig .babelrc .htaccess',
);
/** Libraries that carry the ending of a script in their name. */
const libraries: ReadonlySet<string> = setOf(
  'node vue next nuxt three d3 express react ember backbone moment chart p5 discord alpine socket ember knockout handlebars solid nest pixi babylon tensorflow paper leaflet phaser meteor',
);

function extensionOf(part: string): string | undefined {
  const dot = part.lastIndexOf('.');
  if (dot < 1 || dot === part.length - 1) return undefined;
  const extension = part.slice(dot + 1).toLowerCase();
  // One letter after a dot is more often an abbreviation than a source file.
  if (extension.length === 1 && !/^[\w-]{2,}$/.test(part.slice(0, dot))) return undefined;
  return fileExtensions.has(extension) ? extension : undefined;
}

function isFileName(part: string): boolean {
  return wholeNames.has(part) || extensionOf(part) !== undefined;
}

function isPath(found: string): boolean {
  if (/^[A-Za-z]:\\[^\\/]/.test(found)) return true;
  const parts = found.split(/[/\\]/);
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return isFileName(found);
  // Two separators in a row, or none but dots and slashes, are drawings and ellipses.
  if (parts.slice(1, -1).includes('') || !/[\p{L}\p{N}]/u.test(found)) return false;
  const [first = '', second = ''] = parts;
  if (/^(?:~|\.{1,2})$/.test(first)) return second !== '';
  if (isFileName(last)) return true;
  if (found.includes('\\')) return false;
  if (first === '') return parts.length > 3 || rootFolders.has(second);
  return codeFolders.has(first) || (plainFolders.has(first) && parts.length > 2);
}

/** A name of a library or service such as `Node.js` or `Fly.io` looks like a file or an address and is none. */
function isLibrary(found: string): boolean {
  return (
    /^[A-Za-z][\w-]*\.(?:io|ai)$/i.test(found) ||
    (/^[A-Za-z]\w*\.js$/i.test(found) && (libraries.has(found.slice(0, -3).toLowerCase()) || /^\p{Lu}/u.test(found)))
  );
}

function trim(found: string): string {
  let end = found.length;
  while (end > 0 && '.-+%@$'.includes(found[end - 1] ?? '')) end -= 1;
  if (found[end - 1] === ']' && !found.includes('[')) end -= 1;
  return found.slice(0, end);
}

/** Finds paths (`src/auth.py`, `C:\x\y.cs`, `~/.bashrc`) and file names (`package.json`); type `file`. */
function findPaths(text: string): readonly FoundName[] {
  const found: FoundName[] = [];
  if (!/[./\\]/.test(text) && !/file/.test(text)) return found;
  for (const match of text.matchAll(stretch)) {
    if (match[0].length > maxNameCharacters) continue;
    const leading = /^\[+/.exec(match[0])?.[0].length ?? 0;
    const name = trim(match[0].slice(leading));
    const start = match.index + leading;
    const end = start + name.length;
    if (isLibrary(name)) found.push({ start, end, name, type: 'concept' });
    else if (isPath(name)) found.push({ start, end, name, type: 'file', path: name });
  }
  return found;
}

// Calls of functions.

/** A name, perhaps qualified, and an opening bracket with what can be seen of the arguments. */
const call =
  /(?<![\p{L}\p{N}_$.@])([\p{L}_$][\p{L}\p{N}_$]{0,80}(?:(?:\.|::|->|#)[\p{L}_$][\p{L}\p{N}_$]{0,80}){0,6})\(([^()\n]{0,120}\))?/gu;

/** Written as no word of prose is: with an underscore, a hump or a qualifier. */
const codeShape = /[\p{L}\p{N}]_|\p{Ll}\p{Lu}|\.|::|->|#/u;

/** Finds `parse_token()`, `User.login()`, and calls with arguments if the name is written as code; type `function`. */
function findFunctions(text: string): readonly FoundName[] {
  if (!text.includes('(')) return [];
  const found: FoundName[] = [];
  for (const match of text.matchAll(call)) {
    const [whole, name = '', rest] = match;
    if (rest === undefined || (rest !== ')' && !codeShape.test(name))) continue;
    found.push({ start: match.index, end: match.index + whole.length, name, type: 'function' });
  }
  return found;
}

// People addressed as `@name`, and packages written `@scope/name`.

const handle =
  /(?<![\p{L}\p{N}_@./])@(\p{L}[\p{L}\p{N}_-]{1,38})(\/[\p{L}\p{N}_.-]{1,60})?(?![\p{L}\p{N}_@(]|\.\p{L})/gu;

/** Tags of documentation and style sheets that look like a handle. */
const tags: ReadonlySet<string> = setOf(
  'param return returns throws see type types default example deprecated internal override media import font-face keyframes supports ts-ignore ts-expect-error todo author since link private public readonly everyone here channel all',
);

/** Finds `@name` (type `person`, without its `@`) and `@scope/name` (type `identifier`). */
function findMentions(text: string): readonly FoundName[] {
  if (!text.includes('@')) return [];
  const found: FoundName[] = [];
  for (const match of text.matchAll(handle)) {
    const [whole, name = '', rest] = match;
    if (rest === undefined && tags.has(name.toLowerCase())) continue;
    const trimmed = whole.replace(/[-.]{1,60}$/, '');
    const end = match.index + trimmed.length;
    if (rest !== undefined) found.push({ start: match.index, end, name: trimmed, type: 'identifier' });
    else found.push({ start: match.index, end, name: trimmed.slice(1), type: 'person' });
  }
  return found;
}

// URLs with a scheme, `www.` and well-known bare domains; e-mail addresses, so that nothing else takes them apart.

const url = /(?<![a-z0-9@.+_-])(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)[^\s<>"'`“”«»，。、；！？（）「」\\^{}|]{2,}/giu;
const bareDomain =
  /(?<![a-z0-9@./_-])(?:[a-z0-9][a-z0-9-]{0,40}\.){1,4}(?:com|org|net|edu|gov|dev)(?![a-z0-9_@-]|\.[a-z0-9])(?:\/[^\s<>"'`]*)?/giu;
const email = /(?<![\w.+@-])\w[\w.+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?![\w@-])/giu;

/** Cuts off punctuation that ends the sentence and not the address; a closing bracket stays if it was opened. */
function withoutTrailing(found: string): string {
  let end = found.length;
  while (end > 0) {
    const last = found[end - 1] ?? '';
    if (".,;:!?*_~…'".includes(last)) end -= 1;
    else if (last === ')' && !found.slice(0, end).includes('(')) end -= 1;
    else if (last === ']' && !found.slice(0, end).includes('[')) end -= 1;
    else break;
  }
  return found.slice(0, end);
}

function* matches(text: string, pattern: RegExp, type: 'url' | 'identifier'): Generator<FoundName> {
  for (const match of text.matchAll(pattern)) {
    // Trimming is bounded by first passing over what is too long to be a name.
    if (match[0].length > maxNameCharacters) continue;
    const name = withoutTrailing(match[0]);
    yield { start: match.index, end: match.index + name.length, name, type };
  }
}

/** Finds URLs (type `url`) and e-mail addresses (type `identifier`). */
function findUrls(text: string): readonly FoundName[] {
  const found: FoundName[] = [];
  if (text.includes('://') || /www\./i.test(text)) found.push(...matches(text, url, 'url'));
  if (text.includes('.')) found.push(...matches(text, bareDomain, 'url'));
  if (text.includes('@')) found.push(...matches(text, email, 'identifier'));
  return found;
}

// Identifiers of code: `camelCase`, `snake_case`, `SCREAMING_CASE`, time zones, and whatever stands in backticks.

const word = /(?<![\p{L}\p{N}_$@#/])[\p{L}_$][\p{L}\p{N}_$]{2,}(?![\p{L}\p{N}_$])/gu;
/** `America/Los_Angeles`, as the time zone database names one. */
const timeZone =
  /(?<![\p{L}\p{N}_/])(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(?:\/[A-Z][A-Za-z_-]{1,30}){1,2}(?![\p{L}\p{N}_/])/gu;
/** `ABC-412`, as trackers number what is to be done. */
const ticket = /(?<![\p{L}\p{N}_/-])([A-Z][A-Z0-9]{1,9})-\d{1,6}(?![\p{L}\p{N}_-])/gu;
/** What is numbered alike and is no ticket. */
const standards: ReadonlySet<string> = setOf(
  'AES COVID DDR DIN EN GPT GTX HTTP IEC IEEE IPV ISO MD MP PCI PS RSA RTX SARS SHA TLS SSL USB UTF',
);
const backticked = /(?<!`)`([^`\n]{1,80})`(?!`)/g;
const maxWordCharacters = 80;

const snake = /^_{0,2}\p{L}[\p{L}\p{N}]*_[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*$|^__\p{L}[\p{L}\p{N}_]*__$/u;
const camel = /^\p{Ll}{2}[\p{Ll}\p{N}]*\p{Lu}[\p{L}\p{N}]*$/u;
/** `UserService`: humps alone are also how brands are written, a technical ending is not. */
const pascal =
  /^(?:\p{Lu}[\p{Ll}\p{N}]+)+(?:Service|Error|Exception|Handler|Factory|Controller|Manager|Provider|Config|Component|Client|Builder|Repository|Adapter|Parser|Listener|Middleware|Interface|Schema|Token|Context|Props|Request|Response|Options|Test|Spec|Map|Set|List|Array|Buffer|Stream|Store|Cache|Queue|Pool|Engine|Server|Router|Model|View|Helper|Worker|Listener|Reader|Writer|Loader|Resolver|Validator|Serializer|Registry|Session|Node|Tree|Table|Index|Logger|Scheduler|Dispatcher|Gateway|Proxy|Wrapper|Iterator|Reducer|Hook|Plugin|Module|Filter|Guard|Strategy|Policy|Runner|Executor|Processor|Pipeline|Formatter|Encoder|Decoder|Codec|Socket|Connection)$/u;

function isIdentifier(found: string): boolean {
  if (found.length > maxWordCharacters) return false;
  return snake.test(found) || camel.test(found) || pascal.test(found);
}

/** At most three words without operators or quotes: a name or a command, not an example. */
function isQuotedCode(content: string): boolean {
  return /[\p{L}\p{N}]/u.test(content) && !/[|&;<>="'{}]|:\s/.test(content) && content.trim().split(/\s+/).length <= 3;
}

/** Finds identifiers; type `identifier`. */
function findIdentifiers(text: string): readonly FoundName[] {
  const found: FoundName[] = [];
  if (text.includes('`')) {
    for (const match of text.matchAll(backticked)) {
      const content = match[1] ?? '';
      if (!isQuotedCode(content)) continue;
      const name = content.trim();
      const start = match.index + 1 + content.indexOf(name);
      found.push({ start, end: start + name.length, name, type: 'identifier' });
    }
  }
  if (text.includes('/')) found.push(...matches(text, timeZone, 'identifier'));
  for (const match of text.matchAll(ticket)) {
    if (!standards.has(match[1]!)) {
      found.push({ start: match.index, end: match.index + match[0].length, name: match[0], type: 'identifier' });
    }
  }
  if (!/_|\p{Ll}\p{Lu}/u.test(text)) return found;
  for (const match of text.matchAll(word)) {
    const [name] = match;
    if (isIdentifier(name))
      found.push({ start: match.index, end: match.index + name.length, name, type: 'identifier' });
  }
  return found;
}

/** In order of rank: of two finds of the same stretch the earlier finder's stays. */
const exactFinders: readonly NameFinder[] = [findUrls, findMentions, findPaths, findFunctions, findIdentifiers];

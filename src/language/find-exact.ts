/** Paths of files and folders, and bare file names with a known ending. */
import { fileExtensions, setOf } from './word-lists.ts';
import { type FoundName, maxNameCharacters } from './names.ts';

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

/** A library's name such as `Node.js` looks like a file and is none. */
function isLibrary(found: string): boolean {
  return (
    /^[A-Za-z]\w*\.js$/i.test(found) && (libraries.has(found.slice(0, -3).toLowerCase()) || /^\p{Lu}/u.test(found))
  );
}

function trim(found: string): string {
  let end = found.length;
  while (end > 0 && '.-+%@$'.includes(found[end - 1] ?? '')) end -= 1;
  if (found[end - 1] === ']' && !found.includes('[')) end -= 1;
  return found.slice(0, end);
}

/** Finds paths (`src/auth.py`, `C:\x\y.cs`, `~/.bashrc`) and file names (`package.json`); type `file`. */
export function findPaths(text: string): readonly FoundName[] {
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

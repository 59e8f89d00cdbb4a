/**
 * Fences what was remembered: a model reads it as data, and nothing that is in it can end the fence.
 * Whoever wrote a memory may have meant to be obeyed.
 */

const name = 'recalled';
// Letters with invisible characters between them read as the name, too.
const imitation = new RegExp(`<(?=[\\s\\p{Cf}/]*${[...name].join('\\p{Cf}*')})`, 'giu');

/** Text that tells of memories, between `<recalled>` and `</recalled>`, each on a line of its own. */
export function fenced(text: string): string {
  return [`<${name}>`, text.replace(imitation, '‹'), `</${name}>`].join('\n');
}

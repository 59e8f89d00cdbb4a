/**
 * What the durability test's children write: everything follows from a key, so that whoever finds
 * a record can say what it has to be.
 */

/** Who writes. */
export const agents = ['Lisa', 'Electra', 'Mark'];

const syllables = 'bar cel dor fen gal hin jor kel lum mar nor pel quin ros sol tam ver wil yan zeph'.split(' ');
const projects = ['Kestrel', 'Osprey', 'Heron', 'Plover', 'Curlew'];

/** A number from a text: FNV-1a with 32 bits. */
export function numberOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return hash;
}

/** The text of the memory of a key: words that few others share, so that a search finds it. */
export function contentOf(key) {
  const words = [0, 1, 2, 3, 4, 5].map((at) => {
    const number = numberOf(`${key}/${at}`);
    return [number, number >>> 8, number >>> 16].map((part) => syllables[part % syllables.length]).join('');
  });
  return `Note ${key}: ${words.join(' ')}.`;
}

/** The entity that the memory of a key mentions. */
export function projectOf(key) {
  return { name: `Project ${projects[numberOf(key) % projects.length]}`, type: 'concept' };
}

/** The keys of all that was observed in one call with this one; they are written together or not at all. */
export function batchOf(key) {
  const [, batch, size] = /^(.+)i\d+of(\d+)$/.exec(key) ?? [];
  return batch === undefined ? [key] : batchKeys(batch, Number(size));
}

/** The keys of a call that observes `size` things. */
export function batchKeys(batch, size) {
  return Array.from({ length: size }, (_, at) => `${batch}i${at}of${size}`);
}

/** A generator of numbers from 0 to 1 that is the same for the same seed: xorshift with 32 bits. */
export function randomFrom(seed) {
  let state = numberOf(String(seed)) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

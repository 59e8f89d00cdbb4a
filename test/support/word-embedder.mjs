/**
 * A small deterministic embedder: each word of three letters or more is hashed into one of a few
 * directions, so texts that share words lie close. Plain JavaScript, for tests and their child
 * processes alike.
 */

/** An embedder of words; 16 dimensions unless told otherwise. */
export function createWordEmbedder({ dimension = 16, model = `words-${dimension}` } = {}) {
  return {
    model,
    dimension,
    embed: async (texts) => texts.map((text) => vectorOf(text, dimension)),
    close: async () => undefined,
  };
}

/** The vector of a text: finite, of length 1, never zero. */
function vectorOf(text, dimension) {
  const vector = new Float32Array(dimension).fill(1e-3);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []) {
    const hash = hashOf(word);
    vector[hash % dimension] += hash & 0x10000 ? 1 : -1;
  }
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

/** FNV-1a over the UTF-16 units. */
function hashOf(word) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

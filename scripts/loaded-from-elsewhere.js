const tag = /<(?:script|link|img|iframe|source|video|audio|embed|object|use)\b[^>]*>/gi;
const address = /\s(?:src|srcset|href|data|poster)\s*=\s*["']?\s*(?:https?:)?\/\//i;
const style = /(?:url\(\s*["']?|@import\s+["'])(?:https?:)?\/\/[^)"'\s]*/gi;

/**
 * What a browser that shows this HTML or CSS loads from another host. A link that somebody may follow is not among it.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function loadedFromElsewhere(text) {
  const tags = (text.match(tag) ?? []).filter((one) => address.test(one));
  return [...tags, ...(text.match(style) ?? [])];
}

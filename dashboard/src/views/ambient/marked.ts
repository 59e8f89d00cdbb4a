/** Finds in a message the names that an agent knows, so that they can be marked. */

/** A part of a message. */
export interface MessagePart {
  readonly text: string;
  readonly isName: boolean;
}

/** A message in parts, of which those that are one of the names, as the message writes them, are set apart. */
export function marked(message: string, names: readonly string[]): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let rest = message;
  while (rest !== '') {
    const found = firstOf(rest, names);
    if (found === undefined) break;
    const at = rest.indexOf(found);
    if (at > 0) parts.push({ text: rest.slice(0, at), isName: false });
    parts.push({ text: found, isName: true });
    rest = rest.slice(at + found.length);
  }
  return rest === '' ? parts : [...parts, { text: rest, isName: false }];
}

/** The name that comes first in a text, the longest of those that begin there. */
function firstOf(text: string, names: readonly string[]): string | undefined {
  const places = names
    .map((name) => ({ name, at: name === '' ? -1 : text.indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at || other.name.length - one.name.length);
  return places[0]?.name;
}

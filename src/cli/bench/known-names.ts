/**
 * The names that a space knows, found in texts by the plainest rule there is: the same letters, capitals
 * and all, as whole words. Owes nothing to how ambient memory finds names, so that it can judge it.
 */
import type { Madeleine } from '../../index.ts';

/** The names and aliases of all entities of a space, as an export has them. */
export async function knownNames(memory: Madeleine): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const line of memory.export()) {
    const record = JSON.parse(line) as { record: string; name?: string; aliases?: readonly string[] };
    if (record.record !== 'entity') continue;
    for (const name of [record.name, ...(record.aliases ?? [])]) if (name) names.add(name);
  }
  return [...names];
}

/** Those of some names that stand in a text as whole words. */
export function namesInText(names: readonly string[], text: string): readonly string[] {
  return names.filter((name) => standsIn(name, text));
}

function standsIn(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole = !isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + name.length]);
    if (isWhole) return true;
  }
  return false;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

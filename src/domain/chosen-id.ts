/**
 * Ids that callers choose. Each believer has its own: where a record that it cannot see has the id already, its record is
 * stored under the id and a tag, `observation:a~0f3c...`, and it is told of it as `observation:a`.
 */
import { createHash } from 'node:crypto';

const tagLength = 16;
const tagForm = /~[0-9a-f]{16}$/;

/** The id under which a believer's record is stored where another has the id that it chose. It is the same each time. */
export function taggedId(id: string, believer: string): string {
  const whose = digest(id, believer);
  return `${id}~${whose}${digest(id, whose)}`;
}

/** The id that was chosen for a record by the one under which it is stored: itself for most. */
export function chosenId(id: string): string {
  if (id.at(-tagLength - 1) !== '~' || !tagForm.test(id)) return id;
  const chosen = id.slice(0, -tagLength - 1);
  const [whose, check] = [id.slice(-tagLength, -tagLength / 2), id.slice(-tagLength / 2)];
  // A caller's own id may look like one with a tag.
  return digest(chosen, whose) === check ? chosenId(chosen) : id;
}

/** By an id that was chosen, the tagged ids that stand for it. */
export class Namesakes {
  readonly #stored: Map<string, string[]> = new Map();

  get size(): number {
    return this.#stored.size;
  }

  /** Takes note of the id under which a record is stored. */
  note(id: string): void {
    const chosen = chosenId(id);
    if (chosen !== id) this.#stored.set(chosen, [...this.of(chosen), id]);
  }

  of(chosen: string): readonly string[] {
    return this.#stored.get(chosen) ?? [];
  }
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(parts))
    .digest('hex')
    .slice(0, tagLength / 2);
}

/** What a change does to a text, line by line, as people read it. */

/** Lines shown around a change. */
const contextLines = 3;

/** A line of either text: kept, taken out or put in. */
interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** The changed lines with those around them, marked with a blank, `-` or `+`; `...` where lines are left out. */
export function lineDiff(before: string, after: string): readonly string[] {
  const lines = merged(linesOf(before), linesOf(after));
  const changed = lines.flatMap(({ mark }, place) => (mark === ' ' ? [] : [place]));
  const isShown = (place: number): boolean => changed.some((other) => Math.abs(other - place) <= contextLines);
  return lines.flatMap(({ mark, text }, place) => {
    if (isShown(place)) return [`${mark} ${text}`.trimEnd()];
    return place > 0 && isShown(place - 1) ? ['...'] : [];
  });
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Both texts as one list. What they begin and end with alike is passed over before anything is compared. */
function merged(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const kept = (text: string): DiffLine => ({ mark: ' ', text });
  return [
    ...before.slice(0, head).map(kept),
    ...compared(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(kept),
  ];
}

/** The longest common lines of both stay, the rest goes or comes. */
function compared(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const common = before.map(() => new Array<number>(after.length + 1).fill(0));
  common.push(new Array<number>(after.length + 1).fill(0));
  for (let b = before.length - 1; b >= 0; b -= 1) {
    for (let a = after.length - 1; a >= 0; a -= 1) {
      common[b]![a] =
        before[b] === after[a] ? common[b + 1]![a + 1]! + 1 : Math.max(common[b + 1]![a]!, common[b]![a + 1]!);
    }
  }
  const lines: DiffLine[] = [];
  let [b, a] = [0, 0];
  while (b < before.length || a < after.length) {
    if (b < before.length && a < after.length && before[b] === after[a]) {
      lines.push({ mark: ' ', text: before[b]! });
      b += 1;
      a += 1;
    } else if (b < before.length && (a === after.length || common[b + 1]![a]! >= common[b]![a + 1]!)) {
      lines.push({ mark: '-', text: before[b]! });
      b += 1;
    } else {
      lines.push({ mark: '+', text: after[a]! });
      a += 1;
    }
  }
  return lines;
}

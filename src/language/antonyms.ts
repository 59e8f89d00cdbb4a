/** Words that cannot both be said of the same thing. */
import { termOf } from './same-words.ts';

/** Pairs of which one always holds: what is not open is closed. */
const complementary =
  'open closed|enabled disabled|enable disable|public private|synchronous asynchronous|mandatory optional|required optional|' +
  'alive dead|present absent|legal illegal|valid invalid|possible impossible|known unknown|safe unsafe|encrypted unencrypted|' +
  'available unavailable|online offline|state-on state-off|state-up state-down|true false|visible hidden|visible invisible|' +
  'finished unfinished|stable unstable|secure insecure|correct incorrect|right wrong|complete incomplete|same different|' +
  'pass fail|locked unlocked|signed unsigned|married unmarried|married single|married divorced|raw cooked|mutable immutable|' +
  'internal external|paid unpaid|reliable unreliable|compatible incompatible|necessary unnecessary|healthy unhealthy|' +
  'supported unsupported|tested untested|documented undocumented|wet dry|awake asleep|guilty innocent|full-time part-time';

/** Pairs with something between them: what is not hot need not be cold. */
const contrary =
  'like hate|before after|rise fall|reduce rise|improve worsen|accept reject|approve reject|agree disagree|allow forbid|open close|hot cold|' +
  'warm cold|fast slow|early late|full empty|big small|cheap expensive|easy hard|easy difficult|strong weak|heavy light|' +
  'high low|long short|tall short|rich poor|young old|new old|loud quiet|clean dirty|good bad|best worst|happy sad|' +
  'above below|inside outside|left-side right-side|first last|maximum minimum|max min|start stop|begin end|add remove|push pull|buy sell|' +
  'win lose|join leave|arrive leave|increase reduce|up down|upper lower|north south|east west|morning evening|more less|' +
  'most least|sweet sour|thick thin|wide narrow|deep shallow|sharp blunt|rough smooth|calm nervous|dangerous harmless|' +
  'sync async|always never|install uninstall|encrypt decrypt|accepted declined|introvert extrovert|optimistic pessimistic|' +
  'trust distrust|succeed fail|lend borrow|ascending descending|vertical horizontal|manual automatic|temporary permanent';

function pairsOf(list: string): readonly (readonly [string, string])[] {
  return list.split('|').map((pair) => {
    const [one = '', other = ''] = pair.split(' ').map(termOf);
    return [one, other];
  });
}

const strict = pairsOf(complementary);
const opposites = new Map<string, Set<string>>();
for (const [one, other] of [...strict, ...pairsOf(contrary)]) {
  opposites.set(one, (opposites.get(one) ?? new Set()).add(other));
  opposites.set(other, (opposites.get(other) ?? new Set()).add(one));
}
const complements: ReadonlySet<string> = new Set(strict.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));

/** Whether two terms cannot both hold. */
export function areOpposite(one: string, other: string): boolean {
  return opposites.get(one)?.has(other) ?? false;
}

/** Whether two terms cannot both hold and one of them must. */
export function areComplements(one: string, other: string): boolean {
  return complements.has(`${one} ${other}`);
}

/** Words that count as one word, so that "built" negates "wrote" and "colour" is "color". */
import { stemOf } from './terms.ts';

/** Each group stands for its first word. */
const groups = [
  'like love enjoy adore fond fan',
  'hate dislike detest loathe',
  'make implement write build create develop code program',
  'use utilise utilize employ',
  'finish complete',
  'begin start',
  'buy purchase',
  'need require',
  'allow permit',
  'forbid prohibit disallow',
  'have own possess',
  'live reside',
  'rise increase grow climb',
  'fall decrease drop shrink decline',
  'pass succeed',
  'fix repair',
  'remove delete',
  'visit been',
  'practise practice',
  'big large huge',
  'small little tiny',
  'fast quick rapid',
  'optional voluntary',
  'mandatory compulsory obligatory',
  'holiday vacation',
  'colour color',
  'favourite favorite',
  'flat apartment',
  'film movie',
  'licence license',
  'doctor physician',
  'minute min',
  'second sec',
  'hour hr',
];

const oneFor: ReadonlyMap<string, string> = new Map(
  groups.flatMap((group) => {
    const [first = '', ...others] = group.split(' ');
    return others.map((word): [string, string] => [stemOf(word), stemOf(first)]);
  }),
);

/** The stem that stands for a word in lower case. */
export function termOf(word: string): string {
  const stem = stemOf(word);
  return oneFor.get(stem) ?? stem;
}

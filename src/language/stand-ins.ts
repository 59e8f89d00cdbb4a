/**
 * Everyday words that people use for each other: who asks for a "job" is told of "work", and who asks what somebody
 * hates is told what they can't stand. A word stands in for another only where nobody in view has used that one. English
 * only.
 */
import { lazily } from '../domain/values.ts';
import { sameInFamily } from './families.ts';
import { listed } from './word-lists.ts';
import { stemOf } from './words.ts';

/** Words that ask for the same, in all forms that the stemmer does not bring together. */
const groups: readonly string[] = [
  'job work profession occupation employer career employed hired',
  'dislike hate detest loathe stand despise',
  'favourite favorite love prefer best',
  'child kid son daughter baby toddler',
  'salary earn income wage',
  'injure injury hurt sprain twist broke broken break fracture tore wound',
  'live reside move home apartment flat based settle relocate',
  'study studies university college degree major',
  'buy bought purchase got',
  'sell sold',
  'doctor gp physician dr',
  'vet veterinarian',
  'medication medicine pill tablet drug mg prescription',
  'ill sick flu fever unwell',
  'cost price expensive pay paid euro dollar',
  'begin began start',
  'finish end complete done',
  'wife husband spouse marry married wedding',
  'trip journey travel vacation holiday tour',
  'film movie',
  'town city',
  'shop store market',
  'appointment meeting date',
  'sport exercise gym running swimming climbing triathlon marathon football tennis',
  'hobby collect paint knit garden photography',
  'repair fix mend',
  'supplier provider supply',
  'heating boiler radiator',
  'delay postpone push reschedule',
  'delete remove erase',
  'responsible lead charge own maintain',
  'write wrote written author',
  'error bug failure crash',
  'scared afraid fear phobia frightened',
  'angry mad furious upset',
  'glad happy pleased',
  'phone mobile number',
  'car drive vehicle',
  'speak spoke talk',
  'gift present',
  'rent landlord lease',
  'fly flew flight',
  'die died dead death',
  'teach taught teacher',
  'maintain service serviced',
];

const standIns = lazily(() => {
  const found = new Map<string, Set<string>>();
  for (const stems of groups.map((group) => listed(group).map(stemOf))) {
    for (const stem of stems) {
      const others = found.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) others.add(other);
      found.set(stem, others);
    }
  }
  return found;
});

/** The stems that people use for a stem, without itself. */
export function standInsFor(stem: string): readonly string[] {
  return [...new Set([...(standIns().get(stem) ?? []), ...sameInFamily(stem)])].filter((other) => other !== stem);
}

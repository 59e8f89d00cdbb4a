/**
 * Forms of common English verbs. Without a tagger, these and the auxiliaries are how the verb of a
 * sentence is found; a sentence whose verb is not among them is not understood, and makes no link.
 */
import { irregularForms } from './terms-irregular.ts';

/** Which form a word is: `both` is a past that looks like the base. */
export type VerbForm = 'base' | 'third' | 'past' | 'ing' | 'both';

const bases =
  'accept add admire adopt adore agree aim allow answer appear apply arrive ask attach attempt attend avoid ' +
  'become begin belong block book bother break bring build buy cache call cancel care carry catch change charge check ' +
  'choose clean clear climb close code collect come compare compile complete configure connect consist contain ' +
  'continue cook cost cover crash create cut dance deal decide decline decrease delete deliver deny depend deploy ' +
  'describe design detest develop disagree disable dislike do drink drive drop eat employ enable encrypt end enjoy ' +
  'enter equal exceed exist expect expire explain export fail fall feed feel fetch find finish fix fly follow forbid ' +
  'forget gain generate get give go grow handle happen hate have help hire hold host ignore implement import improve ' +
  'include increase insist install integrate invite join jump keep know lack last launch learn leave lend let lie like ' +
  'limit listen live load lock log lose love maintain make manage marry match mean measure meet merge migrate miss ' +
  'move name need offer open order own pack paint pass pay perform permit plan play point practice practise prefer ' +
  'prepare prevent print produce prohibit provide publish pull purchase push put quit read receive recommend record reduce ' +
  'refuse reject relate relocate remain remember remove rent repair replace report request require reside respond restart ' +
  'retire retry return reveal review ride rise run save say schedule seat see seem sell send serve set share ship show ' +
  'sing sit skip sleep slow smoke solve speak spend stand start stay steal stop store study succeed suffer suggest ' +
  'support swim switch take talk teach tell test think throw touch train travel trust try turn update upload use ' +
  'utilise utilize validate verify visit volunteer wait walk want warn wash watch wear weigh win work worry write';

const sameInPast = new Set('cut put set let read quit cost shut hit hurt split'.split(' '));
const doubling = /^(?:plan|stop|drop|run|get|put|set|cut|quit|swim|win|sit|let|log|ship|skip|begin|forget|prefer)$/;

function regularForms(base: string): readonly (readonly [string, VerbForm])[] {
  const third = /(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : base.replace(/([^aeiou])y$/, '$1ie').concat('s');
  const double = doubling.test(base) ? base.concat(base.at(-1) ?? '') : base;
  const past = base.endsWith('e') ? `${base}d` : double.replace(/([^aeiou])y$/, '$1i').concat('ed');
  const ing = base === 'lie' ? 'lying' : `${base.endsWith('ee') ? base : double.replace(/e$/, '')}ing`;
  return [
    [third, 'third'],
    [past, 'past'],
    [ing, 'ing'],
    [base, sameInPast.has(base) ? 'both' : 'base'],
  ];
}

const known = new Set(bases.split(' '));

/** From a word in lower case to the form of a verb that it is. */
export const verbForms: ReadonlyMap<string, VerbForm> = new Map([
  ...[...irregularForms].flatMap(([form, base]): [string, VerbForm][] => (known.has(base) ? [[form, 'past']] : [])),
  ...bases.split(' ').flatMap(regularForms),
  ['born', 'past'],
  ['done', 'past'],
]);

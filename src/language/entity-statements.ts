/**
 * A knowledge graph as sentences: the type of an entity, an observation of it, its relation to another. Each is one
 * fact that a reader understands without the others. What is written so reads back to the letter; of a relation, whose
 * sentence is in words, with the type as its title. It knows nothing of the ledger.
 */
import { type EntityType, entityTypes } from '../domain/vocabulary.ts';

/** What a fact says of the one entity that it is about. */
export type EntityStatement =
  | { readonly says: 'type'; readonly type: string }
  | { readonly says: 'observation'; readonly text: string };

const typeWords = ' is of type ';
const nameEnd = ': ';

/** Words of free types for the types that we know. */
const typesByWord: Readonly<Record<string, EntityType>> = {
  user: 'person',
  human: 'person',
  people: 'person',
  company: 'organisation',
  organization: 'organisation',
  team: 'organisation',
  city: 'place',
  country: 'place',
  location: 'place',
  website: 'url',
  link: 'url',
  method: 'function',
  book: 'title',
  film: 'title',
  movie: 'title',
  idea: 'concept',
  topic: 'concept',
};

/** The type that a word for one stands for; `other` where it stands for none that we know. */
export function entityTypeOf(word: string): EntityType {
  const key = word.trim().toLowerCase();
  return (
    entityTypes.find((type) => type === key) ??
    (Object.hasOwn(typesByWord, key) ? typesByWord[key] : undefined) ??
    'other'
  );
}

/** Says what type an entity is of, in a word of anybody's own. */
export function typeStatement(name: string, type: string): string {
  return `${name}${typeWords}${type}`;
}

/**
 * Writes an observation of an entity. A text that does not name the entity gets the name in front, since nobody
 * understands "likes tea" alone.
 */
export function observationStatement(name: string, text: string): string {
  const spoken = text.toLowerCase();
  const isNamed = [name, name.replaceAll('_', ' ')].some((form) => spoken.includes(form.toLowerCase()));
  const read = readEntityStatement(text, name);
  const readsBack = read.says === 'observation' && read.text === text;
  return isNamed && readsBack ? text : `${name}${nameEnd}${text}`;
}

/** Says in words how one entity stands to another; the fact's title keeps the type to the letter. */
export function relationStatement(from: string, type: string, to: string): string {
  return `${from} ${predicateInWords(type)} ${to}`;
}

/** `works_at`, `worksAt` and `Works-At` read `works at`. */
export function predicateInWords(predicate: string): string {
  return predicate
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The type of a relation that a fact tells: its title where that is a way to write it, else its words. */
export function relationTypeOf(predicate: string, title: string): string {
  return predicateInWords(title) === predicate ? title : predicate;
}

/**
 * Reads what a fact says of the entity that it is about.
 *
 * @param name - the entity as the fact writes it.
 */
export function readEntityStatement(content: string, name: string): EntityStatement {
  const [typed, named] = [name + typeWords, name + nameEnd];
  if (content.startsWith(typed)) return { says: 'type', type: content.slice(typed.length) };
  return { says: 'observation', text: content.startsWith(named) ? content.slice(named.length) : content };
}

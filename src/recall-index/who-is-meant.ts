/**
 * Who is meant by a name, in the view of some believers: the one place that decides it, for writing, recall, ambient
 * memory, facts, exploring and forgetting.
 *
 *   folded name -> who is called exactly so
 *               -> whose first or last name it is, whose told or common short form, which path ends so
 *               -> one of them: meant, with all that is the same in this view
 *               -> several: each of them, for the caller to tell or to refuse
 *
 * What is the same is so for the reader only. Nothing is merged by it, and a second Anna makes "Anna" ambiguous at
 * once. Only names that memories of these believers use count, so that no answer depends on what others know.
 */
import { foldName } from '../language/fold.ts';
import {
  baseOf,
  commonShortFormsOf,
  coreWords,
  endsPath,
  longFormsOf,
  plainPath,
  shortFormsOf,
  titleOf,
} from '../language/name-forms.ts';
import type { NamePlace } from '../language/meant-names.ts';
import type { SurfaceTable } from './surface-table.ts';
import { type Bearer, type NameSource, NameLookup, maxAmong } from './name-lookup.ts';

/** One who may be meant. */
export interface Meant {
  /** Numbers of the entities that are one to the believers, in the order in which these came to speak of them. */
  readonly entities: readonly number[];
  /** Numbers of the speakers who are the same. */
  readonly speakers: readonly number[];
}

/** Who is meant by a name. */
export interface Meaning extends Meant {
  /** Each one who may be meant, where the name means several; else empty. */
  readonly among: readonly Meant[];
}

/** A name in a text and who is meant by it. */
export interface NameMatch extends NamePlace, Meaning {}

/** Names whose meaning is kept, at most. */
const maxKnown = 4_096;
const nobody: Meaning = { entities: [], speakers: [], among: [] };

/** The names of some believers; good until the index changes. */
export class NamesInView {
  readonly #source: NameSource;
  readonly #names: NameLookup;
  readonly #known: Map<string, Meaning> = new Map();
  #lastText: { readonly text: string; readonly names: readonly NameMatch[] } | undefined;

  /** @param agents - the believers in view: those who believe nothing may know merges. */
  constructor(source: NameSource, agents: readonly string[]) {
    this.#source = source;
    this.#names = new NameLookup(source, agents);
  }

  /** All folded names of the index, of others too. */
  get surfaces(): SurfaceTable {
    return this.#source.memories.surfaces;
  }

  /** Who is meant by a name; nobody where it is not known. */
  named(name: string): Meaning {
    return this.meaning(foldName(name));
  }

  /** The same of a folded name. */
  meaning(surface: string): Meaning {
    const known = this.#known.get(surface);
    if (known !== undefined) return known;
    const found = this.#find(surface);
    if (this.#known.size === maxKnown) this.#known.clear();
    this.#known.set(surface, found);
    return found;
  }

  /** The names that a text means, found once: a recall asks several times over. */
  inText(text: string, find: () => readonly NameMatch[]): readonly NameMatch[] {
    if (this.#lastText?.text !== text) this.#lastText = { text, names: find() };
    return this.#lastText.names;
  }

  /** The name of the one person or animal that some folded names mean; undefined where they mean nobody, or several. */
  onlyPerson(surfaces: readonly string[]): string | undefined {
    let only: { readonly name: string; readonly meaning: Meaning } | undefined;
    for (const name of surfaces) {
      const meaning = this.meaning(name);
      const { entities, speakers, among } = meaning;
      const isPerson = entities.every((one) => this.#names.mayBePerson(one) || this.#names.isA(one, 'animal'));
      if (entities.length + speakers.length === 0 || !isPerson) continue;
      const isSame =
        only === undefined ||
        entities.some((one) => only?.meaning.entities.includes(one)) ||
        speakers.some((one) => only?.meaning.speakers.includes(one));
      if (among.length > 0 || !isSame) return undefined;
      only ??= { name, meaning };
    }
    return only?.name;
  }

  /** Which part of full names a name is that nobody is called by as it stands. */
  partOf(surface: string): 'first' | 'last' | undefined {
    if (this.#names.called(surface).length > 0 || this.#names.speaking(surface).length > 0) return undefined;
    const longer = this.#names.longer(baseOf(surface));
    if (longer.some(isPath)) return undefined;
    return longer.some((name) => name.startsWith(`${surface} `)) ? 'first' : 'last';
  }

  /** The entity that is called so, else the only one that a name can mean. */
  one(name: string): number | undefined {
    const surface = foldName(name);
    const [exact] = this.#names.called(surface);
    if (exact !== undefined) return exact;
    const { entities, among } = this.meaning(surface);
    return among.length > 0 ? undefined : entities[0];
  }

  /** Those of whose names a name is only a part or a short form, or all that it may mean where it means several. */
  fullerThan(name: string): readonly Meant[] {
    const surface = foldName(name);
    const { among } = this.meaning(surface);
    if (among.length > 0) return among;
    const core = coreWords(surface);
    const longer = this.#longForms(surface);
    return [...(core.length === 1 ? this.#names.bearers(core[0]!) : []), ...(longer === undefined ? [] : [longer])];
  }

  /** The entities that are called exactly so; of a whole name with all that is the same. */
  called(name: string): readonly number[] {
    const surface = foldName(name);
    const isWhole = coreWords(surface).length > 1 || commonShortFormsOf(surface).length > 0;
    return isWhole ? this.meaning(surface).entities : this.#names.merged(this.#names.called(surface));
  }

  /** Whether a name as it stands is one of an entity, or of a speaker who is the same. */
  isNameOf(name: string, entity: number): boolean {
    const surface = foldName(name);
    if (this.#names.merged(this.#names.called(surface)).includes(entity)) return true;
    return this.#names.speaking(surface).length > 0 && this.meaning(surface).entities.includes(entity);
  }

  /** Whether the name is, or may be, a path or the end of one that is known. */
  isPath(surface: string): boolean {
    return isPath(surface) && this.meaning(surface).entities.length > 0;
  }

  /** Numbers of an entity and of those that are the same in this view, in the order of {@link Meant.entities}. */
  sameAs(entity: number): readonly number[] {
    const merged = this.#names.merged([entity]);
    if (!merged.some((one) => this.#names.mayBeCalledShort(one))) return merged;
    const same = new Set(merged);
    for (const surface of this.#names.surfacesOf(merged)) {
      const { entities, among } = this.meaning(surface);
      if (among.length === 0 && entities.includes(entity)) for (const one of entities) same.add(one);
    }
    return same.size === merged.length ? merged : this.#names.inOrder(same);
  }

  #find(surface: string): Meaning {
    if (surface === '') return nobody;
    const exact = this.#names.called(surface);
    if (isPath(surface) || this.#names.longer(baseOf(surface)).some(isPath)) {
      const path = this.#byPath(surface, exact);
      if (path !== undefined) return path;
    }
    const speakers = this.#names.speaking(surface);
    const core = coreWords(surface);
    const short = core.length === 1 ? core[0]! : undefined;
    const bearers = short === undefined ? [] : this.#names.bearers(short);
    const byTitle = short === undefined ? undefined : this.#byTitle(surface, short, bearers);
    if (byTitle !== undefined) return byTitle;
    if (bearers.length === 0) return this.#withoutBearers(surface, exact, speakers);
    const [persons, others] = split(exact, (entity) => this.#names.mayBePerson(entity));
    const own = persons.filter((entity) => !bearers.some(({ entities }) => entities.includes(entity)));
    const apart = others.filter((entity) => !bearers.some(({ entities }) => entities.includes(entity)));
    // "Paris" is the city, even with a Paris Hilton about; a dog Max and a Max Miller are two.
    if (
      apart.length > 0 &&
      own.length + speakers.length === 0 &&
      !apart.some((entity) => this.#names.isA(entity, 'animal'))
    )
      return this.#plain(exact, speakers);
    const animals = apart.filter((entity) => this.#names.isA(entity, 'animal'));
    if (bearers.length === 1 && animals.length === 0) {
      const [bearer] = bearers as [Bearer];
      return this.#wholeOf({
        entities: [...bearer.entities, ...own, ...this.#titledAlone(short!)],
        speakers: [...bearer.speakers, ...speakers],
      });
    }
    const rest = own.length + speakers.length > 0 ? [{ entities: own, speakers }] : [];
    const dogs = animals.length > 0 ? [{ entities: animals, speakers: [] }] : [];
    return this.#several([...bearers, ...rest, ...dogs]);
  }

  /** "Mrs Lee" is whoever else is called Lee, but no Mr Lee; undefined where no title decides. */
  #byTitle(surface: string, short: string, bearers: readonly Bearer[]): Meaning | undefined {
    const title = titleOf(surface);
    const titled = this.#names.titled(short);
    titled.delete('');
    if (title === undefined && surface !== short) return undefined;
    if (bearers.length > 0 && !areTwo(titled)) return undefined;
    if (titled.size === 0) return title === undefined ? undefined : this.meaning(short);
    const asked = title === 'dr' ? undefined : titled.get(title ?? '');
    const other = title === 'mr' ? 'mrs' : title === 'mrs' ? 'mr' : '';
    if (asked === undefined && titled.has(other)) return nobody;
    if (!areTwo(titled)) return this.#ofOneTitle(short, [...titled.values()].flat(), title !== undefined);
    if (asked !== undefined) return this.#wholeOf({ entities: asked, speakers: [] });
    const groups = [...titled.values()];
    const own = this.#plainly(short).filter((entity) => !groups.some((entities) => entities.includes(entity)));
    const rest = { entities: own, speakers: this.#names.speaking(short) };
    const each = [...bearers, ...groups.map((entities): Meant => ({ entities, speakers: [] })), rest];
    return this.#several(each.filter(({ entities, speakers }) => entities.length + speakers.length > 0));
  }

  /** Who is called by a title and a name, with the person who is called by the name alone; "Paris" may be the city. */
  #ofOneTitle(short: string, titled: readonly number[], isTitled: boolean): Meaning | undefined {
    const plain = this.#plainly(short);
    if (!isTitled && plain.length < this.#names.called(short).length) return undefined;
    return this.#wholeOf({ entities: [...plain, ...titled], speakers: this.#names.speaking(short) });
  }

  /** The people who are called by a name alone. */
  #plainly(short: string): readonly number[] {
    return this.#names.called(short).filter((entity) => this.#names.mayBePerson(entity));
  }

  /** Who is called exactly so where no full name has it: all of one name are told apart unless one is known by more. */
  #withoutBearers(surface: string, exact: readonly number[], speakers: readonly number[]): Meaning {
    if (exact.length === 0 && speakers.length === 0) return nobody;
    const groups = this.#names.groups(exact);
    if (groups.length > 1) {
      const [named, bare] = split(groups, (group) => this.#names.surfacesOf(group).length > 1);
      const joins =
        named.length === 1 && bare.every((group) => group.every((entity) => this.#names.mayBePerson(entity)));
      if (!joins) return this.#several(groups.map((entities) => ({ entities, speakers })));
    }
    if (!exact.every((entity) => this.#names.mayBeCalledShort(entity))) return this.#plain(exact, speakers);
    const longer = this.#longForms(surface);
    return this.#wholeOf({
      entities: [...exact, ...(longer?.entities ?? [])],
      speakers: [...speakers, ...(longer?.speakers ?? [])],
    });
  }

  /** One with whoever is called by a part or a common short form of their full names, as far as that means them alone. */
  #wholeOf({ entities, speakers }: Meant): Meaning {
    const { speakers: texts } = this.#source.memories;
    const heard = speakers.map((speaker) => foldName(texts.text(speaker)));
    const names = [...new Set([...this.#names.surfacesOf(entities), ...heard])];
    const isOneOf = (one: Meant): boolean =>
      one.entities.some((entity) => entities.includes(entity)) ||
      one.speakers.some((speaker) => speakers.includes(speaker));
    const others = names.flatMap((name) => [
      ...(coreWords(name).length > 1 ? this.#names.called(name) : []),
      ...this.#calledByPart(name, isOneOf),
      ...this.#calledShort(name, isOneOf),
    ]);
    const saying = names.flatMap((name) => this.#names.speaking(name));
    return {
      entities: this.#names.inOrder(this.#names.merged([...new Set([...entities, ...others])])),
      speakers: [...new Set([...speakers, ...saying])],
      among: [],
    };
  }

  /** Who is called by the first or last name of a full one, if that means the same one alone. */
  #calledByPart(name: string, isOneOf: (one: Meant) => boolean): readonly number[] {
    return shortFormsOf(name).flatMap((short) => {
      const [bearer, another] = this.#names.bearers(short, 1);
      if (bearer === undefined || another !== undefined || !isOneOf(bearer)) return [];
      return [...this.#names.called(short), ...this.#titledAlone(short)].filter((entity) =>
        this.#names.mayBePerson(entity),
      );
    });
  }

  /** Who is called by a title and a name, where that may be one person. */
  #titledAlone(short: string): readonly number[] {
    const titled = this.#names.titled(short);
    return areTwo(titled) ? [] : [...titled.values()].flat();
  }

  /** Who is called by a common short form of a name, if that means the same one alone. */
  #calledShort(name: string, isOneOf: (one: Meant) => boolean): readonly number[] {
    return commonShortFormsOf(coreWords(name)[0] ?? '').flatMap((short) => {
      const longer = this.#longForms(short);
      return longer === undefined || !isOneOf(longer) ? [] : this.#names.called(short);
    });
  }

  /** The one whom a common short form that is used stands for; undefined where there is none, or more than one. */
  #longForms(short: string): Meant | undefined {
    const names = longFormsOf(short);
    if (names.length === 0) return undefined;
    const used = this.#names.called(short);
    if (used.length === 0 || !used.every((entity) => this.#names.mayBePerson(entity))) return undefined;
    if (this.#names.bearers(short, 0).length > 0) return undefined;
    const found: Bearer[] = [];
    for (const name of names) {
      for (const bearer of this.#names.bearers(name)) this.#names.join(found, bearer);
      const entities = this.#names.called(name).filter((entity) => this.#names.mayBePerson(entity));
      const speakers = this.#names.speaking(name);
      if (entities.length + speakers.length === 0) continue;
      const known = this.#names.bearers(name);
      if (known.length === 1) {
        known[0]!.entities = [...new Set([...known[0]!.entities, ...entities])];
        this.#names.join(found, known[0]!);
      } else this.#names.join(found, { entities, speakers, name });
    }
    const [only] = found;
    if (only === undefined || found.length > 1) return undefined;
    return this.#names.areToldApart(used, only.entities) ? undefined : only;
  }

  /** The files whose path ends as a path does, or that it ends with. */
  #byPath(surface: string, exact: readonly number[]): Meaning | undefined {
    const path = plainPath(surface);
    const names = [...new Set([...this.#names.longer(baseOf(surface)), baseOf(surface)])];
    const fitting = new Map<string, number[]>();
    for (const name of names) {
      const plain = plainPath(name);
      if (!endsPath(plain, path) && !endsPath(path, plain)) continue;
      const files = this.#names.called(name).filter((entity) => this.#names.isA(entity, 'file'));
      if (files.length > 0) fitting.set(plain, [...(fitting.get(plain) ?? []), ...files]);
    }
    if (fitting.size === 0) return undefined;
    const longest = [...fitting.keys()].sort((one, other) => other.length - one.length);
    const heads = longest.filter((one) => !longest.some((other) => other.length > one.length && endsPath(one, other)));
    const isHead = heads.length === 1;
    if (isHead) {
      // A shorter path that other files end with as well is none of this one's.
      const all = names.map(plainPath).filter((plain) => this.#isFile(plain));
      const own = [...fitting].filter(([end]) =>
        all.every((other) => !endsPath(end, other) || endsPath(other, heads[0]!)),
      );
      const entities = (own.length === 0 ? [...fitting] : own).flatMap(([, files]) => files);
      return this.#plain([...new Set([...entities, ...exact])], []);
    }
    if (path.includes('/') && exact.length > 0) return this.#plain(exact, []);
    return this.#several(heads.slice(0, maxAmong + 1).map((head) => ({ entities: fitting.get(head)!, speakers: [] })));
  }

  #isFile(plain: string): boolean {
    return this.#names.called(plain).some((entity) => this.#names.isA(entity, 'file'));
  }

  #several(among: readonly Meant[]): Meaning {
    const each = among.slice(0, maxAmong).map(({ entities, speakers }) => ({
      entities: this.#names.inOrder(this.#names.merged(entities)),
      speakers: [...speakers],
    }));
    return {
      entities: this.#names.inOrder(new Set(each.flatMap(({ entities }) => entities))),
      speakers: [...new Set(each.flatMap(({ speakers }) => speakers))],
      among: each,
    };
  }

  #plain(entities: readonly number[], speakers: readonly number[]): Meaning {
    const groups = this.#names.groups(entities);
    if (groups.length > 1 && entities.some((entity) => !this.#names.isA(entity, 'file')))
      return this.#several(groups.map((group) => ({ entities: group, speakers })));
    return { entities: this.#names.inOrder(this.#names.merged(entities)), speakers, among: [] };
  }
}

/** Whether one name has both a Mr and a Mrs. */
function areTwo(titled: ReadonlyMap<string, unknown>): boolean {
  return titled.has('mr') && titled.has('mrs');
}

function isPath(name: string): boolean {
  return name.includes('/') || name.includes('\\');
}

function split<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const parts: [T[], T[]] = [[], []];
  for (const item of items) parts[test(item) ? 0 : 1].push(item);
  return parts;
}

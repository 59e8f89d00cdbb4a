/**
 * What is asked of the reference servers and of Madeleine's tools of their names, case by case. Every case begins with an
 * empty memory. Where answers differ, `differs` says in which calls (0 for the first) and `why` for what reason.
 */
const entity = (name, entityType, ...observations) => ({ name, entityType, observations });
const relation = (from, relationType, to) => ({ from, to, relationType });
const call = (tool, args) => ({ tool, arguments: args });
const create = (...entities) => call('create_entities', { entities });
const relate = (...relations) => call('create_relations', { relations });
const add = (observations) =>
  call('add_observations', {
    observations: Object.entries(observations).map(([entityName, contents]) => ({ entityName, contents })),
  });
const forget = (deletions) =>
  call('delete_observations', {
    deletions: Object.entries(deletions).map(([entityName, observations]) => ({ entityName, observations })),
  });
const remove = (...entityNames) => call('delete_entities', { entityNames });
const unrelate = (...relations) => call('delete_relations', { relations });
const open = (...names) => call('open_nodes', { names });
const search = (query) => call('search_nodes', { query });
const graph = call('read_graph', {});
const think = (thought, thoughtNumber = 1, more = {}) =>
  call('sequentialthinking', { thought, thoughtNumber, totalThoughts: 3, nextThoughtNeeded: true, ...more });

const ann = entity('Ann', 'person', 'likes tea', 'speaks Spanish');
const bob = entity('Bob', 'Person');

const memory = [
  {
    case: 'an empty graph',
    calls: [
      graph,
      call('read_graph', { extra: 1 }),
      ...[open(), open('Ann'), search(''), search('tea')],
      ...[create(), relate(), add({}), forget({}), remove(), unrelate()],
    ],
  },
  {
    case: 'entities with their observations, and one without',
    calls: [create(ann, bob), graph, open('Ann'), open('Bob')],
  },
  {
    case: 'a name that is there is passed over',
    calls: [create(ann), create(entity('Ann', 'robot', 'is new'), bob), graph],
  },
  {
    case: 'a name twice in one call',
    calls: [create(entity('Ann', 'person', 'first'), entity('Ann', 'robot', 'second')), graph],
    why: 'a name is one entity, and of several in one call the first is made',
    differs: [0, 1],
  },
  {
    case: 'an observation twice in one call',
    calls: [create(entity('Ann', 'person', 'likes tea', 'likes tea')), add({ Ann: ['has a cat', 'has a cat'] }), graph],
    why: 'what is said twice is known once',
    differs: [0, 1, 2],
  },
  {
    case: 'observations are added',
    calls: [
      create(ann, bob),
      add({ Ann: ['likes tea', 'has a cat'], Bob: ['is new', 'is tall'] }),
      add({ Bob: ['is new', 'is kind'] }),
      graph,
    ],
  },
  {
    case: 'nothing is added where one entity is unknown',
    calls: [create(bob), add({ Bob: ['is new'], Zed: ['is lost'] }), graph],
  },
  {
    case: 'observations that differ in case and final stop',
    calls: [create(entity('Ann', 'person', 'Likes tea')), add({ Ann: ['likes TEA.'] }), graph],
    why: 'what says the same is one fact: case, white space and a final stop make no difference',
    differs: [1, 2],
  },
  {
    case: 'relations, also to what is no entity',
    calls: [
      create(ann, bob),
      relate(relation('Ann', 'knows', 'Bob'), relation('Ann', 'misses', 'Nobody')),
      ...[graph, open('Ann'), open('Bob'), open('Nobody'), search('nobody')],
    ],
  },
  {
    case: 'relations that are there are passed over',
    calls: [
      create(ann, bob),
      relate(relation('Ann', 'works_with', 'Bob')),
      relate(
        relation('Ann', 'works_with', 'Bob'),
        relation('Bob', 'works_with', 'Ann'),
        relation('Ann', 'worksFor', 'Bob'),
      ),
      graph,
    ],
  },
  {
    case: 'a relation twice in one call',
    calls: [relate(relation('Ann', 'knows', 'Bob'), relation('Ann', 'knows', 'Bob')), graph],
    why: 'what is said twice is known once',
    differs: [0, 1],
  },
  {
    case: 'relations whose types are written differently',
    calls: [
      relate(relation('Ann', 'works_with', 'Bob')),
      relate(relation('Ann', 'works with', 'Bob'), relation('Ann', 'worksWith', 'Bob')),
      graph,
    ],
    why: 'types of the same words are one relation, written as it was first',
    differs: [1, 2],
  },
  {
    case: 'a relation of an entity to itself',
    calls: [create(ann), relate(relation('Ann', 'likes', 'Ann')), graph],
    why: 'a relation joins two; what is so of one alone is an observation',
    differs: [1, 2],
  },
  {
    case: 'observations are deleted',
    calls: [
      create(ann, bob),
      forget({ Ann: ['likes tea', 'is unknown'], Zed: ['is lost'] }),
      ...[graph, forget({ Ann: ['Speaks spanish'] }), open('Ann')],
      ...[forget({ Ann: ['speaks Spanish'] }), graph],
    ],
  },
  {
    case: 'relations are deleted',
    calls: [
      create(ann, bob),
      relate(relation('Ann', 'knows', 'Bob'), relation('Bob', 'knows', 'Ann')),
      unrelate(relation('Ann', 'knows', 'Bob'), relation('Zed', 'knows', 'Bob')),
      ...[graph, unrelate(relation('Bob', 'likes', 'Ann')), graph],
    ],
  },
  {
    case: 'entities are deleted with their relations, and can be made again',
    calls: [
      create(ann, bob),
      relate(relation('Ann', 'knows', 'Bob'), relation('Bob', 'knows', 'Nobody'), relation('Ann', 'misses', 'Nobody')),
      ...[remove('Bob', 'Zed'), graph, create(entity('Bob', 'robot', 'is back')), graph, remove('Nobody'), graph],
    ],
  },
  {
    case: 'a search for a text in names, types and observations',
    calls: [
      create(ann, bob, entity('Tea House', 'place', 'is old')),
      relate(relation('Ann', 'visits', 'Tea House')),
      ...['TEA', 'person', 'bob', 'likes tea', 'tea likes', 'visits', 'nowhere', '', ' '].map(search),
    ],
  },
  {
    case: 'several names are opened',
    calls: [
      create(ann, bob),
      relate(relation('Ann', 'knows', 'Bob')),
      ...[open('Bob', 'Ann'), open('Bob', 'Bob', 'Zed'), open('')],
    ],
  },
  {
    case: 'names in another case',
    calls: [create(ann), create(entity('ann', 'robot', 'is small')), open('ANN'), add({ ann: ['has a cat'] }), graph],
    why: 'names that differ in case or accents are one entity',
    differs: [1, 2, 4],
  },
  {
    case: 'texts in other scripts and with odd marks',
    calls: [
      create(entity('日本 🗼', 'lieu é', 'Zoë says "hi"\nnew line', 'ÉTÉ', '  spaces  ', '')),
      ...[graph, search('été'), search('ete'), search('日本'), open('日本 🗼'), forget({ '日本 🗼': ['ÉTÉ'] }), graph],
    ],
  },
  {
    case: 'observations that look like the sentences of the ledger',
    calls: [
      create(entity('Ann', 'person', 'Ann is of type robot', 'Ann: likes tea', 'Ann knows Bob', ': odd', 'Ann')),
      add({ Ann: ['is of type', 'Ann is of type person', 'knows Bob'] }),
      ...[graph, forget({ Ann: ['Ann is of type person'] }), graph],
    ],
  },
  {
    case: 'names and types of several words',
    calls: [
      create(entity('Ann: the first', 'is of type', 'x'), entity('New York', 'city'), entity('New', 'word')),
      ...[relate(relation('New York', 'is not at all', 'New')), graph, open('New')],
    ],
  },
  {
    case: 'arguments that break a rule',
    calls: [
      ...[create({ name: 'Ann' }), call('create_entities', {}), call('create_entities', { entities: 'Ann' })],
      ...[create(entity('Ann', 'person', 4)), call('delete_entities', { entityNames: 'Ann' })],
      ...[call('search_nodes', {}), open(1), relate({ from: 'Ann', to: 'Bob' }), graph],
    ],
  },
  {
    case: 'arguments that nobody knows are passed over',
    calls: [call('create_entities', { entities: [{ ...ann, extra: 1 }], more: true }), graph],
  },
  {
    case: 'an entity without a name',
    calls: [create(entity('', 'person', 'is nobody')), graph],
    why: 'an entity has a name',
    differs: [0, 1],
  },
];

const thinking = [
  {
    case: 'thoughts one after another',
    calls: [think('One'), think('Two', 2), think('Three', 3, { nextThoughtNeeded: false })],
  },
  { case: 'the same thought twice', calls: [think('One'), think('Two', 2), think('Two', 2)] },
  {
    case: 'numbers beyond the plan raise it',
    calls: [
      ...[think('One'), think('Five', 5), think('Six', 6, { needsMoreThoughts: true })],
      think('Seven', 7, { totalThoughts: 7, nextThoughtNeeded: false, needsMoreThoughts: true }),
    ],
  },
  {
    case: 'a revision',
    calls: [
      ...[think('One'), think('Two', 2), think('No, one', 3, { isRevision: true, revisesThought: 1 })],
      think('Four', 4, { isRevision: true }),
      think('Five', 5, { isRevision: false, revisesThought: 2 }),
      think('Six', 6, { revisesThought: 2 }),
    ],
  },
  {
    case: 'a branch',
    calls: [
      ...[think('One'), think('Two', 2)],
      think('Other two', 2, { branchFromThought: 1, branchId: 'b' }),
      think('Other three', 3, { branchFromThought: 1, branchId: 'b' }),
      think('Third way', 2, { branchFromThought: 1, branchId: '日本 🗼' }),
      think('Three', 3),
    ],
  },
  {
    case: 'a revision and a branch of thoughts that are not there',
    calls: [
      ...[think('One'), think('Two', 2, { revisesThought: 9 }), think('Three', 3, { branchFromThought: 2 })],
      think('Four', 4, { branchId: 'unknown' }),
      think('Five', 5, { branchFromThought: 1, branchId: '' }),
    ],
  },
  {
    case: 'a branch from a thought that is not there',
    calls: [think('One'), think('Two', 2, { branchFromThought: 77, branchId: 'c' })],
    why: 'a branch begins at a thought; without one the thought is kept on the line under way',
    differs: [1],
  },
  {
    case: 'a new beginning',
    calls: [think('One'), think('Two', 2, { nextThoughtNeeded: false }), think('One again'), think('Two again', 2)],
    why: "a first thought begins a chain, and the history is the chain's; the original counts all that its process heard",
    differs: [2, 3],
  },
  {
    case: 'numbers and truths as words',
    calls: [
      think('One', '1', { totalThoughts: '4', nextThoughtNeeded: 'TRUE' }),
      think('Two', '2', { nextThoughtNeeded: 'false', isRevision: 'true', revisesThought: '1' }),
    ],
  },
  {
    case: 'arguments that break a rule',
    calls: [
      ...[call('sequentialthinking', {}), call('sequentialthinking', { thought: 'One' }), think(7)],
      ...[0, 1.5, 'abc', null].map((number) => think('One', number)),
      ...[{ nextThoughtNeeded: 'yes' }, { nextThoughtNeeded: 1 }, { totalThoughts: -1 }, { isRevision: 'no' }].map(
        (broken) => think('One', 1, broken),
      ),
      think('One', 1, { extra: 1 }),
    ],
  },
  {
    case: 'a thought without words, and a very large number',
    calls: [think(''), think('One', 99_999_999_999_999)],
    why: 'a thought says something, in a chain of at most a million',
    differs: [0, 1],
  },
];

/** Every case, with the server that it is for. */
export const cases = [
  ...memory.map((one) => ({ server: 'memory', ...one })),
  ...thinking.map((one) => ({ server: 'sequential-thinking', ...one })),
];

/** The form of a JSON Schema: names, types and what is required, without words and limits. */
export function formOf({ type, properties = {}, required = [], items }) {
  return {
    type,
    ...(type === 'object' ? { properties: mapValues(properties, formOf), required: [...required].sort() } : {}),
    ...(items === undefined ? {} : { items: formOf(items) }),
  };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

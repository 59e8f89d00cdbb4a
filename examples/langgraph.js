import { Madeleine } from 'madeleine';
import { memoryStore } from 'madeleine/langgraph';

const space = await Madeleine.open({ at: './langgraph-memory' });
const lisa = space.agent('lisa');

// What a graph gets: builder.compile({ store }).
const store = memoryStore({ memory: lisa });
await store.put(['users', 'mark'], 'cat', { text: 'Luna the cat sleeps on the warm windowsill.', age: 16 });
await store.put(['users', 'sofia'], 'dog', { text: 'Rex the dog guards the garden.', age: 3 });

const old = await store.search(['users'], { filter: { age: { $gt: 10 } } });
console.log(old.map(({ namespace, key }) => [...namespace, key].join('/')).join(', '));
const [best] = await store.search(['users'], { query: 'Who is in the garden?' });
console.log(best.key);

// It is the agent's memory: no query of LangGraph's brings it up here.
const { memories } = await lisa.recall({ query: 'Where does Luna sleep?' });
console.log(memories[0].content);
await space.close();

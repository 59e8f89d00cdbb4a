// Two characters talk with three users in two guilds. No user hears what another told a character.
import { Madeleine } from 'madeleine';

const memory = await Madeleine.open({ at: './guilds-memory', embedder: 'none' });
const mira = memory.agent('mira');
const thorn = memory.agent('thorn');

// In private talk: `with` makes the user the audience of what is remembered.
await mira.observe({
  content: 'My therapist says that Luna being sick wears me out',
  speaker: 'Mark',
  with: 'user:mark',
});
await mira.observe({ content: 'Luna likes tuna', speaker: 'Sofia', with: 'user:sofia' });
// In the channels of guilds: everybody there may hear it.
await mira.observe({ content: 'The raid on the tower begins at nine', speaker: 'Nina', with: 'group:owls' });
await thorn.observe({ content: 'The raid on the mine begins at ten', speaker: 'Mark', with: 'group:foxes' });
// Nobody's in particular.
await mira.believe({ content: 'Luna is the cat of the inn' });

await memory.sleep();

/** What a message brings to a character's mind in a talk. */
async function comesUp(character, message, talk) {
  const { memories } = await character.recall({ query: message, with: talk });
  const { text } = await character.ambient({ message, with: talk });
  const known = memories.map(({ content }) => content);
  console.log(`${character.name}, with ${[talk].flat().join(' and ')}: ${message}`);
  for (const line of new Set([...known, ...(text === '' ? [] : [text])])) console.log(`  ${line}`);
  if (known.length === 0 && text === '') console.log('  (nothing)');
}

await comesUp(mira, 'Luna is sick', 'user:sofia');
await comesUp(mira, 'Luna is sick', 'user:mark');
await comesUp(mira, 'When is the raid?', ['user:sofia', 'group:owls']);
await comesUp(mira, 'When is the raid?', 'user:mark');
await comesUp(thorn, 'When is the raid?', ['user:mark', 'group:foxes']);
await comesUp(thorn, 'Luna is sick', 'user:mark');
await memory.close();

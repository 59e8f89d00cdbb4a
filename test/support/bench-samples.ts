/** A few lines in the formats that the benches of recall read, written for the tests. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a folder in BEAM's format: one chat of two batches, with every shape that evidence has. */
export async function writeBeamSample(folder: string): Promise<void> {
  const message = (id: number, role: string, content: string, more: object = {}): object => ({
    ...{ id, role, content },
    ...more,
  });
  const chat = [
    {
      batch_number: 1,
      time_anchor: null,
      turns: [
        [
          message(0, 'user', 'I moved my pottery kiln into the garage. ->-> 1,1', { time_anchor: 'March-15-2024' }),
          message(1, 'assistant', 'Keep the kiln half a metre from the garage wall.'),
        ],
        [message(2, 'user', 'I have never glazed a teapot.'), message(3, 'assistant', ' ')],
      ],
    },
    {
      batch_number: 2,
      time_anchor: null,
      turns: [
        [
          message(4, 'user', 'Yesterday I glazed a teapot in blue.', { time_anchor: 'April-05-2024' }),
          message(5, 'assistant', 'Blue glaze needs a slow cooling.'),
        ],
      ],
    },
  ];
  const probes = {
    abstention: [{ question: 'What is the name of my dog?' }],
    contradiction_resolution: [
      { question: 'Have I glazed a teapot?', source_chat_ids: { first_statement: [2], second_statement: [4, [5]] } },
    ],
    event_ordering: [{ question: 'In what order did I speak of the kiln and glaze?', source_chat_ids: [0, [4, 99]] }],
    summarization: [{ question: 'Sum up the kiln.', source_chat_ids: [99] }],
  };
  await mkdir(join(folder, '1'), { recursive: true });
  await writeFile(join(folder, '1', 'chat.json'), JSON.stringify(chat));
  await writeFile(join(folder, '1', 'probing_questions.json'), JSON.stringify(probes));
}

/** Writes a folder in MADial-Bench's format: two children, three dialogues. */
export async function writeMadialSample(folder: string): Promise<void> {
  const event = (id: number, emotion: string, text: string): object => ({
    [id]: { time: '2023-05-15', scene: 'Activity', emotion, event: text },
  });
  const memories = [
    event(1, 'Happy', 'Mia built a raft on the lake and felt very happy.'),
    event(2, 'Anxious', 'Mia lost her raft in a storm and felt anxious.'),
    event(3, 'Bewildered', 'Tom found a frog in his boot.'),
  ];
  const talk = (name: string, ...said: string[]): readonly string[] => [
    '<BOD>\n',
    ...said.map((text, index) => `<${index % 2 === 0 ? name : 'Assistant'}>: "${text}"\n`),
    '<EOD>\n',
  ];
  const dialogues = [
    {
      dialogue: talk('Mia', 'We go to the lake tomorrow!', 'Lovely.', 'I want a raft.', 'You built a raft once.'),
      ...{ 'test-turn': [4, 6], 'relevant-id': [1, 2], 'user-id': 1 },
    },
    {
      dialogue: talk('Tom', 'There is something in my boot.', 'A frog again?'),
      ...{ 'test-turn': [2], 'relevant-id': [3, 77], 'user-id': 2 },
    },
    {
      dialogue: talk('Tom', 'I am bored.', 'Read a book.'),
      ...{ 'test-turn': [2], 'relevant-id': [77], 'user-id': 2 },
    },
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'memory.json'), memories.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await writeFile(join(folder, 'dialogue.json'), dialogues.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

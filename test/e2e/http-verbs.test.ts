/** The HTTP door as its callers meet it, on a real port. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type ServedDoor, serveDoor } from '../support/http-door.ts';

const lisa = '/v1/spaces/home/agents/lisa';
let door: ServedDoor;

beforeAll(async () => {
  door = await serveDoor();
});

describe('a verb over HTTP', () => {
  test('does and answers what it does in the library', async () => {
    const content = 'Luna sleeps on the warm windowsill.';
    const observed = await door.call(`${lisa}/observe`, { content }, 'write');
    expect([observed.status, await observed.json()]).toMatchObject([
      200,
      { id: expect.stringMatching(/^observation:/) },
    ]);
    const recalled = await door.call(`${lisa}/recall`, { query: 'Where does Luna sleep?' }, 'read');
    const local = await door.home.agent('lisa').recall({ query: 'Where does Luna sleep?', attention: false });
    const { memories } = (await recalled.json()) as { memories: { content: string }[] };
    expect(memories.map((memory) => memory.content)).toEqual(local.memories.map((memory) => memory.content));
    expect(memories[0]?.content).toBe(content);
  });
});

/** Exports in the form of other systems, from a real store through the public surface. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExportOptions, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function exported(memory: Madeleine, options: ExportOptions): Promise<string> {
  let text = '';
  for await (const line of memory.export(options)) text += line;
  return text;
}

describe('an export in the form of another system', () => {
  let memory: Madeleine;
  beforeAll(async () => {
    memory = await openSpace();
    const lisa = memory.agent('lisa');
    await lisa.observe({
      content: 'The vet says\narthritis.',
      speaker: 'Mark',
      session: 'visit',
      occurredAt: new Date('2026-01-14T08:01:00Z'),
    });
    const about = [{ name: 'Ann', type: 'person' }] as const;
    const old = await lisa.believe({ content: 'Ann lives in Bonn.', about });
    await lisa.believe({
      content: 'Ann lives in Kiel.',
      about,
      supersedes: [old.id],
      validFrom: new Date('2025-10-24'),
    });
    const gone = await lisa.believe({ content: 'Ann has a dog.', about });
    await memory.forget({ id: gone.id });
    await lisa.believe({ content: 'Tea is hot.', about: [], kind: 'world.fact', shared: true });
  });

  it('as Markdown has facts by subject, with who believes them, and what was said by session', async () => {
    const text = await exported(memory, { format: 'markdown' });
    expect(text).toMatch(/^---\ntitle: Memories\n/);
    expect(text).toMatch(/## Ann\n\n- \[[a-z.]+\] Ann lives in Bonn\. \(believed by lisa; .*superseded\)\n/);
    expect(text).toMatch(/- \[[a-z.]+\] Ann lives in Kiel\. \(believed by lisa; since 2025-10-24\)\n/);
    expect(text).toContain('- [world.fact] Tea is hot. (believed by all)\n');
    expect(text).toContain('## Session visit\n\n- 2026-01-14 08:01 Mark: The vet says arthritis.\n');
    expect(text).not.toContain('dog');
  });

  it('for mem0 has the facts that hold, which import reads again', async () => {
    const text = await exported(memory, { format: 'mem0' });
    const { results } = JSON.parse(text);
    expect(results).toEqual([
      expect.objectContaining({
        memory: 'Ann lives in Kiel.',
        user_id: 'Ann',
        agent_id: 'lisa',
        created_at: '2025-10-24T00:00:00.000Z',
      }),
      expect.objectContaining({ memory: 'Tea is hot.', metadata: expect.objectContaining({ believers: ['system'] }) }),
    ]);
    const file = join(await temporaryFolder(), 'mem0.json');
    await writeFile(file, text);
    const other = await openSpace();
    expect(await other.import({ file, agent: 'ann' })).toMatchObject({ format: 'mem0', stored: 2 });
  });

  it('has as superseded what all who hold it hold to be, by the rule of recall', async () => {
    const space = await openSpace();
    const [lisa, electra] = [space.agent('lisa'), space.agent('electra')];
    const [bonn, kiel] = ['Ann lives in Bonn.', 'Ann lives in Kiel.'];
    const holding = async (): Promise<readonly unknown[]> => {
      const marked = (await exported(space, { format: 'markdown' })).match(/Ann lives in .*superseded/g) ?? [];
      const { results } = JSON.parse(await exported(space, { format: 'mem0' }));
      return [results.map(({ memory: said }: { readonly memory: string }) => said), marked.length];
    };
    const old = await lisa.believe({ content: bonn });
    await electra.believe({ content: bonn });
    const now = await lisa.believe({ content: kiel, supersedes: [old.id] });
    expect(await holding()).toEqual([[bonn, kiel], 0]);
    await electra.withdraw({ id: old.id });
    expect(await holding()).toEqual([[kiel], 1]);
    await lisa.withdraw({ id: now.id });
    expect(await holding()).toEqual([[bonn], 0]);
    await lisa.believe({ memory: now.id });
    expect(await holding()).toEqual([[kiel], 1]);
    await lisa.believe({ memory: old.id, supersedes: [now.id] });
    expect(await holding()).toEqual([[bonn], 1]);
  });

  it('names an audience in words, and has no control character of a memory', async () => {
    const space = await openSpace();
    const content = 'Ann has a \u001b[31mred\u009b0m cat.';
    await space.agent('lisa').believe({ content, audience: 'user:sofia' });
    await space.agent('lisa').observe({ content: 'Rex \u001b]0;pwned\u0007 barks.' });
    const { results } = JSON.parse(await exported(space, { format: 'mem0' }));
    expect(results).toMatchObject([{ agent_id: 'lisa', metadata: { believers: ['lisa (user:sofia)'] } }]);
    const text = await exported(space, { format: 'markdown' });
    expect(text).toContain('(believed by lisa (user:sofia))');
    expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('of an empty space is a whole file too', async () => {
    const empty = await openSpace();
    expect(JSON.parse(await exported(empty, { format: 'mem0' }))).toEqual({ results: [] });
    expect(await exported(empty, { format: 'markdown' })).toBe('---\ntitle: Memories\ntype: note\n---\n\n# Memories\n');
  });
});

import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AgentMemory, Constellation, type Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const sofia = 'user:sofia';
const mark = 'user:mark';
const guild = 'group:guild-1';

let memory: Madeleine;
let lisa: AgentMemory;

/** What a question brings up for Lisa in a talk, or in none. */
async function heard(query: string, talk?: string | readonly string[]): Promise<readonly string[]> {
  const asked = { query, limit: 50, ...(talk === undefined ? {} : { with: talk }) };
  const { memories } = await lisa.search(asked);
  return memories.map(({ content }) => content).sort();
}

beforeEach(async () => {
  memory = await openSpace();
  lisa = memory.agent('lisa');
});

describe('an audience', () => {
  it('keeps what one user said from surfacing for another', async () => {
    await lisa.observe({ content: 'Luna is sick', speaker: 'Sofia', with: sofia });
    await lisa.observe({ content: 'my therapist is sick of Luna', speaker: 'Mark', with: mark });
    await lisa.observe({ content: 'Luna is a name of the moon' });
    expect(await heard('Luna', sofia)).toEqual(['Luna is a name of the moon', 'Luna is sick']);
    expect(await heard('Luna', mark)).toEqual(['Luna is a name of the moon', 'my therapist is sick of Luna']);
    expect(await heard('Luna', 'user:nina')).toEqual(['Luna is a name of the moon']);
    expect(await heard('Luna')).toHaveLength(3);
  });

  it('of a group surfaces in talk with the group, and with one who is said to belong to it', async () => {
    await lisa.observe({ content: 'the raid begins at nine', audience: [guild] });
    await lisa.observe({ content: 'the raid bores me', with: [sofia, guild] });
    expect(await heard('raid', guild)).toEqual(['the raid begins at nine']);
    expect(await heard('raid', [sofia, guild])).toEqual(['the raid begins at nine', 'the raid bores me']);
    expect(await heard('raid', sofia)).toEqual(['the raid bores me']);
  });

  it('must have all users of a talk among several', async () => {
    await lisa.observe({ content: 'the dinner is a surprise', with: [sofia, mark] });
    await lisa.observe({ content: 'the dinner is too dear for me', with: sofia });
    expect(await heard('dinner', [mark, sofia])).toEqual(['the dinner is a surprise']);
    expect(await heard('dinner', mark)).toEqual(['the dinner is a surprise']);
    expect(await heard('dinner', sofia)).toHaveLength(2);
  });

  it('is told with each belief that has one, and by receipts', async () => {
    const receipt = await lisa.believe({ content: 'Luna is a cat', with: sofia });
    expect(receipt).toMatchObject({ believer: 'lisa', audience: [sofia] });
    const [found] = (await lisa.search({ query: 'Luna' })).memories;
    expect(found?.believers).toMatchObject([{ agent: 'lisa', audience: [sofia] }]);
    const why = await lisa.why({ id: receipt.id, with: sofia });
    expect(why.text).toContain('lisa has believed it in talk with user:sofia since');
    await expect(lisa.why({ id: receipt.id, with: mark })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await lisa.stats({ with: mark })).toMatchObject({ memories: 0 });
    expect(await lisa.stats()).toMatchObject({ memories: 1, own: 1 });
  });

  it('belongs to what is universal too: every agent may say it there', async () => {
    await lisa.believe({ content: 'Sofia moved to Porto', shared: true, with: sofia });
    const electra = memory.agent('electra');
    expect((await electra.search({ query: 'Porto', with: sofia })).memories).toHaveLength(1);
    expect((await electra.search({ query: 'Porto', with: mark })).memories).toHaveLength(0);
  });

  it('lets each user correct what all may hear for that user alone', async () => {
    const { id } = await lisa.believe({ content: 'The launch is on Friday' });
    await lisa.believe({ content: 'The launch is on Monday', with: sofia, supersedes: [id] });
    const superseded = async (talk: string): Promise<boolean> =>
      (await lisa.search({ query: 'launch Friday', with: talk })).memories.some((one) => one.superseded !== undefined);
    expect(await superseded(sofia)).toBe(true);
    expect(await superseded(mark)).toBe(false);
  });

  it('goes from sources to what is derived from them, by a call and by sleep', async () => {
    await lisa.observe({ id: 'moved', content: 'I moved to Porto last week', speaker: 'Sofia', with: sofia });
    await lisa.observe({ id: 'dog', content: 'My dog Rex is afraid of thunder', speaker: 'Mark', with: mark });
    const derived = await lisa.believe({ content: 'Sofia is far away', derivedFrom: ['moved'] });
    expect(derived).toMatchObject({ audience: [sofia] });
    await expect(lisa.believe({ content: 'All are far away', derivedFrom: ['moved', 'dog'] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('"audience" must be given'),
    });
    await memory.sleep();
    const facts = async (talk?: string): Promise<readonly string[]> =>
      (await lisa.latest({ types: ['fact'], ...(talk === undefined ? {} : { with: talk }) })).map((one) => one.content);
    expect((await facts()).join('\n')).toContain('Rex');
    expect((await facts(sofia)).join('\n')).not.toContain('Rex');
    expect((await facts(mark)).join('\n')).toContain('Rex');
    expect((await facts(mark)).join('\n')).not.toContain('Porto');
    const told = await memory.agent('electra').search({ query: 'Rex thunder Porto', with: 'user:nina' });
    expect(told.memories).toEqual([]);
  });

  it('lets every agent say what a user told one, where the policy gives statements to the audience', async () => {
    const household = await openSpace({ sharing: { statements: 'audience' } });
    await household.agent('lisa').observe({ content: 'I moved to Porto', speaker: 'Sofia', with: sofia });
    await household.agent('lisa').observe({ content: 'I moved to Lisbon', speaker: 'Nina' });
    const { shares } = await household.sleep({ dryRun: true });
    expect(shares).toMatchObject([{ from: 'lisa', believer: 'system', audience: [sofia] }]);
    await household.sleep();
    const electra = household.agent('electra');
    expect((await electra.latest({ with: sofia })).map(({ content }) => content)).toEqual(['Sofia moved to Porto.']);
    expect(await electra.latest({ with: mark })).toEqual([]);
  });

  it('is left by a withdrawal in the talk, or out of it', async () => {
    const one = await lisa.believe({ content: 'Luna likes tuna', with: sofia });
    const other = await lisa.believe({ content: 'Luna likes milk', with: sofia });
    await expect(lisa.withdraw({ id: one.id, with: mark })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await lisa.withdraw({ id: one.id, with: sofia });
    await lisa.withdraw({ id: other.id });
    expect(await heard('Luna')).toEqual([]);
    await lisa.believe({ memory: other.id });
    expect(await heard('Luna', sofia)).toEqual(['Luna likes milk']);
    expect(await heard('Luna', mark)).toEqual([]);
  });

  it('keeps sessions, names, thoughts and ambient memory apart', async () => {
    await lisa.session({ id: 'dm', goal: 'help Sofia to move', with: sofia });
    await lisa.observe({ content: 'Luna sits in the box', session: 'dm', with: sofia });
    await lisa.think({ thought: 'Sofia needs boxes', session: 'dm', with: sofia });
    expect(await lisa.sessions({ with: sofia })).toMatchObject([{ goal: 'help Sofia to move', memories: 2 }]);
    expect(await lisa.sessions({ with: mark })).toEqual([]);
    expect(await lisa.entities({ with: mark })).toEqual([]);
    expect((await lisa.entities({ with: sofia })).map(({ name }) => name)).toContain('Luna');
    expect((await lisa.ambient({ message: 'How is Luna?', with: mark })).text).toBe('');
    expect((await lisa.ambient({ message: 'How is Luna?', with: sofia })).text).toContain('box');
    expect((await lisa.explore({ from: 'Luna', with: mark })).unknown).toEqual(['Luna']);
    await expect(lisa.digest({ session: 'dm', with: mark })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await lisa.resume({ with: sofia })).session.id).toBe('session:dm');
  });

  it('survives export and import, and recall in a talk strengthens nothing that others hear', async () => {
    await lisa.observe({ content: 'Luna is sick', with: sofia });
    const common = await lisa.believe({ content: 'Luna is a cat' });
    expect(await lisa.recall({ query: 'Luna', with: sofia })).toBeInstanceOf(Constellation);
    const file = join(await temporaryFolder(), 'space.ndjson');
    await memory.backup({ file });
    const again = await openSpace();
    await again.import({ file, format: 'ndjson' });
    const copy = again.agent('lisa');
    expect((await copy.search({ query: 'Luna', with: mark })).memories.map(({ id }) => id)).toEqual([common.id]);
    expect((await copy.search({ query: 'Luna', with: sofia })).memories).toHaveLength(2);
    expect(
      (await copy.search({ query: 'Luna', with: sofia })).memories.flatMap(({ believers }) => believers),
    ).toContainEqual(expect.objectContaining({ agent: 'lisa', audience: [sofia] }));
    expect((await again.doctor()).ok).toBe(true);
  });

  it('is told to the owner by name, and goes with what the agent forgets or takes back', async () => {
    const { id } = await lisa.observe({ content: 'My therapist is called Zoe', speaker: 'Mark', with: mark });
    await lisa.believe({ content: 'Zoe is patient', derivedFrom: [id] });
    await lisa.believe({ content: 'Zoe the parrot is loud', source: 'gossip', with: sofia });
    const told = JSON.stringify([
      await memory.inspect({ id }),
      await memory.graph({ agents: ['lisa'] }),
      await memory.timeline({ agent: 'lisa' }),
      await memory.stats(),
      await memory.impact('gossip'),
    ]);
    expect(told).toContain('lisa (user:mark)');
    expect(told).not.toContain(String.raw`\u001f`);
    expect((await memory.graph({ agents: ['lisa'] })).nodes.filter(({ kind }) => kind === 'fact')).toHaveLength(2);
    expect((await memory.rollback({ source: 'gossip' })).beliefs).toHaveLength(1);
    expect(await heard('Zoe', sofia)).toEqual([]);
    await lisa.forget({ subject: 'Zoe' });
    expect(await lisa.latest({ archived: true })).toEqual([]);
    expect((await memory.doctor()).ok).toBe(true);
  });

  it('refuses what is no user and no group', async () => {
    const message = expect.stringContaining('must be "user:NAME" or "group:NAME"');
    for (const wrong of ['sofia', 'user:', 'user:a b', 'agent:lisa']) {
      await expect(lisa.search({ query: 'Luna', with: wrong })).rejects.toMatchObject({ message });
      await expect(lisa.observe({ content: 'Luna', audience: [wrong] })).rejects.toMatchObject({ message });
    }
    await expect(lisa.latest({ with: [] })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

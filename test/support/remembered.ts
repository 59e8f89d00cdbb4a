/** What a space holds as said, for tests of the doors that observe by themselves. */
import type { Madeleine } from '../../src/index.ts';

/** Every observation as `speaker (channel): content`, the oldest first. */
export async function remembered(memory: Madeleine): Promise<readonly string[]> {
  const said: string[] = [];
  for await (const line of memory.export()) {
    const { record, content, speaker, provenance } = JSON.parse(line);
    if (record === 'observation') said.push(`${speaker ?? '?'} (${provenance.channel}): ${content}`);
  }
  return said;
}

/** A process that writes to a hub through the library, one memory at a time, and says each id that was acknowledged. */
import { Madeleine } from 'madeleine';

/** What to write, and where. */
export interface HubWriterTask {
  readonly url: string;
  readonly token: string;
  readonly agent: string;
  readonly contents: readonly string[];
}

/** A hub that was killed is back when another process has started it. */
const retryMs = 120_000;

const { url, token, agent, contents } = JSON.parse(process.argv[2] ?? '{}') as HubWriterTask;
const memory = await Madeleine.connect(url, { token, retryMs });
for (const content of contents) {
  const { id } = await memory.agent(agent).observe({ content });
  process.stdout.write(`${id}\n`);
}
await memory.close();

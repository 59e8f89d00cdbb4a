// Three coding agents, each in a process of its own, share what they find through the hub of one store.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Madeleine } from 'madeleine';

const [, script, name] = process.argv;
if (name === undefined) await runTeam();
else await work(name);

/** Starts the hub, then the agents one after the other. */
async function runTeam() {
  const serve = ['node_modules/madeleine/bin/madeleine.js', 'serve', '--at', './team-memory', '--embedder', 'none'];
  const env = { ...process.env, MADELEINE_SHARING__PRESET: 'team' };
  const hub = spawn(process.execPath, serve, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(hub.stdout, 'data');
  for (const agent of ['ada', 'ben', 'cleo']) {
    const { stdout } = await promisify(execFile)(process.execPath, [script, agent]);
    process.stdout.write(stdout);
  }
  hub.kill();
  await once(hub, 'exit');
}

/** What one agent does in its process. */
async function work(agent) {
  const { url } = JSON.parse(await readFile('./team-memory/hub.json', 'utf8'));
  const token = (await readFile('./team-memory/hub.token', 'utf8')).trim();
  const memory = await Madeleine.connect(url, { token });
  const own = memory.agent(agent);
  if (agent === 'ada') {
    await own.observe({ content: 'The login bug was a race in auth.ts.', channel: 'agent' });
    await own.think({ thought: 'A lock around the token cache mends the login bug.' });
    await own.believe({ content: 'I distrust our fix of the login bug.', channel: 'agent' });
  }
  if (agent === 'ben') await own.observe({ content: 'The build is slow since the new linter.', channel: 'agent' });
  const { memories } = await own.recall({ query: 'How did we fix the login bug?' });
  console.log(`${agent} (process ${process.pid}) recalls:`);
  for (const { content, believers } of memories) {
    console.log(`  ${content} (found by ${believers[0].provenance.source})`);
  }
  await memory.close();
}

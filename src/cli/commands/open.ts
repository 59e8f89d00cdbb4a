import type { Command } from 'commander';
import { z } from 'zod';
import { errorFrom, problemSchema } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { findOrStartHub } from '../hub/hub-connection.ts';
import { type HubNote, readOwnerToken } from '../hub/hub-note.ts';
import { showInBrowser } from '../hub/show-in-browser.ts';

/** Where the page opens. */
interface PageAddress {
  /** With a code, behind `#`, where no server and no log sees it. */
  readonly url: string;
  /** When the code ends, ISO 8601. */
  readonly expiresAt: string;
}

const codeSchema = z.object({ code: z.string(), expiresAt: z.string() });

/** Adds `madeleine open`: the page in a browser. */
export function addOpen(program: Command, io: CommandIo): void {
  const command = program
    .command('open')
    .summary('open the page, to look into the memory')
    .description(
      'Prints an address at which the page opens in a browser, once and within two minutes, and at a terminal opens it. ' +
        'Starts the hub of the store where none runs.',
    )
    .option('--print', 'print the address, and open nothing')
    .action(async ({ print = false }: { readonly print?: boolean }) => {
      const context = new CommandContext(io, command);
      const address = await addressOf(context);
      await context.print(address, () => [address.url]);
      context.notice('The address opens the page once, within two minutes; the page stays open for twelve hours.');
      if (io.stdout.isTTY === true && !print && !context.json) showInBrowser(address.url);
    });
}

async function addressOf(context: CommandContext): Promise<PageAddress> {
  const { folder, hubStart: start, signal } = context;
  const { space } = context.config().values;
  const hub = await findOrStartHub(folder, { start, signal });
  const { code, expiresAt } = await newCode(hub, await readOwnerToken(folder), signal);
  return { url: `${hub.url}/?space=${encodeURIComponent(space)}#code=${code}`, expiresAt };
}

/** A code for one page; only the owner of the store gets one. */
async function newCode({ url }: HubNote, token: string, signal: AbortSignal): Promise<z.output<typeof codeSchema>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/v1/page/codes`, { method: 'POST', headers, signal });
  const told: unknown = await answer.json();
  if (!answer.ok) throw errorFrom(problemSchema.parse(told));
  return codeSchema.parse(told);
}

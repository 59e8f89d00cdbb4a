import type { Command } from 'commander';
import { HubTokens, type KeptToken } from '../../http/hub-tokens.ts';
import { type Access, openHubRecords } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { repeated } from '../option-values.ts';
import { plain, textTable } from '../text-layout.ts';

/** Adds `madeleine token`: the tokens with which agents come through the HTTP door. */
export function addToken(program: Command, io: CommandIo): void {
  const token = program
    .command('token')
    .summary('make, list and revoke the tokens of the HTTP door')
    .description('Makes, lists and revokes the tokens with which agents come through the HTTP door.')
    .helpCommand(false);
  addCreate(token, io);
  addList(token, io);
  addRevoke(token, io);
}

interface CreateFlags {
  readonly scope?: string;
  readonly owner?: boolean;
  readonly with?: readonly string[];
}

function addCreate(token: Command, io: CommandIo): void {
  const command = token
    .command('create')
    .summary('make a token for an agent')
    .description('Makes a token for the agent that --agent names, in one space, and prints it this once.')
    .option(
      '--scope <scope>',
      'What it allows: `read` (recall and look things up), `write` (remember, believe and forget as well) or `admin` (also what concerns the whole space: backups, sleep, rollback and so on). Required but with `--owner`.',
    )
    .option('--owner', "Makes an owner's token instead: of any agent in any space, and to let pages sign in.")
    .option(
      '--with <who>',
      'Who is talked with, in every call with it: `user:NAME` or `group:NAME`. Leaves out what others said, and keeps what is written from others. Not with the scope `admin`. May be repeated. Default: what each call says.',
      repeated,
    )
    .action(async ({ scope, owner = false, with: talk }: CreateFlags) => {
      const context = new CommandContext(io, command);
      const { agent, space } = context.config().values;
      if (owner && scope !== undefined)
        throw context.refusal('an owner has no scope; leave out "--scope" or "--owner"');
      if (!owner && scope === undefined) throw context.refusal('pass --scope read, write or admin');
      if (!owner && agent === undefined) throw context.refusal('a token is for one agent; pass --agent NAME');
      // The tokens check every value: what an option holds need not be of its type.
      const within = talk === undefined ? {} : { with: talk };
      const asked = owner ? { scope: 'admin' as const } : { agent, space, scope: scope as Access };
      await context.placeFor(context.config().values.at, true);
      const made = await withTokens(context, (tokens) => tokens.create({ ...asked, ...within }));
      context.notice('Keep this token: it is not told again.');
      await context.print(made, () => [made.token]);
    });
}

function addList(token: Command, io: CommandIo): void {
  const command = token
    .command('list')
    .summary('the tokens of the store')
    .description('Lists the tokens of the store by their ids, the oldest first.')
    .action(async () => {
      const context = new CommandContext(io, command);
      const tokens = await withTokens(context, (kept) => kept.list());
      await context.print(tokens, () => (tokens.length === 0 ? ['no tokens'] : tokenTable(tokens)));
    });
}

function addRevoke(token: Command, io: CommandIo): void {
  const command = token
    .command('revoke')
    .summary('revoke a token')
    .description('Revokes a token: the next call with it is refused.')
    .argument('<id>', 'The id of the token, as `list` tells it.')
    .action(async (id: string) => {
      const context = new CommandContext(io, command);
      await withTokens(context, (tokens) => tokens.revoke(id));
      await context.print({ revoked: id }, () => [`revoked ${id}`]);
    });
}

/** Works on the tokens of a store in a folder, or of the hubs of a server. */
async function withTokens<T>(context: CommandContext, work: (tokens: HubTokens) => Promise<T>): Promise<T> {
  const clock = (): Date => new Date();
  const { serverPlace } = context;
  if (serverPlace === undefined) return work(new HubTokens(context.folder, clock));
  const records = await openHubRecords(serverPlace);
  try {
    return await work(new HubTokens(records, clock));
  } finally {
    await records.close();
  }
}

function tokenTable(tokens: readonly KeptToken[]): readonly string[] {
  return textTable(
    ['id', 'space', 'agent', 'scope', 'with', 'created'],
    tokens.map(({ id, space, agent, scope, with: talk = [], createdAt }) => [
      id,
      plain(space ?? '(all)'),
      plain(agent ?? '(owner)'),
      scope,
      plain(talk.join(' ')),
      createdAt.toISOString(),
    ]),
  );
}

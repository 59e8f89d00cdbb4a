/**
 * Makes the tables of pages that stand between marks, from the tables of verbs, the comments of their options, the
 * tools and the commands, and holds the pages to them. `npm run docs:tables` writes them anew.
 */
import type { Command } from 'commander';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentVerbs, spaceVerbs, type Verb, type VerbOption } from '../../src/index.ts';
import { createProgram } from '../../src/cli/run-cli.ts';
import { type ErrorCode, errorOf, errorTable } from '../../src/domain/errors.ts';
import type { Table } from '../../src/domain/field.ts';
import { tables } from '../../src/domain/records.ts';
import type { MemoryTool } from '../../src/mcp/memory-tool.ts';
import { agentTools } from '../../src/mcp/tool-sets.ts';
import { columnsOfTable, queriedTables } from '../../src/store/read-only-query.ts';
import { commandsOf } from '../support/cli-in-process.ts';
import { readProjectFile, root } from './source-files.ts';

/** What the comment of an option says. */
interface OptionComment {
  readonly text: string;
  readonly ifMissing: string;
}

/** The comments of options, by verb and option. */
type Comments = ReadonlyMap<string, ReadonlyMap<string, OptionComment>>;

const declaredIn = { AgentVerbs: 'src/verbs/agent-verbs.ts', SpaceVerbs: 'src/verbs/space-verbs.ts' };
const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options: compilerOptions } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const program = ts.createProgram(
  Object.values(declaredIn).map((path) => `${root}${path}`),
  compilerOptions,
);
const checker = program.getTypeChecker();

/** The comments of all options that the methods of an interface take. */
function commentsOf(name: keyof typeof declaredIn): Comments {
  const source = program.getSourceFile(`${root}${declaredIn[name]}`);
  const declared = source?.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (declared === undefined) throw new Error(`There is no ${name}.`);
  const methods = checker.getPropertiesOfType(checker.getTypeAtLocation(declared));
  return new Map(
    methods.map((method) => {
      const [signature] = checker.getTypeOfSymbol(method).getCallSignatures();
      return [method.name, new Map((signature?.parameters ?? []).flatMap(commentsOfParameter))];
    }),
  );
}

/** The comment of a parameter, and of each option in it where it holds options. */
function commentsOfParameter(parameter: ts.Symbol): readonly (readonly [string, OptionComment])[] {
  const type = checker.getTypeOfSymbol(parameter);
  const forms = type.isUnion() ? type.types : [type];
  const options = forms
    .filter((form) => (form.flags & ts.TypeFlags.Object) !== 0)
    .flatMap((form) => form.getProperties());
  return [parameter, ...options].map((symbol) => [symbol.name, commentOf(symbol)] as const);
}

function commentOf(symbol: ts.Symbol): OptionComment {
  const ifMissing = symbol.getJsDocTags(checker).find((tag) => tag.name === 'default')?.text;
  return {
    text: cell(ts.displayPartsToString(symbol.getDocumentationComment(checker))),
    ifMissing: cell(ts.displayPartsToString(ifMissing)),
  };
}

/** A comment as a cell of a table; that of a parameter begins with a dash. */
function cell(text: string): string {
  return text.replace(/^- /, '').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}

/** Which values an option takes, in words. */
function valueWords({ kind, isList, choices = [], min, max }: VerbOption): string {
  const range =
    min === undefined || max === undefined ? '' : ` ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  const named = choices.map((choice) => `\`${choice}\``).join(', ');
  const value = kind === 'choice' ? named : kind === 'flag' ? '`true` or `false`' : `${kind}${range}`;
  return isList ? `list of ${value}` : value;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.toSpliced(1, 0, `|${'---|'.repeat(head.length)}`).join('\n');
}

/** The table of verbs. */
function verbRows(verbs: readonly Verb[]): string {
  const rows = verbs.map(({ path, access, form, summary }) => [`\`${path}\``, access, form, cell(summary)]);
  return table(['verb', 'access', 'form', 'what it does'], rows);
}

/** A table of options for each verb that takes any. */
function optionTables(verbs: object, comments: Comments): string {
  return Object.entries<Verb>({ ...verbs })
    .flatMap(([name, verb]) => {
      const options = verb.wireOptions;
      return options.length === 0 ? [] : [`### ${verb.path}\n\n${optionRows(options, comments.get(name))}`];
    })
    .join('\n\n');
}

function optionRows(options: readonly VerbOption[], comments: ReadonlyMap<string, OptionComment> | undefined): string {
  const rows = options.map((option) => {
    const { text = '', ifMissing = '' } = comments?.get(option.name) ?? {};
    return [`\`${option.name}\``, valueWords(option), text, option.isRequired ? 'required' : ifMissing];
  });
  return table(['option', 'value', 'what it says', 'when it is missing'], rows);
}

/** The arguments of a tool and the fields of its answer, as it tells hosts of them. */
function toolWords({ input, output }: MemoryTool): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const schema = property as ShownSchema;
    return [
      `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
      schemaWords(schema),
      cell(schema.description ?? ''),
    ];
  });
  const fields = Object.entries(z.toJSONSchema(output).properties ?? {}).map(([name, field]) => {
    const { description } = field as ShownSchema;
    return `\`${name}\`${description === undefined ? '' : ` (${description})`}`;
  });
  return `${table(['argument', 'value', 'what it does'], rows)}\n\nAnswers ${fields.join(', ')}.`;
}

/** What JSON Schema says of an argument, as far as words for it need it. */
interface ShownSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: ShownSchema;
  readonly anyOf?: readonly ShownSchema[];
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly minimum?: number;
  readonly maximum?: number;
}

function schemaWords({
  type,
  description = '',
  enum: choices,
  items,
  anyOf,
  properties,
  minimum,
  maximum,
}: ShownSchema): string {
  if (description.includes('ISO 8601')) return 'date';
  if (anyOf !== undefined) return anyOf.map(schemaWords).join(' or ');
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (items !== undefined) return `list of ${schemaWords(items)}`;
  if (properties !== undefined) return `{ ${Object.keys(properties).join(', ')} }`;
  if (minimum !== undefined) return `${minimum.toLocaleString('en')} to ${maximum?.toLocaleString('en')}`;
  return type === 'boolean' ? '`true` or `false`' : 'text';
}

/** The options of a command as its help tells them, without those that every command takes. */
function commandOptions(command: Command): readonly (readonly string[])[] {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .filter(({ long }) => command.parent === null || long !== '--help')
    .map((option) => [`\`${option.flags}\``, cell(help.optionDescription(option))]);
}

/** Without what only shells call. */
const commands = commandsOf(createProgram()).filter(([name]) => name !== 'complete');

/** Holds the parts of a page that stand between marks to what they are made from. */
async function holdToParts(path: string, parts: Readonly<Record<string, string>>): Promise<void> {
  const told = readProjectFile(path);
  const marked = /(<!-- generated: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g;
  expect([...told.matchAll(marked)].map(([, , part]) => part).sort()).toEqual(Object.keys(parts).sort());
  const made = told.replaceAll(marked, (_, begin: string, part: string, end: string) => {
    return `${begin}\n${parts[part]}\n\n${end}`;
  });
  await expect(made).toMatchFileSnapshot(`${root}${path}`);
}

test('docs/http.md has the tables of the verbs and their options as they are', async () => {
  await holdToParts('docs/http.md', {
    'verbs of an agent': verbRows(Object.values<Verb>(agentVerbs)),
    'verbs of a space': verbRows(Object.values<Verb>(spaceVerbs)),
    'options of the verbs of an agent': optionTables(agentVerbs, commentsOf('AgentVerbs')),
    'options of the verbs of a space': optionTables(spaceVerbs, commentsOf('SpaceVerbs')),
  });
});

/** A table of columns for each table that a query may read. */
function recordTables(): string {
  const comments = commentsOfRecords();
  return queriedTables
    .map((name) => {
      const { ends }: Table = tables[name];
      const rows = columnsOfTable(name).map(({ column, key, field: { type, presence } }) => [
        `\`${column}\``,
        cell(presence === 'optional' ? `option<${type}>` : type),
        comments.get(name)?.get(key) ?? '',
      ]);
      const edge = ends === undefined ? '' : `, an edge (\`${name.toUpperCase()}\`)`;
      return `### ${name}${edge}\n\n${table(['column', 'type', 'what it says'], rows)}`;
    })
    .join('\n\n');
}

/** The comments of the fields of every record, by table and field. */
function commentsOfRecords(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const source = program.getSourceFile(`${root}src/domain/records.ts`);
  const declared = source?.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === 'TableRecords',
  );
  if (declared === undefined) throw new Error('There is no TableRecords.');
  const records = checker.getPropertiesOfType(checker.getTypeAtLocation(declared));
  return new Map(
    records.map((one) => {
      const fields = checker.getPropertiesOfType(checker.getTypeOfSymbol(one));
      return [one.name, new Map(fields.map((field) => [field.name, commentOf(field).text]))];
    }),
  );
}

test('docs/schema.md has the tables that a query may read as they are', async () => {
  await holdToParts('docs/schema.md', { tables: recordTables() });
});

test('docs/troubleshooting.md has every code with its remedy as it is', async () => {
  const rows = Object.entries(errorTable).map(([code, { hint }]) => {
    const { status, exitCode } = errorOf(code as ErrorCode, '');
    return [`\`${code}\``, cell(hint), String(status), String(exitCode)];
  });
  await holdToParts('docs/troubleshooting.md', { errors: table(['code', 'remedy', 'HTTP', 'exit code'], rows) });
});

test('docs/mcp.md has the arguments and the answers of the tools as they are', async () => {
  await holdToParts('docs/mcp.md', Object.fromEntries(agentTools.map((tool) => [tool.name, toolWords(tool)])));
});

test('docs/cli.md has the options of the commands as they are, and a heading for each command', async () => {
  const options = commands.map(([name, command]) => [name, commandOptions(command)] as const);
  const tables = options.flatMap(([name, rows]) => {
    return rows.length === 0 ? [] : [[name, table(['option', 'what it does'], rows)] as const];
  });
  await holdToParts('docs/cli.md', Object.fromEntries(tables));
  const page = readProjectFile('docs/cli.md');
  const headings = [...page.matchAll(/^##+ `madeleine (.+)`$/gm)].map(([, name]) => name);
  expect(headings.sort()).toEqual(
    commands
      .slice(1)
      .map(([name]) => name)
      .sort(),
  );
  const flags = options.flatMap(([, rows]) => rows.map(([flag]) => /--[\w-]+/.exec(flag!)?.[0]));
  const told = new Set([...page.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag));
  expect([...told].filter((flag) => !flags.includes(flag))).toEqual([]);
});

test('the words of the commands name the defaults of the library', () => {
  const comments = new Map([...commentsOf('AgentVerbs'), ...commentsOf('SpaceVerbs')]);
  const told = commands.flatMap(([name, command]) => {
    return command.options.flatMap((option) => {
      const comment = comments.get(commandVerbs[name] ?? name)?.get(option.attributeName());
      const number = / Default: ([\d.,]*\d)/.exec(option.description)?.[1];
      return number === undefined || comment === undefined ? [] : [[name, option.long, number, comment.ifMissing]];
    });
  });
  expect(told.length).toBeGreaterThan(20);
  for (const [name, option, number, ifMissing] of told)
    expect(ifMissing, `${name}, ${option}`).toMatch(new RegExp(`(^|else )${number}($|\\D)`));
});

/** The verbs of commands that have another name. */
const commandVerbs: Readonly<Record<string, string>> = {
  'session list': 'sessions',
  'session resume': 'resume',
  'session digest': 'digest',
  compare: 'perspectives',
};

test('the words of the tools name the defaults of the library', () => {
  const comments = commentsOf('AgentVerbs');
  const told = agentTools.flatMap(({ name, input, argumentOf }) => {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
    return verbsOf[name]!.flatMap((verb) => {
      return [...(comments.get(verb) ?? [])].flatMap(([option, { ifMissing }]) => {
        const words = (properties[argumentOf(option)] as ShownSchema | undefined)?.description ?? '';
        const number = /([\d.]+) when left out/.exec(words)?.[1];
        return number === undefined || ownDefaults.has(`${name} ${option}`) ? [] : [[name, option, number, ifMissing]];
      });
    });
  });
  expect(told.length).toBeGreaterThan(8);
  for (const [name, option, number, ifMissing] of told)
    expect(ifMissing, `${name}, ${option}`).toMatch(new RegExp(`(^|else )${number}$`));
});

/** The verbs whose options the tools offer. */
const verbsOf: Readonly<Record<string, readonly string[]>> = {
  recall_memory: ['recall'],
  search_memories: ['search'],
  add_memory: ['observe'],
  believe: ['believe'],
  ambient_context: ['ambient'],
  explore_connections: ['explore'],
  record_thought: ['think'],
  navigate_reasoning: ['navigate'],
  session: ['resume', 'session', 'sessions', 'digest'],
  forget_memory: ['forget'],
};
/** Where a tool answers less than the library unless it is asked for more. */
const ownDefaults: ReadonlySet<string> = new Set(['explore_connections nodes', 'session limit']);

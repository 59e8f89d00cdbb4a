/**
 * Makes the tables of `docs/http.md` that stand between marks, from the tables of verbs and the comments of their
 * options, and holds the page to them. `npm run docs:tables` writes them anew.
 */
import ts from 'typescript';
import { expect, test } from 'vitest';
import { agentVerbs, optionsOf, spaceVerbs, type Verb, type VerbOption } from '../../src/index.ts';
import { readProjectFile, root } from './source-files.ts';

/** What the comment of an option says. */
interface OptionComment {
  readonly text: string;
  readonly ifMissing: string;
}

/** The comments of options, by verb and option. */
type Comments = ReadonlyMap<string, ReadonlyMap<string, OptionComment>>;

const page = 'docs/http.md';
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
      const options = optionsOf(verb);
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

test('docs/http.md has the tables of the verbs and their options as they are', async () => {
  const parts: Readonly<Record<string, string>> = {
    'verbs of an agent': verbRows(Object.values<Verb>(agentVerbs)),
    'verbs of a space': verbRows(Object.values<Verb>(spaceVerbs)),
    'options of the verbs of an agent': optionTables(agentVerbs, commentsOf('AgentVerbs')),
    'options of the verbs of a space': optionTables(spaceVerbs, commentsOf('SpaceVerbs')),
  };
  const told = readProjectFile(page);
  const marked = /(<!-- generated: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g;
  expect([...told.matchAll(marked)].map(([, , part]) => part).sort()).toEqual(Object.keys(parts).sort());
  const made = told.replaceAll(marked, (_, begin: string, part: string, end: string) => {
    return `${begin}\n${parts[part]}\n\n${end}`;
  });
  await expect(made).toMatchFileSnapshot(`${root}${page}`);
});

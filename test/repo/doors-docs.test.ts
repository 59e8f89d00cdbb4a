/**
 * Holds the pages about the doors to what the doors have: the tools of other servers, hosts, hooks, options of the adapters, variables of
 * the environment. The MCP server, the routes, the commands and the settings have tests of their own.
 */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { hookNames } from '../../src/cli/hook/hook-event.ts';
import { hosts } from '../../src/cli/install/carry-out.ts';
import { toolSets } from '../../src/mcp/tool-sets.ts';
import { parse, projectFiles, readProjectFile, root, sourceFiles, walk } from './source-files.ts';

const pages = projectFiles().filter((path) => path.endsWith('.md'));
const guide = pages
  .filter((path) => path.startsWith('docs/'))
  .map(readProjectFile)
  .join('\n');

/** What stands between backticks in the first cell of each row of a text's tables. */
function firstCells(text: string): readonly string[] {
  return [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name as string);
}

test.each(Object.entries(toolSets).filter(([set]) => set !== 'core' && set !== 'all'))(
  'the page about coming from other servers tells of the set "%s" and of each of its tools',
  (set, { tools }) => {
    const told = readProjectFile('docs/migration.md');
    const names = [`--tools ${set}`, ...tools.map(({ name }) => name)];
    expect(names.filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
  },
);

test('the page about installing has a row for every host', () => {
  expect(firstCells(readProjectFile('docs/install.md'))).toEqual(hosts.map(({ name }) => name));
});

test('the page about hooks tells of every hook', () => {
  const told = readProjectFile('docs/hooks.md');
  expect(hookNames.filter((name) => !told.includes(`\`madeleine hook ${name}\``))).toEqual([]);
});

describe('the guides of the SDKs', () => {
  /** The properties of an interface, as its file declares them. */
  function propertiesOf(path: string, name: string): readonly string[] {
    const found: string[] = [];
    walk(parse(path, readProjectFile(path)), (node) => {
      if (ts.isInterfaceDeclaration(node) && node.name.text === name)
        found.push(...node.members.map((member) => member.name?.getText() ?? ''));
    });
    return found;
  }

  test('has a row for every option of a conversation', () => {
    const options = propertiesOf('src/integrations/conversation-memory.ts', 'ConversationOptions');
    expect(options.length).toBeGreaterThan(0);
    expect(firstCells(readProjectFile('docs/guides/ai-sdk.md'))).toEqual(options);
  });

  test.each([
    ['src/integrations/offered-tools.ts', 'MemoryToolsOptions', 'ai-sdk'],
    ['src/integrations/langchain.ts', 'MemoryChatModelOptions', 'langchain'],
    ['src/integrations/langchain.ts', 'MemoryRetrieverOptions', 'langchain'],
    ['src/integrations/langgraph.ts', 'MemoryStoreOptions', 'langgraph'],
    ['src/integrations/openai-agents.ts', 'MemorySessionOptions', 'openai-agents'],
  ])('names every option of %s, %s', (path, name, guideOf) => {
    const told = readProjectFile(`docs/guides/${guideOf}.md`);
    const options = propertiesOf(path, name);
    expect(options.length).toBeGreaterThan(0);
    expect(options.filter((option) => !new RegExp(`\\b${option}\\b`).test(told))).toEqual([]);
  });
});

test('the pages name every variable of the environment that is read', () => {
  const read = new Set<string>();
  for (const path of sourceFiles()) {
    const text = readProjectFile(`src/${path}`);
    for (const [, name] of text.matchAll(/\benv(?:ironment)?(?:\.|\[['"])([A-Z][A-Z\d_]+)/g)) read.add(name as string);
  }
  expect(read.size).toBeGreaterThan(0);
  expect([...read].filter((name) => !guide.includes(`\`${name}\``) && !guide.includes(`%${name}%`))).toEqual([]);
});

test('every link from a page to a file of the project leads somewhere', () => {
  const links = pages.flatMap((page) =>
    [...readProjectFile(page).matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)].map(
      ([, link]) => [page, link as string] as const,
    ),
  );
  expect(links.length).toBeGreaterThan(0);
  const broken = links.filter(([page, link]) => !existsSync(posix.join(root, posix.dirname(page), link)));
  expect(broken).toEqual([]);
});

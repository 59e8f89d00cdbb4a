/** Whatever stands in a configuration: a value that is put in changes nothing else, and taking it out restores the text. */
import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { expect, it } from 'vitest';
import { configTexts } from '../../src/cli/install/config-change.ts';
import { withValue } from '../../src/cli/install/config-text.ts';

const path = ['mcpServers', 'madeleine'] as const;
const entry = { command: 'node', args: ['bin/madeleine.js', 'mcp'] };

const key = fc.stringMatching(/^[a-z" \\{}[\],/*#é]{1,8}$/).filter((name) => name !== '__proto__');
const leaf = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const servers = fc.dictionary(key, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const settings = fc
  .tuple(fc.dictionary(key, value, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), fc.option(servers))
  .map(([others, own]) => (own === null ? others : { ...others, mcpServers: own }));

it('holds for JSON in any indentation', () => {
  const indents = fc.constantFrom('', '  ', '    ', '\t');
  const ends = fc.constantFrom('', '\n', '\r\n');
  fc.assert(
    fc.property(settings, indents, ends, (data, indent, end) => {
      const text = JSON.stringify(data, null, indent).replaceAll('\n', end === '\r\n' ? '\r\n' : '\n') + end;
      const { read, write } = configTexts.json;
      const written = write(text, path, entry);
      expect(read(written)).toEqual(withValue(data, path, entry));
      expect(write(written, path, undefined)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

it('holds for TOML', () => {
  const name = fc.stringMatching(/^[a-z]{1,6}$/);
  const plain = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean());
  const tables = fc.dictionary(
    name,
    fc.oneof(plain, fc.dictionary(name, plain, { maxKeys: 3, noNullPrototype: true })),
    {
      maxKeys: 5,
      noNullPrototype: true,
    },
  );
  fc.assert(
    fc.property(tables, (data) => {
      const text = stringify(data);
      const { read, write } = configTexts.toml;
      const written = write(text, ['mcp_servers', 'madeleine'], entry);
      expect(read(written)).toEqual({ ...(read(text) as object), mcp_servers: { madeleine: entry } });
      expect(write(written, ['mcp_servers', 'madeleine'], undefined)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

/** The ways in which hosts write their configuration. */
import type { ConfigText } from './config-text.ts';
import type { ConfigSyntax } from './host.ts';
import { jsonText } from './json-text.ts';
import { tomlText } from './toml-text.ts';

/** How each syntax is read and written. */
export const configTexts: Readonly<Record<ConfigSyntax, ConfigText>> = {
  json: jsonText({ name: 'JSON', comments: false }),
  jsonc: jsonText({ name: 'JSON with comments', comments: true }),
  toml: tomlText,
};

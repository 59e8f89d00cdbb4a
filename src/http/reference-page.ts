/**
 * The OpenAPI document as a page to read, at `/docs`: one file of HTML without a script, so nothing has to be loaded. It
 * holds nothing of a memory, so anybody may have it.
 */
import { createHash } from 'node:crypto';
import type { Route } from './call.ts';

/** The parts of the document that are shown. */
interface Document {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
}
interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem}summary{cursor:pointer;padding:.4rem 0}summary code{font-weight:600}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #8886}
caption{text-align:left;font-weight:600;padding:.3rem .6rem}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}`;

const headers: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** The route of the page. */
export function referenceRoute(document: () => object): Route {
  let page: string | undefined;
  const handle = async (): Promise<Response> => {
    page ??= referencePage(JSON.parse(JSON.stringify(document())));
    return new Response(page, { headers });
  };
  return { path: '/docs', methods: ['GET'], access: 'open', timed: true, summary: 'This document, to read.', handle };
}

/** The page of a document. */
export function referencePage({ info, paths, components: { schemas = {} } }: Document): string {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = new Map<string, typeof rows>();
  for (const row of rows) {
    const group = groupOf(row.path);
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  const shown = [...groups].map(
    ([group, all]) => `<h2>${escaped(group)}</h2>${all.map((row) => operationText(row, schemas)).join('')}`,
  );
  const title = `${info.title} ${info.version} over HTTP`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>
<p>Every route, made from the rules that calls are checked against. <code>GET /v1/openapi.json</code> has the same for programs, with a token.</p>
${shown.join('\n')}</main></body></html>
`;
}

function groupOf(path: string): string {
  if (path.includes('/agents/{agent}/')) return "An agent's memory";
  return path.startsWith('/v1/spaces/') ? 'A space' : 'The server';
}

function operationText(
  { path, method, operation }: { readonly path: string; readonly method: string; readonly operation: Operation },
  schemas: Readonly<Record<string, Schema>>,
): string {
  const { summary = '', description = '', requestBody, responses } = operation;
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;
  return [
    `<details id="${escaped(operation.operationId)}"><summary><code>${method} ${escaped(path)}</code><br>${escaped(summary)}</summary>`,
    description === '' ? '' : `<p>${escaped(description)}</p>`,
    fieldsText('Takes', requestBody?.content, schemas),
    fieldsText('Answers', answer, schemas),
    '</details>',
  ].join('');
}

/** A table of the fields of what is taken or answered. */
function fieldsText(title: string, content: Content | undefined, schemas: Readonly<Record<string, Schema>>): string {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(content ?? {});
  if (type === '') return '';
  const { properties, required = [] } = resolved(schema, schemas);
  if (properties === undefined) return `<p>${title} <code>${escaped(type)}</code>.</p>`;
  const rows = Object.entries(properties).map(([name, field]) => {
    const told = [
      field.description ?? '',
      field.default === undefined ? '' : `Default: ${JSON.stringify(field.default)}.`,
    ];
    const must = required.includes(name) ? ', required' : '';
    return `<tr><td><code>${escaped(name)}</code></td><td>${escaped(typeText(field, schemas))}${must}</td><td>${escaped(told.join(' ').trim())}</td></tr>`;
  });
  return `<table><caption>${title}</caption><thead><tr><th>name</th><th>type</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function resolved(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? schema);
}

/** A type in words: `list of text`, `1 to 200`, `one of a, b`. */
function typeText(schema: Schema, schemas: Readonly<Record<string, Schema>>): string {
  const one = resolved(schema, schemas);
  if (one.const !== undefined) return JSON.stringify(one.const);
  if (one.enum !== undefined) return `one of ${one.enum.join(', ')}`;
  const either = one.anyOf ?? one.oneOf;
  if (either !== undefined) return [...new Set(either.map((part) => typeText(part, schemas)))].join(' or ');
  if (one.items !== undefined) return `list of ${typeText(one.items, schemas)}`;
  const [least, most] = [one.minimum, one.maximum];
  const span = least === undefined || most === undefined ? '' : `, ${least} to ${most}`;
  return `${[one.type ?? 'anything'].flat().join(' or ')}${span}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}

import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadedFromElsewhere } from '../../../scripts/loaded-from-elsewhere.js';
import { referencePage } from '../../../src/http/reference-page.ts';
import { serveDoor, type ServedDoor } from '../../support/http-door.ts';

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
};

let door: ServedDoor;
let document: Document;

beforeAll(async () => {
  door = await serveDoor();
  const headers = { authorization: String(door.credentials.read) };
  document = (await (await fetch(`${door.server.url}/v1/openapi.json`, { headers })).json()) as Document;
});

describe('the OpenAPI document', () => {
  test('is valid', async () => {
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });

  test('describes the routes that are served, and no others', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = door.server.routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
    expect(described.sort()).toEqual([...served].sort());
    expect(served.length).toBeGreaterThan(30);
  });

  test('names each operation once', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the page of the document', () => {
  test('shows every operation with its options, to anybody, without a script or anything from elsewhere', async () => {
    const answer = await fetch(`${door.server.url}/docs`);
    const page = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(ids.filter(({ operationId }) => !page.includes(`id="${operationId}"`))).toEqual([]);
    expect(page).toContain('<td><code>maxTokens</code></td><td>integer, 100 to 100000</td>');
    expect(page).not.toContain('<script');
    expect(loadedFromElsewhere(page)).toEqual([]);
  });

  test('makes no markup of what the document says', () => {
    const operation = { operationId: 'x"><b>', summary: '<script>alert(1)</script>', responses: {} };
    const page = referencePage({
      info: { title: '<i>', version: '1' },
      paths: { '/v1/<u>': { get: operation } },
      components: {},
    });
    expect(page).not.toMatch(/<(?:script|b|u|i)>/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

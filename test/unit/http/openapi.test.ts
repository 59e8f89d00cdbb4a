import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
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

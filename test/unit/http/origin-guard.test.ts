import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { checkOrigin, isFromOwnPage, originRules } from '../../../src/http/origin-guard.ts';

const rules = originRules(
  { host: 'fe80::1', port: 4180 },
  { hosts: ['Memory.example'], origins: ['https://Memory.example'] },
);

/** The status with which a request is refused, or `in`. */
function meets(host: readonly string[], origin?: readonly string[], url = '/', asked = rules): number | 'in' {
  const headersDistinct = { host, ...(origin === undefined ? {} : { origin }) };
  try {
    checkOrigin({ headersDistinct, url } as unknown as IncomingMessage, asked);
    return 'in';
  } catch (error) {
    return (error as { readonly status: number }).status;
  }
}

describe('a request', () => {
  test.each(['127.0.0.1:4180', 'LOCALHOST:4180', '[::1]:4180', '[fe80::1]:4180', 'memory.example'])(
    'to the Host %s comes in',
    (host) => {
      expect(meets([host])).toBe('in');
    },
  );

  test.each([
    '',
    '127.0.0.1',
    '127.0.0.1:80',
    'localhost:4180.',
    'memory.example:80',
    'fe80::1:4180',
    'evil.example:4180',
  ])('to the Host %j does not', (host) => {
    expect(meets([host])).toBe(421);
  });

  test('with several Hosts, or none, does not', () => {
    expect([meets([]), meets(['localhost:4180', 'localhost:4180'])]).toEqual([421, 421]);
  });

  test.each(['https://memory.example', 'http://127.0.0.1:4180', 'HTTP://localhost:4180'])(
    'of a page of %s comes in',
    (origin) => {
      expect(meets(['localhost:4180'], [origin])).toBe('in');
    },
  );

  test.each([
    '',
    'null',
    'http://memory.example',
    'https://memory.example.evil.example',
    'https://localhost:4180',
    'file://',
  ])('of a page of %j does not', (origin) => {
    expect(meets(['localhost:4180'], [origin])).toBe(403);
  });

  test('whose target is an address of its own, or none, does not come in', () => {
    expect(meets(['localhost:4180'], undefined, 'http://evil.example/')).toBe(400);
    expect(meets(['localhost:4180'], undefined, '*')).toBe(400);
  });
});

describe('a server on the usual port', () => {
  const usual = originRules({ host: '127.0.0.1', port: 80 }, { hosts: [], origins: [] });

  test.each(['127.0.0.1', 'localhost', '[::1]', '127.0.0.1:80'])('answers to the Host %s', (host) => {
    expect(meets([host], undefined, '/', usual)).toBe('in');
    expect(meets([host], ['http://localhost'], '/', usual)).toBe('in');
  });

  test('answers to no other', () => {
    expect(meets(['evil.example'], undefined, '/', usual)).toBe(421);
    expect(meets(['localhost'], ['http://evil.example'], '/', usual)).toBe(403);
  });
});

describe('a request comes from the page of this very origin', () => {
  const isFrom = (headers: Readonly<Record<string, string>>): boolean => {
    const headersDistinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    return isFromOwnPage({ headers, headersDistinct } as unknown as IncomingMessage);
  };

  test.each([
    { host: '127.0.0.1:4180', origin: 'http://127.0.0.1:4180' },
    { host: 'Memory.example', origin: 'https://memory.example' },
    { host: '[::1]:4180', origin: 'http://[::1]:4180' },
    { host: '127.0.0.1:4180', 'sec-fetch-site': 'same-origin' },
  ])('when the browser says so: %j', (headers) => {
    expect(isFrom(headers)).toBe(true);
  });

  test.each([
    { host: '127.0.0.1:4180' },
    { host: '127.0.0.1:4180', origin: 'http://localhost:4180' },
    { host: '127.0.0.1:4180', origin: 'http://127.0.0.1:4181', 'sec-fetch-site': 'same-origin' },
    { host: '127.0.0.1:4180', origin: 'null' },
    { host: '127.0.0.1:4180', 'sec-fetch-site': 'same-site' },
    { host: '127.0.0.1:4180', 'sec-fetch-site': 'none' },
  ])('and else not: %j', (headers) => {
    expect(isFrom(headers)).toBe(false);
  });
});

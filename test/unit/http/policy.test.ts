import { describe, expect, test } from 'vitest';
import { type Decision, decide, type Identity, type RouteAccess } from '../../../src/http/policy.ts';

const lisa = { token: '1', space: 'home', agent: 'lisa' } as const;
const callers: Readonly<Record<string, Identity | undefined>> = {
  nobody: undefined,
  owner: { token: 'owner', scope: 'admin' },
  read: { ...lisa, scope: 'read' },
  write: { ...lisa, scope: 'write' },
  admin: { ...lisa, scope: 'admin' },
  page: { token: 'page', scope: 'admin' },
};

/** What each of the callers above meets, in their order. */
const table: readonly (readonly [string, { space?: string; agent?: string }, RouteAccess, readonly string[]])[] = [
  ['nothing', {}, 'open', ['allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed']],
  ['nothing', {}, 'owner', ['unauthenticated', 'allowed', 'forbidden', 'forbidden', 'forbidden', 'forbidden']],
  ['nothing', {}, 'page', ['unauthenticated', 'forbidden', 'forbidden', 'forbidden', 'forbidden', 'allowed']],
  ['nothing', {}, 'read', ['unauthenticated', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed']],
  ['its memory', lisa, 'read', ['unauthenticated', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed']],
  ['its memory', lisa, 'write', ['unauthenticated', 'allowed', 'forbidden', 'allowed', 'allowed', 'allowed']],
  [
    'its space',
    { space: 'home' },
    'admin',
    ['unauthenticated', 'allowed', 'forbidden', 'forbidden', 'allowed', 'allowed'],
  ],
  [
    'its memory by a name that differs in case and in white space alone',
    { space: 'home', agent: ' LISA ' },
    'write',
    ['unauthenticated', 'allowed', 'forbidden', 'allowed', 'allowed', 'allowed'],
  ],
  [
    "another agent's memory",
    { space: 'home', agent: 'electra' },
    'read',
    ['unauthenticated', 'allowed', 'forbidden', 'forbidden', 'forbidden', 'allowed'],
  ],
  [
    'its name in another space',
    { space: 'work', agent: 'lisa' },
    'read',
    ['unauthenticated', 'allowed', 'forbidden', 'forbidden', 'forbidden', 'allowed'],
  ],
  [
    'another space',
    { space: 'work' },
    'admin',
    ['unauthenticated', 'allowed', 'forbidden', 'forbidden', 'forbidden', 'allowed'],
  ],
];

describe('the policy', () => {
  test.each(table)('decides on %s (%j) that asks for %s', (_, reach, access, expected) => {
    const decisions = Object.values(callers).map((identity): Decision => decide(identity, { ...reach, access }));
    expect(decisions).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { holdsSecret } from '../../../../src/cli/hook/secrets.ts';

/** Put together here, so that no file of the project holds what looks like a key. */
const joined = (...parts: readonly string[]): string => parts.join('');

describe('holdsSecret', () => {
  it.each([
    ['a GitHub token', joined('use gh', 'p_', 'a1B2c3D4e5F6'.repeat(3))],
    ['an AWS key', joined('AWS_SECRET_ACCESS_KEY=', 'wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYzzzzzzzKEY')],
    [
      'a private key',
      joined(
        '-----BEGIN RSA ',
        'PRIVATE KEY-----\nMIIEpAIBAAKCAQEA',
        'x'.repeat(64),
        '\n-----END RSA PRIVATE KEY-----',
      ),
    ],
    ['an address with a password', joined('clone https://lisa:', 'hunter2hunter2@example.com/garden.git')],
    ['a password that is named', 'the password: hunter2'],
    ['a key in a file of settings', 'set API_KEY="abcd1234"'],
    ['a token in JSON', '{"access_token":"abcdefg"}'],
  ])('finds %s', async (_, text) => {
    expect(await holdsSecret(text)).toBe(true);
  });

  it.each([
    'Plant the roses by the southern wall in March.',
    'Forgot my password again; where do I reset it?',
    'See https://example.com/roses/how-to-cut-them-back-in-spring?page=2',
    'Edited the file /home/lisa/garden/src/components/rose-bed-overview.test.ts.',
    'Ran `git commit -m "x"`: [main 4f5b1c0d2e] x',
  ])('lets %j pass', async (text) => {
    expect(await holdsSecret(text)).toBe(false);
  });
});

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
    'My password is hunter2 for the Fly.io account',
    'The db login is admin / Sommer2024! and the pin of the door is 4711',
    'the pin of the door is 4711',
    'The gate code is now 90210.',
    'das Passwort ist hunter2',
    'Das Kennwort für das WLAN lautet "rosen"',
    'Die PIN vom Gartentor ist 4711.',
    'le mot de passe du wifi est jardin2024',
    'La contraseña es hunter2, no la olvides',
    'I changed the wifi password to blue-otter-42 yesterday',
    'The credentials are lisa and hunter2',
    'Is the password hunter2 still right?',
    'Our passphrase is correct-horse!battery',
    'Remember that the password is swordfish.',
  ])('finds it in %j', async (text) => {
    expect(await holdsSecret(text)).toBe(true);
  });

  it.each([
    'Add a password reset page',
    'the password is stored hashed',
    'what is the password policy?',
    'Is the password wrong?',
    'The password is required.',
    'Das Passwort ist falsch',
    'Das Passwort wird mit bcrypt gehasht.',
    'The password is 12 characters long.',
    'The token is 2048 bits long and the secret is base64.',
    'The login page is on port 8080.',
    'The login is slow since release 3.2, in 40% of the cases',
    'My login is lisa@example.com',
    'Pin 13 is an output, and the pin is soldered.',
    'The PIN has 4 digits; tokens are rotated every 3600 seconds.',
    'The secret is patience.',
    'La clave es la paciencia.',
    'Le mot de passe est obligatoire.',
    'We moved the login to OAuth2.',
    'The password of the admin is in the safe.',
    'Plant the roses by the southern wall in March.',
    'Forgot my password again; where do I reset it?',
    'See https://example.com/roses/how-to-cut-them-back-in-spring?page=2',
    'Edited the file /home/lisa/garden/src/components/rose-bed-overview.test.ts.',
    'Ran `git commit -m "x"`: [main 4f5b1c0d2e] x',
  ])('lets %j pass', async (text) => {
    expect(await holdsSecret(text)).toBe(false);
  });
});

/** Tells texts that hold a secret. A memory is read again and again, by people and by models: none belongs there. */

/** What no secret that the rules know does without: a long word, or an address. */
const mayHold = /\S{16}|:\/\//;

/** A password or key that is named as one, as in `password: hunter2` or `API_KEY=...`. */
const named =
  /(?:pass(?:word|wd|phrase)?|secret|token|credentials?|(?:api|access|private)[_ -]?key)["']?\s*[:=]\s*["']?\S{4}/i;

/** The frame of a private key, whole or not. */
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY/;

/** Whether a text holds what looks like a password, a key or a token. The rules are loaded when a text may hold one. */
export async function holdsSecret(text: string): Promise<boolean> {
  if (named.test(text) || privateKey.test(text)) return true;
  if (!mayHold.test(text)) return false;
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const { messages } = await lintSource({
    source: { content: text, filePath: 'observation.txt', ext: '.txt', contentType: 'text' },
    options: {
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
      noPhysicFilePath: true,
    },
  });
  return messages.length > 0;
}

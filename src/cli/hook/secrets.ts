/** Tells texts that hold a secret. A memory is read again and again, by people and by models: none belongs there. */

/** Characters beside what is kept of a text in which one is looked for too: none is cut then and passes for something else. */
export const besideCharacters = 1_000;

/** What no secret that the rules know does without: a long word, or an address. */
const mayHold = /\S{16}|:\/\//;

/** A password or key that is named as one, as in `password: hunter2` or `API_KEY=...`. */
const named =
  /(?:pass(?:word|wd|phrase)?|secret|token|credentials?|(?:api|access|private)[_ -]?key)["']?\s*[:=]\s*["']?\S{4}/i;

// Said in a sentence, as in "my password is hunter2": in English, German, French and Spanish.

const passwords = 'pass ?(?:words?|phrases?|codes?|wort|wörter)|kennwort|mots? de passe|contraseñas?';
const secrets = `${passwords}|pwd|zugangsdaten|anmeldedaten|identifiants|clave|credenciales|credentials?|logins?|secret|token|jeton|(?:api|access|private)[ _-]?key|api-schlüssel|clé (?:d['’])?api`;
const pins =
  "pin(?:[ -]?(?:code|number|nummer))?|geheimzahl|code pin|código pin|(?:door|gate|alarm|access|entry|security|safe)[ -]code|türcode|code d['’]accès";
/** "for the Fly.io account", "vom Gartentor". */
const whose =
  "(?:\\s+(?:for|fors|of|to|on|at|from|für|fürs|vom|von|zum|zur|der|des|de|du|del|pour|para)(?:\\s+[\\p{L}\\p{N}.'’-]+){1,5}?)?";
const is =
  '(?:\\s+(?:is|are|was|to|ist|sind|war|lautet|heißt|auf|est|sont|es|son)(?:\\s+(?:now|still|just|jetzt|noch|nun|maintenant|ahora))?\\s+|\\s*[:=]\\s*)';
/** The name of the user before it, as in "admin / Sommer2024!". */
const user = '(?:\\S{1,40}\\s+(?:\\/|and|und|et|y|with|mit)\\s+)?';
/** What has digits and is no secret: a method, a version, a measure. */
const technical =
  '(?:(?:sha|md|aes|rs|hs|es|base|utf|oauth|argon|http|erc|ed|v)-?\\d+\\w?(?![\\p{L}\\p{N}])|\\d+%|\\d+\\s+(?:bits?|bytes?|characters?|chars?|days?|hours?|minutes?|seconds?|zeichen|tage|stunden|minuten|sekunden)\\b)';
/** Quoted, with a digit, or with a special character inside; an address of e-mail alone is none. */
const value = `(?:["'\`“„«][^\\s"'\`”“»]{3}|(?!${technical})(?=\\S*\\d)\\S{4}|(?!\\S+@\\S+\\.\\p{L})\\S{0,40}[\\p{L}\\p{N}][@#$%^&*+~!|]+[\\p{L}\\p{N}])`;

const told = new RegExp(`(?<!\\p{L})(?:${secrets})${whose}${is}${user}${value}`, 'iu');
const toldPin = new RegExp(`(?<!\\p{L})(?:${pins})${whose}${is}["'“„«]?\\d{4,8}(?![\\p{L}\\p{N}]|[.,]\\d)`, 'iu');
/** "Is the password hunter2?" */
const beside = new RegExp(
  `(?<!\\p{L})(?:${passwords})\\s+(?!${technical})(?=[^\\s\\d]*\\d)(?=\\S*\\p{L})[^\\s/:]{6}`,
  'iu',
);
/** "the password is swordfish", with nothing behind it. */
const atEnd = new RegExp(`(?<!\\p{L})(?:${passwords})${whose}${is}(?<word>[\\p{L}-]{5,})[.!]?\\s*$`, 'imu');
/** What a password is said to be. */
const ofPasswords =
  /(?:ed|ing|en|able|ible|ly|ous|ive|al|ful|less|ic|ary|ent|ant|ect|lich|ig|isch|bar|los|iert|ée?|[ai]d[oa]|[iu]re|iste)$|^(?:ge\p{L}+t|wrong|right|weak|strong|secure|insecure|unsafe|empty|blank|there|unique|plaintext|plain|short|unknown|known|ready|random|simple|again|yours|better|falsch|sicher|schwach|stark|fausse|faible|vacía|débil|fuerte)$/iu;

function tellsSecret(text: string): boolean {
  const { word } = atEnd.exec(text)?.groups ?? {};
  return told.test(text) || toldPin.test(text) || beside.test(text) || (word !== undefined && !ofPasswords.test(word));
}

/** The frame of a private key, whole or not. */
const privateKey = /-----(?:BEGIN|END) [A-Z ]*PRIVATE KEY/;

/** Whether a text holds what looks like a password, a key or a token. The rules are loaded when a text may hold one. */
export async function holdsSecret(text: string): Promise<boolean> {
  if (named.test(text) || privateKey.test(text) || tellsSecret(text)) return true;
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

/** Texts that would run as a script where a page took them for markup, an address, a style or code. */

/** What each tries to do; a test counts how often it was done. */
const mark = (number: number): string => `hit(${number})`;

/** Markup, addresses and code that run what they are given. */
const carriers: readonly ((script: string) => string)[] = [
  (script) => `<script>${script}</script>`,
  (script) => `<img src=x onerror="${script}">`,
  (script) => `<svg onload=${script}>`,
  (script) => `<svg><script>${script}</script></svg>`,
  (script) => `<iframe src="javascript:${script}"></iframe>`,
  (script) => `<iframe srcdoc="&lt;script&gt;parent.${script}&lt;/script&gt;"></iframe>`,
  (script) => `<a href="javascript:${script}" autofocus onfocus=${script}>x</a>`,
  (script) => `<input autofocus onfocus="${script}">`,
  (script) => `<details open ontoggle="${script}">x</details>`,
  (script) => `<video><source onerror="${script}"></video>`,
  (script) => `<body onload="${script}">`,
  (script) => `<math><mtext></mtext><style><img src=x onerror="${script}"></style></math>`,
  (script) => `<object data="javascript:${script}"></object>`,
  (script) => `<style>@import 'javascript:${script}';*{background:url("javascript:${script}")}</style>`,
  (script) => `<div style="animation:x" onanimationstart="${script}">x</div>`,
  (script) => `javascript:${script}`,
  (script) => `data:text/html,<script>parent.${script}</script>`,
  (script) => `{{constructor.constructor('${script}')()}}`,
  (script) => `\${${script}}`,
  (script) => `__proto__[onerror]=${script}`,
];

/** What stands before a carrier, so as to come out of where a page may have put it. */
const escapes: readonly string[] = [
  '',
  '">',
  "'>",
  '</title>',
  '</textarea>',
  '</script>',
  '-->',
  ']]>',
  '&lt;/b&gt;',
  '\u2028',
];

/** Two hundred of them, no two alike; each calls `hit` with its number. */
export const scriptPayloads: readonly string[] = escapes.flatMap((way, row) =>
  carriers.map((carrier, column) => way + carrier(mark(row * carriers.length + column))),
);

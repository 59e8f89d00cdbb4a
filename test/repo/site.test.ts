import { expect, test } from 'vitest';
import { loadedFromElsewhere } from '../../scripts/loaded-from-elsewhere.js';

test.each([
  '<script src="https://cdn.example/a.js">',
  '<link rel="stylesheet" href="//fonts.example/inter.css">',
  "<img alt=x src='http://a.example/b.png'>",
  '<style>@font-face { src: url(https://fonts.example/inter.woff2) }</style>',
  '@import "https://fonts.example/inter.css";',
])('a built page of the site may not hold %s', (text) => {
  expect(loadedFromElsewhere(`<p>before</p>${text}`)).toHaveLength(1);
});

test.each([
  '<a href="https://surrealdb.com">SurrealDB</a>',
  '<script src="/assets/app.js"></script>',
  '<link rel="icon" href="./icon.svg">',
  '<code>&lt;script src="https://cdn.example/a.js"&gt;</code>',
])('and may hold %s', (text) => {
  expect(loadedFromElsewhere(text)).toEqual([]);
});

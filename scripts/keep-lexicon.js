// Keeps the lexicon of `compromise` beside the built `language/lexicon.js`, which then need not load the library for it.
import { writeFileSync } from 'node:fs';
import { lexiconText } from '../dist/language/lexicon.js';

writeFileSync(new URL('../dist/language/lexicon.txt', import.meta.url), lexiconText());

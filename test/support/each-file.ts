/** Runs before every test file: vitest loads a setup file anew for each, and with it this hook. */
import { afterAll } from 'vitest';
import { endFile } from './at-file-end.ts';

afterAll(endFile);

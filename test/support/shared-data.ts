/** Published data that is too large for the repository and may lie beside it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a data set in the folder `shared/data` beside the project; undefined when it is not there. */
export function sharedData(name: string): string | undefined {
  const path = fileURLToPath(new URL(`../../../shared/data/${name}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

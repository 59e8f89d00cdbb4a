/**
 * Refuses to run inside a bundle other than ours (`scripts/bundle.js`), before anything else is loaded. The native engine,
 * the model and its worker are files of their own, which no bundler takes along; without this the first of them
 * fails in its own words.
 */
import { UnsupportedError } from './errors.ts';

/**
 * Refuses an address that is not the one of this file or of what our bundle makes of it.
 *
 * @param address of the running module; undefined in a bundle of the CommonJS format.
 * @throws {UnsupportedError} UNSUPPORTED
 */
export function refuseBundle(address: string | undefined): void {
  if (address !== undefined && /\/(?:domain\/|bundle\/madeleine-)unbundled\.[jt]s(?:$|\?)/.test(address)) return;
  const message = `madeleine: cannot run inside a bundle, and was bundled into ${address ?? 'a CommonJS file'}; keep it external.`;
  const hint =
    'esbuild: --external:madeleine; Vite: leave it out of ssr.noExternal; Next: serverExternalPackages: ["madeleine"]. Ship node_modules with the program: docs/deploy.md.';
  throw new UnsupportedError('UNSUPPORTED', message, { hint });
}

refuseBundle(import.meta.url);

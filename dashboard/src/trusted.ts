/** The one place where an address becomes a script: what the browser is told of the page lets no other do so. */

/** The part of a browser's trusted types that the page uses. */
interface ScriptPolicies {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): string;
  };
}

const policies = (globalThis as { readonly trustedTypes?: ScriptPolicies }).trustedTypes;
const policy = policies?.createPolicy('madeleine', { createScriptURL: ours });

/**
 * Starts a worker from a script of the page.
 *
 * @throws {TypeError} when the address is not one of the page's own origin.
 */
export function startWorker(address: string): Worker {
  return new Worker(policy?.createScriptURL(address) ?? ours(address), { type: 'module' });
}

function ours(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new TypeError(`startWorker: "${address}" is not a script of the page.`);
  return url.href;
}

// Prints the parts of the package as CycloneDX: what npm installs with it, and what is built into it. npm's own
// `--omit dev` leaves out whatever a development dependency needs too, and what is built in is one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @typedef {{ ref: string, dependsOn: readonly string[] }} Dependency */
/** @typedef {{ name: string, 'bom-ref': string, properties?: readonly { name: string }[] }} Component */

const arguments_ = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library'];
const printed = execFileSync('npm', arguments_, {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  maxBuffer: 2 ** 26,
});
/** @type {{ components: readonly Component[], dependencies: readonly Dependency[], metadata: { component: Component } }} */
const whole = JSON.parse(printed);
const { dependencies: direct } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** @type {readonly string[]} */
const taken = JSON.parse(readFileSync(new URL('taken.json', import.meta.url), 'utf8'));

/** By reference, what npm installs for a package, and so with it. Those of what is built in are built in themselves. */
const needs = new Map(whole.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
/** @param {string} name */
const refsOf = (name) => whole.components.filter((part) => part.name === name).map((part) => part['bom-ref']);
const builtIn = new Set(taken.flatMap(refsOf));
const root = whole.metadata.component['bom-ref'];
const named = new Set(Object.keys(direct).flatMap(refsOf));
const ours = (needs.get(root) ?? []).filter((ref) => builtIn.has(ref) || named.has(ref));

const parts = new Set(builtIn);
const open = ours.filter((ref) => !builtIn.has(ref));
for (const ref of open) {
  parts.add(ref);
  open.push(...(needs.get(ref) ?? []).filter((needed) => !parts.has(needed) && !open.includes(needed)));
}

/** @param {Component} part */
const shipped = (part) => ({
  ...part,
  properties: part.properties?.filter(({ name }) => name !== 'cdx:npm:package:development'),
});
const components = whole.components.filter((part) => parts.has(part['bom-ref'])).map(shipped);
const dependencies = whole.dependencies
  .filter(({ ref }) => ref === root || parts.has(ref))
  .map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: ref === root ? ours : dependsOn.filter((needed) => parts.has(needed)),
  }));
console.log(JSON.stringify({ ...whole, components, dependencies }, null, 2));

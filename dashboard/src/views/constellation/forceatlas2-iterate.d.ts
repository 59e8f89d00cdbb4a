/** One step of the layout, which the package has no types for. */
declare module 'graphology-layout-forceatlas2/iterate.js' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2';

  /** Moves the nodes of the first matrix by the edges of the second. */
  function iterate(settings: Required<ForceAtlas2Settings>, nodes: Float32Array, edges: Float32Array): object;
  // biome-ignore lint/style/noDefaultExport: the package exports nothing else.
  export { iterate as default };
}

/** One step of the layout that parts what overlaps, which the package declares nothing of. */
declare module 'graphology-layout-noverlap/iterate.js' {
  /** Moves nodes apart: three numbers each, x, y and size. */
  function iterate(
    settings: {
      readonly margin: number;
      readonly ratio: number;
      readonly expansion: number;
      readonly gridSize: number;
      readonly speed: number;
    },
    nodes: Float32Array,
  ): { readonly converged: boolean };
  // biome-ignore lint/style/noDefaultExport: the package exports nothing else.
  export { iterate as default };
}

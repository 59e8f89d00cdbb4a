import { defineConfig, type UserConfig } from 'vite';

const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  base: '/',
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    // The packages in the page ask that their licences go with it.
    license: { fileName: 'licences.md' },
    target: 'es2023',
    // The page's rules let no script and no style stand in the document.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
  },
  worker: { format: 'es' },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
});

export default config;

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const docs = (pages) => Object.entries(pages).map(([text, name]) => ({ text, link: `/docs/${name}` }));

// The pages lie outside this package: what they import is looked for in it all the same.
const fromHere = {
  name: 'from-here',
  enforce: 'pre',
  resolveId(id, importer, options) {
    if (!/^vue(?:\/|$)/.test(id)) return null;
    if (options.ssr) return { id, external: true };
    if (!importer?.endsWith('.md')) return null;
    return this.resolve(id, fileURLToPath(import.meta.url), { ...options, skipSelf: true });
  },
};

// The site is the project's own Markdown, where it lies, so that nothing is said twice. Dead links fail the build.
export default defineConfig({
  title: 'Madeleine',
  description: 'Long-term memory for AI agents, in your own process',
  srcDir: '..',
  // Samples of the tests are no pages, nor is what only contributors run.
  srcExclude: ['{demo,dist,dist-bench,test,torture,training}/**', 'site/{dist,node_modules}/**'],
  rewrites: { 'README.md': 'index.md', 'site/glossary.md': 'glossary.md' },
  outDir: 'dist',
  cacheDir: 'node_modules/.cache',
  vite: { plugins: [fromHere] },
  // What stands in angle brackets in a text is text.
  markdown: {
    html: false,
    languageAlias: { surql: 'sql' },
    config: (md) => {
      md.core.ruler.before('normalize', 'marks', (state) => {
        state.src = state.src.replaceAll(/^<!-- .* -->$/gm, '');
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'Quick start', link: '/#ten-lines' },
          { text: 'A chatbot that remembers', link: '/docs/tutorial' },
          { text: 'Examples', link: '/docs/sdk' },
          ...docs({
            'Install in a host': 'install',
            Hooks: 'hooks',
            'The page': 'page',
            'Coming from elsewhere': 'migration',
          }),
        ],
      },
      {
        text: 'Guides',
        items: [
          ...docs({
            'AI SDK': 'guides/ai-sdk',
            LangChain: 'guides/langchain',
            LangGraph: 'guides/langgraph',
            'OpenAI Agents': 'guides/openai-agents',
            Mastra: 'guides/mastra',
          }),
          { text: 'Python', link: '/python/README' },
          { text: 'LangGraph for Python', link: '/python/README#langgraph' },
          { text: 'OpenAI Agents for Python', link: '/python/README#openai-agents-sdk' },
          { text: 'LlamaIndex for Python', link: '/python/README#llamaindex' },
        ],
      },
      {
        text: 'How it works',
        items: [
          ...docs({ 'In five ideas': 'how-it-works', 'Beside others': 'comparison' }),
          { text: 'Glossary', link: '/glossary' },
          { text: 'Architecture', link: '/ARCHITECTURE' },
          ...docs({ 'The records': 'schema' }),
        ],
      },
      {
        text: 'Run it',
        items: docs({ Bundlers: 'deploy', 'On a server': 'deploy-server', 'The hub': 'hub', Scale: 'scale' }),
      },
      {
        text: 'Help',
        items: docs({ Questions: 'faq', Troubleshooting: 'troubleshooting', Costs: 'costs' }),
      },
      {
        text: 'Look up',
        items: [
          { text: 'Library', link: '/api/index.html', target: '_self' },
          ...docs({ 'Command line': 'cli', MCP: 'mcp', HTTP: 'http', Settings: 'configuration', Formats: 'formats' }),
          ...docs({ Conformance: 'conformance' }),
          { text: 'Figures', link: '/bench/README' },
          { text: 'Security', link: '/SECURITY' },
          { text: 'Changes', link: '/CHANGELOG' },
        ],
      },
    ],
  },
});

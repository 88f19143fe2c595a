import { defineConfig } from 'vitepress'
import { SECTIONS } from '../../pages.ts'

const NO_LIMIT = 0

export default defineConfig({
  base: '/help/',
  srcDir: '../.pages',
  cacheDir: '../.cache',
  lang: 'en-US',
  title: 'Mailsift',
  description: 'Self-hosted email validation and contacts',
  // One at a time: the search index lists pages in the order in which they were read, and the same sources must give the same bytes.
  buildConcurrency: 1,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/help/icon.svg' }]],
  cleanUrls: true,
  metaChunk: true,
  markdown: {
    // After half a second the highlighter leaves the rest of a line plain: on a busy machine the same sources gave other bytes.
    shikiSetup(highlighter) {
      const { codeToHtml } = highlighter
      highlighter.codeToHtml = (code, options) => codeToHtml(code, { ...options, tokenizeTimeLimit: NO_LIMIT })
    },
  },
  // The calculator comes from the server's sources, whose tsconfig.json names a target that this esbuild does not know.
  vite: { esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022' } } } },
  themeConfig: {
    nav: [
      { text: 'Tutorials', link: '/tutorials/first-address' },
      { text: 'Guides', link: '/guides/console' },
      { text: 'Reference', link: '/reference/api' },
      { text: 'Explanation', link: '/explanation/verdicts' },
    ],
    sidebar: SECTIONS.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: `/${page.path}` })),
    })),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
})

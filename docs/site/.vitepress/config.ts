import { defineConfig } from 'vitepress'
import { leaveBraces } from './leave-braces.ts'
import { moveInlineScripts } from './move-inline-scripts.ts'
import { leaveOutsideLinks } from './outside-links.ts'
import { GROUPS, PAGES } from './pages.ts'
import { siteTokens } from './site-tokens.ts'
import { themeImages } from './theme-images.ts'
import { writeLlms } from './write-llms.ts'
import { writeSchemas } from './write-schemas.ts'

const SITE = new Set(PAGES.map(({ link }) => `${link.slice(1)}.md`))

export default defineConfig({
  title: 'Plinth',
  titleTemplate: ':title · Plinth documentation',
  description: 'How to build, secure and operate projects with Plinth.',
  lang: 'en',
  base: '/docs/',
  srcDir: '..',
  srcExclude: ['{decisions,performance,screenshots}/**', 'security-requirements.md'],
  rewrites: { 'site/index.md': 'index.md' },
  cleanUrls: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }]],
  markdown: {
    // Pages are plain Markdown.
    html: false,
    // A contrast of 4.5 on the grounds of code blocks, which the default themes miss.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      leaveOutsideLinks(markdown, SITE)
      leaveBraces(markdown)
      themeImages(markdown)
    },
  },
  themeConfig: {
    siteTitle: 'Plinth documentation',
    sidebar: GROUPS,
    outline: { level: [2, 3], label: 'On this page' },
    search: {
      provider: 'local',
      // The button's visible text names it, with the keys.
      options: { translations: { button: { buttonAriaLabel: '' } } },
    },
  },
  // The policy refuses fonts in data addresses.
  vite: { plugins: [siteTokens()], build: { assetsInlineLimit: 0 } },
  transformHtml: (html, _file, { siteConfig }) => moveInlineScripts(html, siteConfig.outDir),
  buildEnd: async (site) => {
    await writeLlms(site)
    await writeSchemas(site)
  },
})

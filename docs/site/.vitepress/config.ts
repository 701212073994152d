import { defineConfig } from 'vitepress'
import { leaveBraces } from './leave-braces.ts'
import { moveInlineScripts } from './move-inline-scripts.ts'
import { GROUPS } from './pages.ts'
import { resolveLinks } from './resolve-links.ts'
import { fileOf, isLinked, LINKED_FOLDERS, linkOf } from './site-files.ts'
import { siteTokens } from './site-tokens.ts'
import { themeImages } from './theme-images.ts'
import { writeLlms } from './write-llms.ts'
import { writeSchemas } from './write-schemas.ts'

const SIDEBAR = GROUPS.map(({ text, items }) => ({
  text,
  items: items.map(({ text, link }) => ({ text, link })),
}))
const CONTRIBUTE = SIDEBAR.filter(({ text }) => text === 'Contribute')

export default defineConfig({
  title: 'Plinth',
  titleTemplate: ':title · Plinth documentation',
  description: 'How to build, secure and operate projects with Plinth.',
  lang: 'en',
  base: '/docs/',
  srcDir: '..',
  srcExclude: ['screenshots/**', 'security-requirements.md'],
  rewrites: {
    'site/:name.md': ':name.md',
    ':folder/README.md': ':folder.md',
    ...Object.fromEntries(
      Object.entries(LINKED_FOLDERS).map(([folder, place]) => [
        `${folder}/:name.md`,
        `${place}/:name.md`,
      ]),
    ),
  },
  cleanUrls: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }]],
  markdown: {
    // Pages are plain Markdown.
    html: false,
    // Addresses in steps and examples are texts to type.
    linkify: false,
    // A contrast of 4.5 on the grounds of code blocks, which the default themes miss.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      resolveLinks(markdown, { linkOf, fileOf })
      leaveBraces(markdown)
      themeImages(markdown)
    },
  },
  themeConfig: {
    siteTitle: 'Plinth documentation',
    sidebar: {
      '/': SIDEBAR,
      ...Object.fromEntries(
        Object.values(LINKED_FOLDERS).map((place) => [`/${place}/`, CONTRIBUTE]),
      ),
    },
    outline: { level: [2, 3], label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        // The button's visible text names it, with the keys.
        translations: { button: { buttonAriaLabel: '' } },
        _render: (page, env, markdown) =>
          isLinked(env.relativePath) ? '' : markdown.render(page, env),
      },
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

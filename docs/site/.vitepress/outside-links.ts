import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

const EXTERNAL = /^([a-z]+:|#)/

/** Shows links to files of the repository that are no pages of the site as plain text. */
export function leaveOutsideLinks(markdown: MarkdownRenderer, site: ReadonlySet<string>): void {
  markdown.core.ruler.push('outside-links', (state) => {
    const { relativePath = '' } = state.env
    const folder = posix.dirname(relativePath)
    const isOutside = (href: string) => {
      const [file = ''] = href.split('#')
      return !EXTERNAL.test(href) && !site.has(posix.normalize(posix.join(folder, file)))
    }
    for (const { children } of state.tokens) {
      let isDropped = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') isDropped = isOutside(String(token.attrGet('href')))
        if (!isDropped || !token.type.startsWith('link_')) continue
        token.tag = 'span'
        token.attrs = null
        token.type = token.type === 'link_open' ? 'outside_open' : 'outside_close'
      }
    }
  })
}

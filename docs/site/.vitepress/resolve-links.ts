import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

const EXTERNAL = /^([a-z]+:|#)/

/**
 * Points links to files of the repository at their pages, by `linkOf` (a file to its address). A link to any other file
 * is shown as plain text. `fileOf` names the file of a page, whose links are relative to it.
 */
export function resolveLinks(
  markdown: MarkdownRenderer,
  { linkOf, fileOf }: Record<'linkOf' | 'fileOf', (path: string) => string | undefined>,
): void {
  markdown.core.ruler.push('resolve-links', (state) => {
    const { relativePath = '' } = state.env
    const folder = posix.dirname(fileOf(relativePath) ?? `docs/${relativePath}`)
    const resolve = (href: string) => {
      if (EXTERNAL.test(href)) return href
      const [file = '', anchor] = href.split('#')
      const link = linkOf(posix.join(folder, file))
      return link && (anchor === undefined ? link : `${link}#${anchor}`)
    }
    for (const { children } of state.tokens) {
      let isText = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = resolve(String(token.attrGet('href')))
          isText = href === undefined
          if (href !== undefined) token.attrSet('href', href)
        }
        if (!isText || !token.type.startsWith('link_')) continue
        token.tag = 'span'
        token.attrs = null
        token.type = token.type === 'link_open' ? 'outside_open' : 'outside_close'
      }
    }
  })
}

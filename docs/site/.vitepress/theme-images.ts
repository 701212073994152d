import type { MarkdownRenderer } from 'vitepress'

const LIGHT = /-light\.webp$/

/** Shows the screenshot of the page's theme: pages name the light one, and the dark one is beside it. */
export function themeImages({ renderer: { rules } }: MarkdownRenderer): void {
  const { image } = rules
  if (!image) return
  rules.image = (tokens, at, ...rest) => {
    const token = tokens[at]
    const source = String(token?.attrGet('src'))
    const render = () => image(tokens, at, ...rest)
    if (!token || !LIGHT.test(source)) return render()
    // A browser does not load a lazy image that is not displayed.
    token.attrSet('loading', 'lazy')
    token.attrSet('width', '1280')
    token.attrSet('height', '800')
    token.attrSet('class', 'on-light')
    const light = render()
    token.attrSet('src', source.replace(LIGHT, '-dark.webp'))
    token.attrSet('class', 'on-dark')
    return light + render()
  }
}

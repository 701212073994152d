import type { MarkdownRenderer } from 'vitepress'

/** Shows `{{ … }}` in text and code as it is: workflows write expressions that way, and Vue would evaluate them. */
export function leaveBraces({ renderer: { rules } }: MarkdownRenderer): void {
  for (const name of ['text', 'code_inline'] as const) {
    const rule = rules[name]
    if (rule) rules[name] = (...given) => rule(...given).replaceAll('{{', '&#123;&#123;')
  }
}

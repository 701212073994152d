const TOKENS = /\/apps\/console\/src\/tokens\.css$/

/** Adapts the console's tokens: VitePress marks dark pages by a class, and has no Tailwind. */
export function siteTokens() {
  return {
    name: 'site-tokens',
    enforce: 'pre' as const,
    transform(css: string, id: string) {
      if (!TOKENS.test(id)) return undefined
      const [colours = ''] = css.split('@theme inline')
      return colours.replace('[data-theme="dark"]', '.dark')
    },
  }
}

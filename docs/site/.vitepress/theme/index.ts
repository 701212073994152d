import type { Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono'
import '../../../../apps/console/src/tokens.css'
import './site.css'
import { searchOptions } from './search-options.ts'
import { showCurrentPage } from './show-current-page.ts'

export default {
  extends: theme,
  enhanceApp({ router, siteData }) {
    Object.assign(siteData.value.themeConfig.search.options, { miniSearch: { searchOptions } })
    router.onAfterRouteChange = () => {
      // There is no document while pages are built.
      if ('document' in globalThis) requestAnimationFrame(showCurrentPage)
    }
  },
} satisfies Theme

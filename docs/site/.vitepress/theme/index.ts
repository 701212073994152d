import type { Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono'
import '../../../../apps/console/src/tokens.css'
import './site.css'
import { searchOptions } from './search-options.ts'

export default {
  extends: theme,
  enhanceApp({ siteData }) {
    Object.assign(siteData.value.themeConfig.search.options, { miniSearch: { searchOptions } })
  },
} satisfies Theme

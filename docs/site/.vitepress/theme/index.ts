import theme from 'vitepress/theme-without-fonts'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono'
import '../../../../apps/console/src/tokens.css'
import './site.css'

export default theme

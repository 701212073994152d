import { createExternalStore } from '../hooks/external-store.ts'

export type Theme = 'light' | 'dark'

const THEME_KEY = 'theme'

function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

const store = createExternalStore<Theme>(readTheme())

function applyTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  store.set(theme)
}

/** The current theme, and a toggle that is stored. */
export function useTheme(): { theme: Theme; toggleTheme: () => void } {
  const theme = store.use()
  const toggleTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark'
    localStorage.setItem(THEME_KEY, next)
    applyTheme(next)
  }
  return { theme, toggleTheme }
}

/** Follows changes in other tabs, and the system theme until the user chooses one. */
export function watchTheme() {
  window.addEventListener('storage', (event) => {
    if (event.key !== THEME_KEY) return
    if (event.newValue === 'dark' || event.newValue === 'light') applyTheme(event.newValue)
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    if (localStorage.getItem(THEME_KEY) === null) applyTheme(event.matches ? 'dark' : 'light')
  })
}

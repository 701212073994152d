// A file of its own, because the policy allows no inline script, and classic, because it must run before the first paint.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Storage may be closed to us; the system's preference then decides.
  }
  const systemDark = matchMedia('(prefers-color-scheme: dark)').matches
  const dark = chosen === 'dark' || (chosen !== 'light' && systemDark)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()

// The policy forbids making code out of text and reports even the attempt, which zod would make; it reads this first.
globalThis.__zod_globalConfig = { jitless: true }

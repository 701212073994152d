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

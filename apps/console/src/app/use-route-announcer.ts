import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Focus on a named landmark makes screen readers say the name. */
function announcePage() {
  const main = document.querySelector('main')
  if (main === null) return
  main.setAttribute('aria-label', document.title)
  // A dialog that opened meanwhile keeps the focus, or letters typed into it would be lost.
  if (document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return
  main.blur()
  main.focus()
}

/** After a change of address, puts focus on the page's content and has its title read out. */
export function useRouteAnnouncer() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    announcePage()
  }, [pathname])

  // A title may come later than its address, with the page's data.
  useEffect(() => {
    const title = document.querySelector('title')
    if (title === null) return
    const observer = new MutationObserver(() => {
      if (document.activeElement?.tagName === 'MAIN') announcePage()
    })
    observer.observe(title, { childList: true })
    return () => observer.disconnect()
  }, [])
}

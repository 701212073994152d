import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Screen readers announce the name of a landmark that takes the focus. */
function announcePage() {
  const main = document.querySelector('main')
  if (main === null) return
  main.setAttribute('aria-label', document.title)
  // Leave the focus in a dialog that opened meanwhile, or typed letters would be lost, and in a field that the new
  // screen has focused itself.
  if (document.activeElement?.closest('[role=dialog], [role=alertdialog], main form')) return
  main.blur()
  main.focus()
}

/** After navigation, focuses the page's content and announces its title. */
export function useRouteAnnouncer() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    announcePage()
  }, [pathname])

  // The title may change after the route, when the page's data arrives.
  useEffect(() => {
    const title = document.querySelector('title')
    if (title === null) return
    const observer = new MutationObserver(() => {
      if (document.activeElement?.tagName === 'MAIN') announcePage()
      else document.querySelector('main')?.setAttribute('aria-label', document.title)
    })
    observer.observe(title, { childList: true })
    return () => observer.disconnect()
  }, [])
}

import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** After a change of address, tells screen readers the page's title and puts focus on its content. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // The new page's own effects, which set the title, come first.
    const timer = setTimeout(() => {
      setTitle(document.title)
      document.querySelector('main')?.focus()
    })
    return () => clearTimeout(timer)
  }, [pathname])

  return (
    <div aria-live="polite" className="sr-only">
      {title}
    </div>
  )
}

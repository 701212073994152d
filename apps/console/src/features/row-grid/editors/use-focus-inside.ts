import { useLayoutEffect, useRef } from 'react'

/** Focuses a code editor as soon as it is rendered. */
export function useFocusInside() {
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    // The placeholder may have the focus already.
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true })
    const enter = () => {
      const target = element.querySelector<HTMLElement>('.cm-content')
      if (!target) return false
      target.focus({ preventScroll: true })
      return true
    }
    if (enter()) return
    const observer = new MutationObserver(() => (enter() ? observer.disconnect() : undefined))
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return container
}

import { useRef } from 'react'

interface FocusReturn {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/** A menu item no longer exists when the dialog it opened closes, so use the menu's button. */
function lastingOrigin(active: Element | null): Element | null {
  const menu = active?.closest('[role=menu]')
  const trigger = menu?.getAttribute('aria-labelledby')
  return trigger ? document.getElementById(trigger) : active
}

/** Returns focus after a dialog that has no trigger element. */
export function useFocusReturn(): FocusReturn {
  const origin = useRef<Element | null>(null)
  return {
    onOpenAutoFocus(event) {
      origin.current = lastingOrigin(document.activeElement)
      const dialog = event.currentTarget
      const wanted = dialog instanceof Element ? dialog.querySelector('[data-autofocus]') : null
      if (!(wanted instanceof HTMLElement)) return
      event.preventDefault()
      wanted.focus()
    },
    onCloseAutoFocus(event) {
      event.preventDefault()
      // Do not override focus that was set while closing.
      if (document.activeElement && document.activeElement !== document.body) return
      // A dialog that an address opened has no element to return to.
      const isUsable = origin.current?.isConnected && origin.current !== document.body
      const back = isUsable ? origin.current : document.querySelector('main')
      if (back instanceof HTMLElement) back.focus()
    },
  }
}

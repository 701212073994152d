import { useRef } from 'react'

interface FocusReturn {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/** A menu's entry is gone when the dialog that it opened closes; the menu's button is still there. */
function lastingOrigin(active: Element | null): Element | null {
  const menu = active?.closest('[role=menu]')
  const trigger = menu?.getAttribute('aria-labelledby')
  return trigger ? document.getElementById(trigger) : active
}

/** Sends focus back to where it was before a dialog without a trigger of its own opened. */
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
      // Whoever closed it may have put the focus where it belongs already.
      if (document.activeElement && document.activeElement !== document.body) return
      const back = origin.current?.isConnected ? origin.current : document.querySelector('main')
      if (back instanceof HTMLElement) back.focus()
    },
  }
}

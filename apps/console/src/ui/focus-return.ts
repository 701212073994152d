import { useRef } from 'react'

interface FocusReturn {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/** Sends focus back to where it was before a dialog without a trigger of its own opened. */
export function useFocusReturn(): FocusReturn {
  const origin = useRef<Element | null>(null)
  return {
    onOpenAutoFocus(event) {
      origin.current = document.activeElement
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

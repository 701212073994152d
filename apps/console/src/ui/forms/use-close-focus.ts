import { useRef } from 'react'

/**
 * Returns the focus to a select's button when its list has closed, unless the user has moved it to another control by
 * then. The list fades out first, so without this a key meant for that control would open the list again.
 */
export function useCloseFocus() {
  const trigger = useRef<HTMLButtonElement>(null)
  const onCloseAutoFocus = (event: Event) => {
    // The page and an enclosing dialog contain the button: they have the focus if nothing else took it.
    if (!document.activeElement?.contains(trigger.current)) event.preventDefault()
  }
  return { trigger, onCloseAutoFocus }
}

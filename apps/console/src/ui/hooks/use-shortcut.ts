import { useEffect, useEffectEvent } from 'react'

/** Whether a key press at this target is text input. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable=true]') !== null
  )
}

function isModalOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}

/** Whether a key press without modifiers may be a shortcut: nobody is typing and no dialog is open. */
export function isShortcutPress(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return !(event.defaultPrevented || isTyping(event.target) || isModalOpen())
}

/** Runs an action on a single key, except while typing or while a dialog is open. */
export function useShortcut(key: string, act: () => void) {
  const run = useEffectEvent(act)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || !isShortcutPress(event)) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [key])
}

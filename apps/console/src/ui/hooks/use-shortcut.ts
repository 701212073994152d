import { useEffect, useEffectEvent } from 'react'

/** Whether a key press at this target is text input. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable=true]') !== null
  )
}

/** Whether a key press is Ctrl+S or ⌘S. */
export function isSaveKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false
  return event.key.toLowerCase() === 's'
}

function isModalOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}

/** Whether nobody is typing, no dialog is open and nothing else has used the key. */
function isFree(event: KeyboardEvent): boolean {
  return !(event.defaultPrevented || isTyping(event.target) || isModalOpen())
}

/** Whether a key press without modifiers may be a shortcut: nobody is typing and no dialog is open. */
export function isShortcutPress(event: KeyboardEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.altKey) && isFree(event)
}

function isModPress(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && isFree(event)
}

function useKeyPress(key: string, isPress: (event: KeyboardEvent) => boolean, act: () => void) {
  const run = useEffectEvent(act)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || !isPress(event)) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [key, isPress])
}

/** Runs an action on a single key, except while typing or while a dialog is open. */
export function useShortcut(key: string, act: () => void) {
  useKeyPress(key, isShortcutPress, act)
}

/** Runs an action on a key with Ctrl or ⌘, except while typing or while a dialog is open. */
export function useModShortcut(key: string, act: () => void) {
  useKeyPress(key, isModPress, act)
}

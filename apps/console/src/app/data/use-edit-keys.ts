import { useEffect, useEffectEvent } from 'react'
import { isSaveKey, isTyping } from '../../ui/hooks/use-shortcut.ts'

interface EditKeys {
  undo: () => void
  redo: () => void
  save: () => void
}

/** The action of a key press: Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y, Ctrl+S. */
function readEditKey(event: KeyboardEvent): keyof EditKeys | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  if (isSaveKey(event)) return 'save'
  const key = event.key.toLowerCase()
  if (key === 'y' && !event.shiftKey) return 'redo'
  if (key !== 'z') return undefined
  return event.shiftKey ? 'redo' : 'undo'
}

/** Shortcuts of the whole screen. Text fields keep their own undo; dialogs disable all of them. */
export function useEditKeys(keys: EditKeys) {
  const run = useEffectEvent((act: keyof EditKeys) => keys[act]())
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = readEditKey(event)
      if (act === undefined || event.defaultPrevented) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) {
        if (act === 'save') event.preventDefault()
        return
      }
      if (act !== 'save' && isTyping(event.target)) return
      event.preventDefault()
      run(act)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

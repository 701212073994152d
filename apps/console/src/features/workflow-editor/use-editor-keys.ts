import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../ui/hooks/use-shortcut.ts'

export interface EditorKeys {
  save: () => void
  execute: () => void
  undo: () => void
  redo: () => void
  duplicate: () => void
  selectAll: () => void
  remove: () => void
  addNode: () => void
  addNote: () => void
  toggleActive: () => void
  rename: () => void
  fit: () => void
  tidyUp: () => void
  find: () => void
  clear: () => void
}

const WITH_CONTROL: Readonly<Record<string, keyof EditorKeys>> = {
  s: 'save',
  enter: 'execute',
  z: 'undo',
  y: 'redo',
  'shift+z': 'redo',
  d: 'duplicate',
  a: 'selectAll',
}
const ALONE: Readonly<Record<string, keyof EditorKeys>> = {
  delete: 'remove',
  backspace: 'remove',
  n: 'addNode',
  '/': 'addNode',
  d: 'toggleActive',
  s: 'addNote',
  f2: 'rename',
  1: 'fit',
  t: 'tidyUp',
  f: 'find',
  escape: 'clear',
}
/** These also work while a text field has focus. */
const EVERYWHERE: ReadonlySet<keyof EditorKeys> = new Set(['save', 'execute'])

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** Maps a key press to an action. */
export function readEditorKey(press: Press): keyof EditorKeys | undefined {
  if (press.altKey) return undefined
  const key = press.key.toLowerCase()
  if (press.ctrlKey || press.metaKey) return WITH_CONTROL[press.shiftKey ? `shift+${key}` : key]
  return press.shiftKey && key !== '/' ? undefined : ALONE[key]
}

function isModalOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}

/** Keyboard shortcuts of the editor; inactive while typing, except for save and execute. */
export function useEditorKeys(keys: EditorKeys) {
  const run = useEffectEvent((act: keyof EditorKeys) => keys[act]())
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = readEditorKey(event)
      if (act === undefined || event.defaultPrevented) return
      if (isModalOpen() || isTyping(event.target)) return
      event.preventDefault()
      run(act)
    }
    // In the capture phase, before code editors insert a new line.
    const pressAnywhere = (event: KeyboardEvent) => {
      const act = readEditorKey(event)
      if (act === undefined || !EVERYWHERE.has(act)) return
      event.preventDefault()
      event.stopPropagation()
      if (!isModalOpen()) run(act)
    }
    window.addEventListener('keydown', pressAnywhere, { capture: true })
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', pressAnywhere, { capture: true })
      window.removeEventListener('keydown', press)
    }
  }, [])
}

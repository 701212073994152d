import { createContext, use } from 'react'
import type { Editor } from './create-editor.ts'

interface EditorContextValue {
  editor: Editor
  /** Brings the keyboard to the palette's search. */
  openPalette: () => void
  /** The workflow is only looked at. */
  isReadOnly?: boolean
}

/** Reaches into the cards and lines that the canvas draws by itself. */
export const EditorContext = createContext<EditorContextValue | null>(null)

export function useEditorContext(): EditorContextValue {
  const value = use(EditorContext)
  if (value === null) throw new Error('useEditorContext must be used within an EditorContext')
  return value
}

import { createContext, use } from 'react'
import type { DefinitionOf } from '../parameters/unknown-parameters.ts'
import type { Editor } from './create-editor.ts'

interface EditorContextValue {
  editor: Editor
  /** Focuses the palette's search field. */
  openPalette: () => void
  /** Undefined where nodes are not checked. */
  definitionOf?: DefinitionOf
  isReadOnly?: boolean
}

/** Gives access to the editor from cards and edges, which React Flow renders. */
export const EditorContext = createContext<EditorContextValue | null>(null)

export function useEditorContext(): EditorContextValue {
  const value = use(EditorContext)
  if (value === null) throw new Error('useEditorContext must be used within an EditorContext')
  return value
}

import type { Column } from '@plinth/contract'
import { hasRichText } from './cells/print-cell.ts'
import { calendar, fileEditor, jsonValueEditor, markdownView } from './editors/parts.tsx'
import { filterEditor } from './toolbar/load-filter-editor.ts'

/** Delay before preloading, so that rows are loaded first. */
const PAUSE_MS = 300

/** Preloads the editors for the types of the given fields; returns a function that cancels. */
export function preloadEditors(fields: readonly Column[]): () => void {
  const timer = setTimeout(() => {
    void filterEditor.preload()
    const types = new Set(fields.map(({ type }) => type))
    if (types.has('date')) void calendar.preload()
    if (types.has('json')) void jsonValueEditor.preload()
    if (fields.some(hasRichText)) void markdownView.preload()
    if (types.has('image') || types.has('file')) void fileEditor.preload()
  }, PAUSE_MS)
  return () => clearTimeout(timer)
}

import type { Column } from '@plinth/contract'
import { hasRichText } from './cells/print-cell.ts'
import { calendar, fileEditor, jsonValueEditor, markdownView } from './editors/parts.tsx'
import { filterEditor } from './toolbar/load-filter-editor.ts'

/** Delay before preloading, so that rows are loaded first. */
const PAUSE_MS = 300

/** Preloads the editors for the types of the given fields; returns a function that cancels. */
export function preloadEditors(fields: readonly Column[]): () => void {
  const timer = setTimeout(() => {
    const types = new Set(fields.map(({ type }) => type))
    const parts = [
      filterEditor,
      ...(types.has('date') ? [calendar] : []),
      ...(types.has('json') ? [jsonValueEditor] : []),
      ...(fields.some(hasRichText) ? [markdownView] : []),
      ...(types.has('image') || types.has('file') ? [fileEditor] : []),
    ]
    // An editor that cannot be loaded now is loaded when it is opened.
    for (const part of parts) part.preload().catch(() => undefined)
  }, PAUSE_MS)
  return () => clearTimeout(timer)
}

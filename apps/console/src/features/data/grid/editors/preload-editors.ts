import type { Column } from '@plinth/contract'

/** Rows come first; what is loaded by itself follows when they are there. */
const PAUSE_MS = 300

/** Fetches the parts of editors that some fields will need. */
export function preloadEditors(fields: readonly Column[]): () => void {
  const timer = setTimeout(() => {
    const types = new Set(fields.map(({ type }) => type))
    if (types.has('date')) void import('./calendar.tsx')
    if (types.has('json')) void import('../../json-value-editor.tsx')
    if (types.has('image') || types.has('file')) void import('../files/file-editor.tsx')
  }, PAUSE_MS)
  return () => clearTimeout(timer)
}

import type { Column } from '@plinth/contract'
import { hasRichText } from '../print-cell.ts'

/** Rows come first; editors that are loaded by themselves follow when they are there. */
const PAUSE_MS = 300

/** Fetches the editors that some fields will need, so that the first key typed into a cell finds its editor. */
export function preloadEditors(fields: readonly Column[]): () => void {
  const timer = setTimeout(() => {
    if (fields.some(({ type }) => type === 'date')) void import('./date-editor.tsx')
    if (fields.some(hasRichText)) void import('./rich-text-editor.tsx')
    if (fields.some(({ type }) => type === 'json')) void import('../../json-value-editor.tsx')
  }, PAUSE_MS)
  return () => clearTimeout(timer)
}

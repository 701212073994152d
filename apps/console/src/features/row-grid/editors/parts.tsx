import { loadPart } from './load-part.tsx'

/** Lazily loaded parts of the grid: large, and not needed by every table. */
export const calendar = loadPart(async () => (await import('./calendar.tsx')).Calendar)
export const jsonValueEditor = loadPart(
  async () => (await import('../../../ui/code/json-value-editor.tsx')).JsonValueEditor,
)
export const fileEditor = loadPart(async () => (await import('./file-editor.tsx')).FileEditor)
export const markdownView = loadPart(
  async () => (await import('../../../ui/markdown/markdown-view.tsx')).MarkdownView,
)

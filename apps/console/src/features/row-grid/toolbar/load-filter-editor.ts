import { loadPart } from '../editors/load-part.tsx'

/** The filter editor is large and not every visitor filters, so it is loaded on its own. */
export const filterEditor = loadPart(async () => (await import('./filter-editor.tsx')).FilterEditor)

import { loadPart } from '../editors/load-part.tsx'

/** Loaded on demand, because the filter editor is large and often unused. */
export const filterEditor = loadPart(async () => (await import('./filter-editor.tsx')).FilterEditor)

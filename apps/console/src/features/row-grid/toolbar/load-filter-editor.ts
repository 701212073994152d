import type { FilterBuilderProps } from '../../../state/filter/filter-builder.tsx'
import { loadPart } from '../editors/load-part.tsx'

/** Loaded on demand, because the filter editor is large and often unused. */
export const filterEditor = loadPart(async () => (await import('./filter-editor.tsx')).FilterEditor)

export const filterBuilder = loadPart<FilterBuilderProps>(
  async () => (await import('../../../state/filter/filter-builder.tsx')).FilterBuilder,
)

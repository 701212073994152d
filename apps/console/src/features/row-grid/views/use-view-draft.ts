import type { TableView, ViewFilter } from '@plinth/contract'
import { useCallback, useEffect } from 'react'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useKeptDrafts } from '../../../state/unsaved/kept-drafts.ts'
import { isChangedView, type ViewDraft, viewDrafts } from './view-drafts.ts'

interface DraftOptions {
  tableId: string
  /** The shown view; undefined for the remembered one. */
  view: TableView | undefined
  /** All views of the table; undefined until they are known. */
  views: readonly TableView[] | undefined
  print: (filter: ViewFilter) => string
}

/** The unsaved changes of the shown view, which stay over screens and reloads. */
export function useViewDraft({ tableId, view, views, print }: DraftOptions) {
  const { id: projectId, name: project } = useCurrentProject()
  const drafts = useKeptDrafts(viewDrafts, projectId)
  useEffect(() => {
    if (!views) return
    // Views that were deleted, or saved elsewhere with the same changes.
    for (const { id, draft } of drafts.values()) {
      const saved = views.find((one) => one.id === id)
      if (draft.tableId === tableId && !(saved && isChangedView(saved, draft, print)))
        viewDrafts.drop(projectId, id)
    }
  }, [drafts, views, projectId, tableId, print])
  const change = useCallback(
    (to: TableView, { settings, filter }: Omit<ViewDraft, 'tableId'>) => {
      const { id, name } = to
      const now = viewDrafts.find({ projectId, id })?.draft
      const next = {
        ...{ tableId, settings: { ...now?.settings, ...settings } },
        filter: filter ?? now?.filter,
      }
      if (isChangedView(to, next, print))
        viewDrafts.set({ projectId, id, project, name, draft: next })
      else viewDrafts.drop(projectId, id)
    },
    [projectId, project, tableId, print],
  )
  return {
    ...{ drafts, change },
    shown: view && drafts.get(view.id),
    discard: (viewId: string) => viewDrafts.drop(projectId, viewId),
  }
}

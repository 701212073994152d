import type { Configuration, GridPreferences } from '@plinth/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  FIELD_PARAMETER,
  ROW_PARAMETER,
  TABLE_PARAMETER,
  VIEW_PARAMETER,
} from '../../../state/places.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { useGridPreferences } from '../columns/use-grid-preferences.ts'
import { viewStrings as strings } from '../strings/view-strings.ts'
import { printStoredFilter, storeFilter } from './stored-filter.ts'
import { useTableViews } from './view-calls.ts'
import { changeDraft, dropDraft, isChangedView, viewDrafts } from './view-drafts.ts'

interface ViewOptions {
  projectId: string
  tableId: string
  synced: Configuration
}

/** The view that the address names, and how another one is shown. */
function useChosenView(tableId: string) {
  const [params, setParams] = useSearchParams()
  const chosen = params.get(TABLE_PARAMETER) === tableId ? params.get(VIEW_PARAMETER) : null
  const choose = useCallback(
    (viewId: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const name of [FIELD_PARAMETER, ROW_PARAMETER, VIEW_PARAMETER]) next.delete(name)
          next.set(TABLE_PARAMETER, tableId)
          if (viewId !== null) next.set(VIEW_PARAMETER, viewId)
          return next
        },
        { replace: true },
      ),
    [setParams, tableId],
  )
  return { chosen, choose }
}

/**
 * What the grid shows: the person's remembered view, or the named view of the address with its unsaved changes.
 * `preferences` is undefined until known.
 */
export function useGridView({ projectId, tableId, synced }: ViewOptions) {
  const [mine, preferMine] = useGridPreferences({ projectId, tableId })
  const [myFilter, setMyFilter] = useState('')
  const [isWanted, setWanted] = useState(false)
  const { chosen, choose } = useChosenView(tableId)
  const list = useTableViews({ projectId, tableId }, isWanted || chosen !== null)
  const view = chosen === null ? undefined : list.data?.find(({ id }) => id === chosen)
  const isGone = chosen !== null && !view && (list.isError || (list.isSuccess && !list.isFetching))
  useEffect(() => {
    if (!isGone) return
    const title = list.isError ? strings.notLoadedTitle : strings.goneTitle
    const description = list.isError ? strings.notLoadedText : strings.goneText
    showToast({ title, description, variant: 'destructive' })
    choose(null)
  }, [isGone, choose, list.isError])

  const drafts = viewDrafts.use()
  const ground = useMemo(() => ({ synced, tableId }), [synced, tableId])
  const stored = useMemo(() => view && printStoredFilter(view.filter, ground), [view, ground])
  const draft = view && drafts.get(view.id)
  const viewId = view?.id
  const preferences = useMemo(
    () => (view ? { ...view.settings, ...draft?.settings } : chosen === null ? mine : undefined),
    [view, draft, chosen, mine],
  )
  const filter = view ? (draft?.filter ?? stored ?? '') : myFilter
  const prefer = useCallback(
    (settings: Partial<GridPreferences>) =>
      viewId === undefined ? preferMine(settings) : changeDraft(viewId, { settings }),
    [viewId, preferMine],
  )
  const setFilter = (next: string) =>
    viewId === undefined ? setMyFilter(next) : changeDraft(viewId, { settings: {}, filter: next })
  return {
    ...{ view, list, preferences, prefer, filter, setFilter, choose },
    isChanged: view !== undefined && isChangedView(view, stored ?? '', draft),
    /** Drops the unsaved changes; of the remembered view that is its filter. */
    discard: () => (viewId === undefined ? setMyFilter('') : dropDraft(viewId)),
    /** Called when the menu opens. */
    load: () => setWanted(true),
    /** What a saved view has, as the grid shows it now. */
    content: () => preferences && { settings: preferences, filter: storeFilter(filter, ground) },
  }
}

export type GridView = ReturnType<typeof useGridView>

/** The dialog that is open: name a new view, rename or share the shown one, or delete it. */
export type ViewAct = 'create' | 'edit' | 'delete'

import type { Configuration, GridPreferences, ViewFilter } from '@plinth/contract'
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
import { useViewDraft } from './use-view-draft.ts'
import { useTableViews } from './view-calls.ts'

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

  const ground = useMemo(() => ({ synced, tableId }), [synced, tableId])
  const print = useCallback((one: ViewFilter) => printStoredFilter(one, ground), [ground])
  const views = list.isSuccess && !list.isFetching ? list.data : undefined
  const { drafts, shown, change, discard } = useViewDraft({ tableId, view, views, print })
  const draft = shown?.draft
  const preferences = useMemo(
    () => (view ? { ...view.settings, ...draft?.settings } : chosen === null ? mine : undefined),
    [view, draft, chosen, mine],
  )
  const viewFilter = draft?.filter ?? view?.filter
  const filter = useMemo(
    () => (viewFilter ? print(viewFilter) : myFilter),
    [viewFilter, print, myFilter],
  )
  const prefer = useCallback(
    (settings: Partial<GridPreferences>) =>
      view ? change(view, { settings }) : preferMine(settings),
    [view, change, preferMine],
  )
  const setFilter = (next: string) =>
    view ? change(view, { settings: {}, filter: storeFilter(next, ground) }) : setMyFilter(next)
  return {
    ...{ view, list, preferences, prefer, filter, setFilter, choose },
    isChanged: shown !== undefined,
    /** Whether the unsaved changes are too large to survive a reload. */
    isTooLarge: shown?.isTooLarge === true,
    /** Whether a view of the list has unsaved changes. */
    hasDraft: (viewId: string) => drafts.has(viewId),
    /** Drops the unsaved changes; of the remembered view that is its filter. */
    discard: () => (view ? discard(view.id) : setMyFilter('')),
    /** Called when the menu opens. */
    load: () => setWanted(true),
    /** What a saved view has, as the grid shows it now. */
    content: () => preferences && { settings: preferences, filter: storeFilter(filter, ground) },
  }
}

export type GridView = ReturnType<typeof useGridView>

/** The dialog that is open: name a new view, rename or share the shown one, or delete it. */
export type ViewAct = 'create' | 'edit' | 'delete'

import { ApiError } from '@plinth/client'
import {
  createTableView,
  deleteTableView,
  listTableViews,
  type TableView,
  type TableViewBody,
  updateTableView,
} from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { viewStrings as strings } from '../strings/view-strings.ts'

interface ViewedTable {
  projectId: string
  tableId: string
}

const keyOf = ({ projectId, tableId }: ViewedTable) => ['table views', projectId, tableId] as const

/** The views of a table; they are loaded when one is shown or the menu was opened. */
export function useTableViews(table: ViewedTable, isWanted: boolean) {
  const { projectId, tableId } = table
  return useQuery({
    queryKey: keyOf(table),
    queryFn: ({ signal }) =>
      client.call(listTableViews, { params: { projectId }, query: { table: tableId }, signal }),
    select: ({ views }) => views,
    enabled: isWanted,
  })
}

/** Why a view could not be saved or deleted, for the person. */
export function describeViewFailure(error: unknown): string {
  return error instanceof ApiError ? error.message : strings.tryAgain
}

/** A changed view names the revision that was read, so that a newer one is not overwritten. */
type Saving = TableViewBody & { saved?: TableView | undefined }

/** Saves a new view, or a changed one. */
export function useSaveView(table: ViewedTable) {
  const { projectId, tableId } = table
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ saved, ...body }: Saving) => {
      const { view } = saved
        ? await client.call(updateTableView, {
            params: { projectId, viewId: saved.id },
            body,
            ifMatch: saved.revision,
          })
        : await client.call(createTableView, { params: { projectId }, body: { ...body, tableId } })
      return view
    },
    onSuccess: (view) => {
      cache.setQueryData(keyOf(table), (now: { views: TableView[] } | undefined) => {
        const others = now?.views.filter(({ id }) => id !== view.id) ?? []
        return {
          views: [...others, view].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        }
      })
      showToast({ title: strings.saved(view.name) })
    },
    onError: (error) => logFailure('Saving a view', error),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(table) }),
  })
}

export function useDeleteView(table: ViewedTable) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: TableView) =>
      client.call(deleteTableView, {
        params: { projectId: table.projectId, viewId: id },
        ifMatch: revision,
      }),
    onSuccess: (_, { name }) => showToast({ title: strings.deleted(name) }),
    onError: (error) => {
      logFailure('Deleting a view', error)
      showToast({
        title: strings.deleteFailed,
        description: describeViewFailure(error),
        variant: 'destructive',
      })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(table) }),
  })
}

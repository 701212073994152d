import type { GridPreferences, TableView } from '@plinth/contract'
import { createExternalStore } from '../../../ui/hooks/external-store.ts'

/** Unsaved changes to a view. */
export interface ViewDraft {
  settings: Partial<GridPreferences>
  filter?: string
}

/** By view id, so that the changes stay while another view or table is shown. */
export const viewDrafts = createExternalStore<ReadonlyMap<string, ViewDraft>>(new Map())

export function changeDraft(viewId: string, { settings, filter }: ViewDraft): void {
  const now = viewDrafts.get().get(viewId)
  const next = {
    ...now,
    ...(filter === undefined ? {} : { filter }),
    settings: { ...now?.settings, ...settings },
  }
  viewDrafts.set(new Map(viewDrafts.get()).set(viewId, next))
}

export function dropDraft(viewId: string): void {
  const rest = new Map(viewDrafts.get())
  rest.delete(viewId)
  viewDrafts.set(rest)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether the draft differs from the saved view, whose filter has the text `filter`. */
export function isChangedView(
  { settings }: Pick<TableView, 'settings'>,
  filter: string,
  draft: ViewDraft | undefined,
): boolean {
  if (!draft) return false
  const isFiltered = draft.filter !== undefined && draft.filter !== filter
  return isFiltered || !isSame({ ...settings, ...draft.settings }, settings)
}

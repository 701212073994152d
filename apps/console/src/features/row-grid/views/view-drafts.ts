import { GridPreferences, type TableView, ViewFilter } from '@plinth/contract'
import * as z from 'zod'
import { createKeptDrafts, type KeptDrafts } from '../../../state/unsaved/kept-drafts.ts'

/** Unsaved changes to a view. */
export interface ViewDraft {
  tableId: string
  settings: Partial<GridPreferences>
  filter?: ViewFilter | undefined
}

const StoredDraft = z.object({
  tableId: z.string(),
  settings: z.record(z.string(), z.unknown()),
  filter: ViewFilter.optional(),
})

/** Reads a stored draft; undefined if it is not one of this version. */
export function parseViewDraft(stored: unknown): ViewDraft | undefined {
  const draft = StoredDraft.safeParse(stored).data
  const settings = draft && GridPreferences.safeParse(draft.settings).data
  if (!settings) return undefined
  // The shape fills in defaults, which the draft does not change.
  const changed = Object.entries(settings).filter(([name]) => name in draft.settings)
  return { ...draft, settings: Object.fromEntries(changed) as Partial<GridPreferences> }
}

/** By view id, so that the changes stay while another view, table or screen is shown. */
export const viewDrafts: KeptDrafts<ViewDraft> = createKeptDrafts({
  kind: 'view',
  parse: parseViewDraft,
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether the draft differs from the saved view; `print` writes the present names into a filter. */
export function isChangedView(
  { settings, filter }: Pick<TableView, 'settings' | 'filter'>,
  draft: ViewDraft,
  print: (filter: ViewFilter) => string,
): boolean {
  const isFiltered = draft.filter !== undefined && print(draft.filter) !== print(filter)
  return isFiltered || !isSame({ ...settings, ...draft.settings }, settings)
}

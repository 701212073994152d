import { useCallback, useState } from 'react'
import { isEdited, keepEditsOfMissing, type Missing } from './missing-rows.ts'
import type { SavedTable } from './save-tables.ts'

interface Left {
  filter: string | undefined
  ids: readonly string[]
}

const NO_ROWS: readonly string[] = []

/** The edited rows that left the list under its filter, and the function to call when rows are missing. */
export function useMissingRows({ scope, store }: SavedTable, filter: string | undefined) {
  const { projectId, environment, table } = scope
  const [left, setLeft] = useState<Left>({ filter, ids: NO_ROWS })
  const onMissing = useCallback(
    (missing: Missing) => {
      const { edits } = store.get()
      const ids = [...missing.keys()].filter(
        (id) => missing.get(id) === 'leave' && isEdited(edits, id),
      )
      if (ids.length > 0) {
        setLeft((now) => ({
          filter,
          ids: [...new Set([...(now.filter === filter ? now.ids : NO_ROWS), ...ids])],
        }))
      }
      void keepEditsOfMissing({ scope: { projectId, environment, table }, store }, missing)
    },
    [projectId, environment, table, store, filter],
  )
  return { left: left.filter === filter ? left.ids : NO_ROWS, onMissing }
}

import { useEffect, useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { readStored } from '../edits/stored-rows.ts'
import type { LoadedRows } from '../edits/use-rows.ts'
import { isNewId } from '../rows/new-row-id.ts'
import type { RowScope } from '../rows/row-scope.ts'

/** Why the row of the panel is not among the loaded rows; `far` is in the list, at a place that is not known. */
export type LostRow = 'deleted' | 'left' | 'far'

interface LostRowOptions {
  scope: RowScope
  filter: string | undefined
  /** Undefined unless the row is lost. */
  id: string | undefined
  /** Whether an editor of the row is open, which waits with newer versions. */
  isEdited: boolean
  loaded: LoadedRows
}

interface Found {
  id: string
  why: LostRow
}

/** Asks the server what became of a row that is not among the loaded ones. */
export function useLostRow({ scope, filter, id, isEdited, loaded }: LostRowOptions) {
  const { projectId, environment, table } = scope
  const { pages, show, version } = loaded
  const [found, setFound] = useState<Found>()
  const isSettled = pages.isSettled()
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were loaded again may have lost it, too
  useEffect(() => {
    if (id === undefined || !isSettled) return
    let isOver = false
    const find = async (): Promise<LostRow> => {
      if (isNewId(id)) return 'deleted'
      const place = { projectId, environment, table }
      const [row] = await readStored(place, [id])
      if (!row) return 'deleted'
      const isNewer = pages.find(id)?.updatedOn !== row.updatedOn
      if (isNewer && !isEdited && !isOver) show(row)
      if (filter === undefined) return 'far'
      const listed = await readStored(place, [id], filter)
      return listed.length === 0 ? 'left' : 'far'
    }
    find().then(
      (why) => {
        if (!isOver) setFound({ id, why })
      },
      (error: unknown) => logFailure('Looking for a row', error),
    )
    return () => {
      isOver = true
    }
  }, [projectId, environment, table, filter, id, isSettled, isEdited, version])
  return found !== undefined && found.id === id ? found.why : undefined
}

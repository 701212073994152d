import type { RowChange } from '@plinth/client'
import { listRows, type Row } from '@plinth/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { recountRows } from '../../../state/row-counts.ts'
import { PAGE_SIZE } from '../rows/cached-rows.ts'
import { createRowPages, type RowPages } from '../rows/row-pages.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { mergeTheirs } from './clashes.ts'
import type { GridStore } from './grid-store.ts'
import type { Missing } from './missing-rows.ts'
import { useMissingRows } from './use-missing-rows.ts'

interface RowsQuery {
  filter: string | undefined
  sort: string | undefined
}

interface Loaded {
  /** Undefined until the first response. */
  total: number | undefined
  /** Incremented for every loaded page, to trigger a render. */
  version: number
  error: unknown
}

const NOTHING: Loaded = { total: undefined, version: 0, error: undefined }

interface Source extends RowsQuery {
  scope: RowScope
  store: GridStore
}

export interface LoadedRows extends Loaded {
  pages: RowPages
  /** Shows a newer version of a row; unsaved edits of it stay. */
  show: (row: Row) => void
  /** Keeps the unsaved edits of rows that are no longer in the list. */
  onMissing: (missing: Missing) => void
  /** The rows with unsaved edits that left the list. */
  left: readonly string[]
  /** The last change of the row whose cell is edited. */
  waiting: RowChange<Row> | undefined
  onWaiting: (change: RowChange<Row> | undefined) => void
}

/** The rows of a table, loaded as they scroll into view. */
export function useRows({ scope, store, filter, sort }: Source): LoadedRows {
  const [loaded, setLoaded] = useState(NOTHING)
  const [waiting, setWaiting] = useState<RowChange<Row>>()
  const missing = useMissingRows({ scope, store }, filter)
  const { projectId, environment, table } = scope
  const pages = useMemo(() => {
    let total: number | undefined
    return createRowPages({
      load: async (page, signal) => {
        const answer = await client.call(listRows, {
          params: { table },
          query: {
            $projectId: projectId,
            $environment: environment,
            $version: 'v2',
            $page: page + 1,
            $limit: PAGE_SIZE,
            // Counting a large table costs more than reading a page, so it is counted once and on page 0.
            $count: total === undefined || page === 0 ? 'true' : 'false',
            ...(filter === undefined ? {} : { $filter: filter }),
            ...(sort === undefined ? {} : { $sort: sort }),
          },
          signal,
        })
        total = answer.total ?? total
        return { rows: answer.data, total }
      },
      onRows: ({ rows, total: now }) => {
        store.change((edits) =>
          edits.bases.size === 0 ? edits : rows.reduce((all, row) => mergeTheirs(all, row), edits),
        )
        // At once, so that no key press acts on rows that are no longer at their place.
        flushSync(() =>
          setLoaded(({ version }) => ({ total: now, version: version + 1, error: undefined })),
        )
      },
      onError: (error) => {
        logFailure('Loading rows', error)
        setLoaded((now) => ({ ...now, version: now.version + 1, error }))
      },
    })
  }, [projectId, environment, table, filter, sort, store])
  useEffect(() => () => pages.stop(), [pages])
  useEffect(() => {
    store.saved.current = ({ stored, deleted, deletedByOthers, theirs }) => {
      const rows = [...stored.map(({ row }) => row), ...theirs]
      pages.rename(stored)
      pages.put(rows)
      // Without an answer there is nothing new to load.
      if (rows.length + deleted.length + deletedByOthers.length === 0) return
      pages.refresh()
      recountRows(projectId)
    }
    return () => {
      store.saved.current = undefined
    }
  }, [pages, store, projectId])
  const show = useCallback(
    (row: Row) => {
      pages.put([row])
      store.change((edits) => mergeTheirs(edits, row))
      setLoaded((now) => ({ ...now, version: now.version + 1 }))
    },
    [pages, store],
  )
  return { ...loaded, pages, show, ...missing, waiting, onWaiting: setWaiting }
}

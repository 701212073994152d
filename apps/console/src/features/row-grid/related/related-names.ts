import { type Configuration, listRows } from '@plinth/contract'
import { findDisplayField, findTable } from '@plinth/schema'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { filterByIds } from '../../../state/filter/filter-by-ids.ts'
import type { RowScope } from '../rows/row-scope.ts'

/** As many ids as fit in one filter of 4 KB. */
const MAX_IDS = 60
/** Collects the cells that are rendered together. */
const BATCH_MS = 30

export type ReadNames = (tableId: string, ids: readonly string[]) => Promise<Map<string, string>>

function displayOf(synced: Configuration, tableId: string) {
  const table = findTable(synced, tableId)
  return { table, field: table && findDisplayField(table)?.name }
}

/** Whether the rows of a table have display values. */
export function hasDisplayValues(synced: Configuration, tableId: string): boolean {
  return displayOf(synced, tableId).field !== undefined
}

/** Reads the display values of rows from the server. */
export function readNamesOf(synced: Configuration, scope: RowScope): ReadNames {
  return async (tableId, ids) => {
    const { table, field } = displayOf(synced, tableId)
    if (!table || field === undefined) return new Map()
    const { data } = await client.call(listRows, {
      params: { table: table.name },
      query: {
        $projectId: scope.projectId,
        $environment: scope.environment,
        $limit: ids.length,
        $version: 'v2',
        $count: 'false',
        $columns: `id,${field}`,
        $filter: filterByIds(ids),
      },
    })
    return new Map(data.map((row) => [row.id, `${row[field] ?? ''}`]))
  }
}

/** A cache of display values, filled in batches for the cells in view. */
export function createRelatedNames(read: ReadNames) {
  const names = new Map<string, string>()
  const asked = new Set<string>()
  const wanted = new Map<string, string[]>()
  const listeners = new Set<() => void>()
  let isScheduled = false
  let version = 0

  const load = async (tableId: string, ids: readonly string[]) => {
    try {
      for (const [id, name] of await read(tableId, ids)) names.set(id, name)
      version += 1
      for (const listener of listeners) listener()
    } catch (error) {
      // The cells keep their ids; the next cell that needs the names asks again.
      for (const id of ids) asked.delete(id)
      logFailure('Reading display values', error)
    }
  }
  const flush = () => {
    isScheduled = false
    for (const [tableId, ids] of wanted) {
      for (let at = 0; at < ids.length; at += MAX_IDS) {
        void load(tableId, ids.slice(at, at + MAX_IDS))
      }
    }
    wanted.clear()
  }
  /** Asks for the names of ids that are not known yet. */
  const want = (tableId: string, ids: readonly string[]) => {
    const fresh = ids.filter((id) => !asked.has(id))
    if (fresh.length === 0) return
    for (const id of fresh) asked.add(id)
    wanted.set(tableId, [...(wanted.get(tableId) ?? []), ...fresh])
    if (!isScheduled) setTimeout(flush, BATCH_MS)
    isScheduled = true
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { want, subscribe, version: () => version, get: (id: string) => names.get(id) }
}

export type RelatedNames = ReturnType<typeof createRelatedNames>

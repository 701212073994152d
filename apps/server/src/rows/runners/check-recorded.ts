import type { Database } from '@plinth/contract'
import { shapesOf } from '@plinth/schema'
import { readRecord } from '../../databases/engine/catalogue-record.ts'
import {
  findRefusedQueries,
  type RefusedQuery,
} from '../../databases/query-check/find-refused-queries.ts'
import type { Recorded } from './row-runner.ts'

/** A Computed table whose query passes the check. */
export interface CheckedView {
  readonly tableId: string
  readonly name: string
  readonly query: string
}

export interface CheckedRecord {
  readonly views: readonly CheckedView[]
  readonly refused: readonly RefusedQuery[]
}

/** Checks the queries of the recorded Computed tables, before their views are used. */
export async function checkRecorded(
  rows: Recorded['rows'],
  database: Database,
): Promise<CheckedRecord> {
  if (!rows.some(({ definition }) => definition.includes('Computed'))) {
    return { views: [], refused: [] }
  }
  const configuration = readRecord(rows, database)
  const refused = await findRefusedQueries(configuration)
  const ids = new Set(refused.map(({ tableId }) => tableId))
  const views = [...shapesOf(configuration).views.values()]
  return { views: views.filter(({ tableId }) => !ids.has(tableId)), refused }
}

/** Refuses views because of what the database has in their place. */
export function refuseViews(views: readonly CheckedView[], reason: string): RefusedQuery[] {
  return views.map(({ tableId, name, query }) => ({ tableId, table: name, query, reason }))
}

export const MISSING_VIEW = 'Its view is not in the database, or was created from another text.'

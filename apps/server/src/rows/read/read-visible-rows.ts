import type { Data } from '@plinth/expression'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { RowRequest } from '../request/row-request.ts'
import { tooLarge } from '../request/too-large.ts'
import { compilePage } from '../statements/select/compile-select.ts'
import { pageOf } from './list-rows.ts'

/** The rows that the caller may view, by id; one statement. */
export async function readVisibleRows(
  rowRequest: RowRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Data>> {
  const rule = rowRequest.policy.rule(rowRequest.table, 'view')
  if (ids.length === 0 || rule === false) return new Map()
  const query = { ...rowRequest.query, $filter: `id in ${JSON.stringify(ids)}`, $limit: ids.length }
  const page = { ...pageOf({ ...rowRequest, query }), rule, wantsCursor: false, wantsTotal: false }
  const compiled = compilePage(rowRequest.environment.model, page)
  if (!compiled.ok) throw new Error(compiled.message)
  const rows = await rowRequest.runner.read(rowRequest.environment, compiled.statement)
  if (rows.some(({ answer }) => answer === null)) throw tooLarge(page.maxBytes)
  return new Map(
    rows.map(({ answer }) => {
      const row = readStoredObject(String(answer), 'row')
      return [String(row.id), row]
    }),
  )
}

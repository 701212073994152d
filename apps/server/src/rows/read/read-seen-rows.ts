import type { Data } from '@plinth/expression'
import type { Ask } from '../request/ask.ts'
import { compilePage } from '../statements/select/compile-select.ts'
import { pageOf } from './page-of.ts'

/** Rows by their ids, those of them that the caller may view; one statement. */
export async function readSeenRows(
  ask: Ask,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Data>> {
  const rule = ask.judge.rule(ask.table, 'view')
  if (ids.length === 0 || rule === false) return new Map()
  const query = { ...ask.query, $filter: `id in ${JSON.stringify(ids)}`, $limit: ids.length }
  const page = { ...pageOf({ ...ask, query }), rule, wantsCursor: false, wantsTotal: false }
  const compiled = compilePage(ask.environment.model, page)
  if (!compiled.ok) throw new Error(compiled.message)
  const rows = await ask.runner.read(ask.environment, compiled.statement)
  return new Map(
    rows.map(({ answer }) => {
      const row = JSON.parse(String(answer)) as Data
      return [String(row.id), row]
    }),
  )
}

import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render, type Statement } from '../../../databases/sql/render.ts'
import { raw, sql } from '../../../foundation/platform/sql.ts'

/** Selects up to two accounts of an Auth table by id or by any of these addresses, with their password hashes. */
export function compileAccount(
  { dialect }: DataModel,
  table: DataTable,
  by: { id: string } | { emails: readonly [string, string] },
): Statement {
  const cell = (name: string) => table.columns.get(name)?.cell ?? raw('null')
  const text = (value: string) => dialect.bind('text', value)
  const condition =
    'id' in by
      ? sql`${table.key} = ${dialect.bind('id', by.id)}`
      : sql`${cell('email')} in (${text(by.emails[0])}, ${text(by.emails[1])})`
  const account = sql`select ${table.key} as id, ${cell('email')} as email, ${cell('password')} as hash, ${cell('verified')} as verified from ${table.from} where ${condition} limit 2`
  return render(account, dialect.style)
}

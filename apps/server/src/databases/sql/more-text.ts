import { joinSql, type Sql, sql } from '../../foundation/platform/sql.ts'
import type { Field } from './dialect.ts'

export const toPair = ({ key, value }: Field) => [key, value] as const

/** The field `$more` as the start of an object; null if all entries are. No column can have that name. */
export function moreText(entries: readonly Sql[]): Sql {
  return sql`'"$more":{' || nullif(concat_ws(',', ${joinSql(entries, ', ')}), '') || '},'`
}

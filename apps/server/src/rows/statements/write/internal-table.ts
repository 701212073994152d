import { quoteName } from '../../../databases/sql/quote-name.ts'
import { raw, type Sql } from '../../../foundation/platform/sql.ts'

/** One of our own tables beside the rows of an environment, such as `_plinth_audit`. */
export function internalTable({ schema }: { schema: string }, name: string): Sql {
  return raw(`${quoteName(schema)}.${name}`)
}

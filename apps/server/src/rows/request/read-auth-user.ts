import type { Data } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { MaybePromise, RowRunner } from '../runners/row-runner.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { WHOLE_ROW } from '../statements/select/row-object.ts'

interface AskedUser {
  readonly tableId: string
  readonly userId: string
  /** Whether rules read fields that the token does not have. */
  readonly isNeeded: boolean
}

/** The `auth` data of an app user for rules; null if its table or row no longer exists. */
export function readAuthUser(
  { environment, runner }: { environment: LiveEnvironment; runner: RowRunner },
  { tableId, userId, isNeeded }: AskedUser,
): MaybePromise<Data | null> {
  const table = tableOf(environment, tableId)
  if (table?.definition.type !== 'Auth') return null
  const known = { id: userId, table: table.name, kind: 'user' }
  if (!isNeeded) return known
  const seen = { rule: true, view: WHOLE_ROW, viewer: { seesHidden: true } }
  const statement = compileOne(environment.model, { table, id: userId, ...seen })
  return runner
    .read(environment, statement)
    .then(([row]) => (row ? { ...JSON.parse(String(row.answer)), ...known } : null))
}

function tableOf({ model }: LiveEnvironment, tableId: string): DataTable | undefined {
  for (const table of model.tables.values()) if (table.id === tableId) return table
  return undefined
}

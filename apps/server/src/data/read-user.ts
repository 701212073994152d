import type { Data } from '@plinth/expression'
import { compileOne } from './compile/compile-select.ts'
import { WHOLE_ROW } from './compile/row-object.ts'
import type { LiveEnvironment } from './live-environment.ts'
import type { RowRunner } from './run/row-runner.ts'

interface AskedUser {
  readonly tableId: string
  readonly userId: string
  /** Whether more is asked for than the token tells. */
  readonly isNeeded: boolean
}

/** What rules may ask of a signed-in user; null when its table or its row is gone. */
export async function readUser(
  { environment, runner }: { environment: LiveEnvironment; runner: RowRunner },
  { tableId, userId, isNeeded }: AskedUser,
): Promise<Data | null> {
  const { model } = environment
  const table = [...model.tables.values()].find(({ id }) => id === tableId)
  if (table?.definition.type !== 'Auth') return null
  const known = { id: userId, table: table.name, kind: 'user' }
  if (!isNeeded) return known
  const statement = compileOne(model, {
    table,
    id: userId,
    rule: true,
    view: WHOLE_ROW,
    viewer: { seesHidden: true },
  })
  const [row] = await runner.read(environment, statement)
  return row ? { ...JSON.parse(String(row.answer)), ...known } : null
}

import type { Data } from '@plinth/expression'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { LoggedChange } from '../runners/row-runner.ts'
import type { LiveIndex } from './feed/live-index.ts'
import { MAX_ACCOUNT_BYTES } from './limits/live-limits.ts'
import { knownAuthOf } from './live-caller.ts'
import type { LiveContext } from './live-request.ts'
import { readAccounts } from './read-current.ts'

const TOO_LARGE = `Access rules read more than ${MAX_ACCOUNT_BYTES / 1_024} KB of your account, the limit of live rows. Ask the people who run the app to make it smaller.`

/** The rows of accounts that rules read. */
export interface Accounts {
  /** Throws 413 for an account of which rules read too much. */
  get(table: string, id: string): Data | undefined
}

/** Reads the rows of the users whose rules need them, for subscriptions of the changed tables. */
export async function readAccountsOf(
  context: LiveContext,
  of: { environment: LiveEnvironment; changes: readonly LoggedChange[]; index: LiveIndex },
): Promise<Accounts> {
  const { environment, changes, index } = of
  const changed = new Set(changes.map(({ tableId }) => tableId))
  const ids = new Map<string, Set<string>>()
  for (const { connection, plan } of index.needingUsers) {
    if (!changed.has(plan.table.id)) continue
    const auth = knownAuthOf(connection.live, environment)
    if (!auth) continue
    const known = ids.get(String(auth.table)) ?? new Set()
    ids.set(String(auth.table), known.add(String(auth.id)))
  }
  const rows = new Map<string, ReadonlyMap<string, Data | 'too large'>>()
  for (const [name, own] of ids) {
    const table = environment.model.tables.get(name)
    if (table) rows.set(name, await readAccounts(context, { environment, table, ids: [...own] }))
  }
  return {
    get(table, id) {
      const row = rows.get(table)?.get(id)
      if (row === 'too large') throw new ApiError('too_large', TOO_LARGE)
      return row
    },
  }
}

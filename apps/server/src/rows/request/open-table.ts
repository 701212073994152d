import type { DataTable } from '../../databases/sql/data-model.ts'
import type { RequestTrace } from '../../foundation/http/calls/request-trace.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { type EnvironmentKey, isStaleFault } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { RowRunner } from '../runners/row-runner.ts'
import { faultToApiError } from './fault-to-api-error.ts'
import { openEnvironment } from './resolve-environment.ts'

/** A table of a loaded environment, with the runner that executes statements on it. */
export interface OpenTable {
  readonly context: RowsContext
  readonly environment: LiveEnvironment
  readonly table: DataTable
  readonly runner: RowRunner
  readonly now: number
}

function findTable({ model }: LiveEnvironment, name: string): DataTable {
  const table = model.tables.get(name)
  if (!table) throw new ApiError('not_found', `Table with name ${name} not found`)
  return table
}

interface Opening {
  readonly context: RowsContext
  readonly key: EnvironmentKey
  readonly table: string
  readonly trace?: RequestTrace
}

/**
 * Opens a table by its name and passes it to `act`. A statement compiled for an outdated schema fails without changing
 * anything, so the schema is reloaded and `act` is retried once.
 */
export async function withOpenTable<T>(
  { context, key, table: name, trace }: Opening,
  act: (open: OpenTable) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const opening = openEnvironment(context, key)
    const environment = opening instanceof Promise ? await opening : opening
    if (trace) trace.environment = environment
    const table = findTable(environment, name)
    if (trace) trace.table = table
    try {
      const runner = context.environments.runnerOf(environment)
      return await act({ context, environment, table, runner, now: Date.now() })
    } catch (error) {
      if (!isStaleFault(error) || attempt > 1) throw faultToApiError(error, table)
      context.environments.evict(environment)
      // The database may also have been created by an older version, which lacks some bookkeeping tables.
      const { placement } = await openEnvironment(context, key)
      await context.engines[placement.engine].ensureInternalTables(placement)
    }
  }
}

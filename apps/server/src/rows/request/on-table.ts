import type { DataTable } from '../../databases/sql/data-model.ts'
import type { RequestTrace } from '../../foundation/http/calls/request-trace.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { type EnvironmentKey, isStale } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { RowRunner } from '../runners/row-runner.ts'
import { openEnvironment } from './choose-environment.ts'
import { refusalOfFault } from './refuse-fault.ts'

/** A table of an environment, ready for statements. */
export interface OpenTable {
  readonly context: RowsContext
  readonly environment: LiveEnvironment
  readonly table: DataTable
  readonly runner: RowRunner
  readonly now: number
}

function findTable({ model }: LiveEnvironment, name: string): DataTable {
  const table = model.tables.get(name)
  if (!table) throw new Refusal('not_found', `Table with name ${name} not found`)
  return table
}

interface Opening {
  readonly context: RowsContext
  readonly key: EnvironmentKey
  readonly table: string
  readonly trace?: RequestTrace
}

/**
 * Opens a table by its name. A statement that meets tables other than those it was compiled for has
 * changed nothing: the tables are read again, and it is tried once more.
 */
export async function onTable<T>(
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
      if (!isStale(error) || attempt > 1) throw refusalOfFault(error, table)
      context.environments.forget(environment)
      // It may also have been made by an older build.
      const { placement } = await openEnvironment(context, key)
      await context.engines[placement.engine].ensureOwnTables(placement)
    }
  }
}

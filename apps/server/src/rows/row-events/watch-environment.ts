import type { Configuration } from '@plinth/contract'
import { readRecord } from '../../databases/engine/catalogue-record.ts'
import { printOperations } from '../../databases/engine/read-watched.ts'
import {
  ROW_OPERATIONS,
  type RowOperation,
  type WatchedTables,
  type Watching,
} from '../../databases/engine/row-event.ts'
import type { RowsContext } from '../context.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { RowEvents } from './open-row-events.ts'
import {
  findInstalledTables,
  findPlacement,
  hasRowTriggers,
  listRowTriggers,
  lockWatching,
  markDirty,
  type RowTrigger,
  saveInstalledTables,
  triggerIdOf,
} from './row-event-store.ts'
import { findChosenTable, readRowSettings } from './row-settings.ts'

/**
 * The live tables and those of active row triggers. A table that does not exist yet is added by the sync that creates it.
 */
function watchedTablesOf(
  configuration: Configuration,
  triggers: readonly RowTrigger[],
): WatchedTables {
  const requested = triggers.map((trigger) => {
    const read = readRowSettings(trigger.settings)
    const table = findChosenTable(configuration, read)
    return { tableId: table?.id, id: triggerIdOf(trigger), operations: read.operations }
  })
  const watched = configuration.tables.map(({ id, type, live }): [string, Watching] => {
    const isLive = live === true && type !== 'Computed'
    const own = requested.filter(({ tableId }) => tableId === id)
    const waiting = (operation: RowOperation) =>
      own.filter(({ operations }) => operations.includes(operation)).map((each) => each.id)
    const operations = ROW_OPERATIONS.filter((each) => isLive || waiting(each).length > 0)
    const byOperation = operations.map((each) => [each, waiting(each)])
    return [id, { operations, ...(isLive && { live }), triggers: Object.fromEntries(byOperation) }]
  })
  const some = watched.filter(([, { operations }]) => operations.length > 0)
  return Object.fromEntries(some.sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Installs in an environment's database its live tables and those of its active row triggers. Idempotent. */
export async function watchEnvironment(
  { db, engines, environments }: Pick<RowsContext, 'db' | 'engines' | 'environments'>,
  environmentId: string,
): Promise<void> {
  const current = await findPlacement(db, environmentId)
  // Covers writes of processes that do not know yet that the file is watched. Set before the transaction, which would
  // need a second connection for it; a superfluous mark only costs one poll of the file.
  if (current?.engine === 'sqlite3' && (await hasRowTriggers(db, environmentId)))
    await markDirty(db, environmentId)
  await db.transaction(async (transaction) => {
    await lockWatching(transaction, environmentId)
    const placement = await findPlacement(transaction, environmentId)
    if (!placement) return
    const triggers = await listRowTriggers(transaction, [environmentId])
    const installed = (await findInstalledTables(transaction, environmentId)) ?? '{}'
    const recorded = await environments.runnerOf({ placement }).readRecord(placement)
    const configuration = readRecord(recorded.rows, placement.engine)
    const watched = watchedTablesOf(configuration, triggers)
    const wanted = JSON.stringify(watched)
    const isRecorded = (recorded.watched || '{}') === printOperations(watched)
    if (installed === wanted && isRecorded) return
    await engines[placement.engine].watchRows(placement, watched)
    await saveInstalledTables(transaction, { environmentId, watched })
  })
  environments.evict({ id: environmentId })
}

/** Best effort: installs row triggers before the response. On failure the task enqueued with the save retries. */
export async function tryWatchEnvironment(
  context: RowsContext,
  environmentId: string,
): Promise<void> {
  const watch = async () => {
    // Spares most saves the read of the environment's own database.
    if (await hasRowTriggers(context.db, environmentId))
      await watchEnvironment(context, environmentId)
  }
  await watch().catch((error) => {
    context.log.warn(
      { err: error, environmentId },
      'row-events: installing row triggers failed, the watchRows task retries',
    )
  })
}

/** Marks a watched file before a transaction that writes to it, so that the transaction needs no second connection. */
export async function markWatchedFile(
  rowEvents: RowEvents,
  { environment }: { environment: Pick<LiveEnvironment, 'isWatched' | 'placement'> },
): Promise<void> {
  if (environment.isWatched) await rowEvents.before(environment.placement)
}

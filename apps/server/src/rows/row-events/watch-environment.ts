import type { Configuration } from '@plinth/contract'
import { readRecord } from '../../databases/engine/catalogue-record.ts'
import { ROW_OPERATIONS, type WatchedTables } from '../../databases/engine/row-event.ts'
import type { RowsContext } from '../context.ts'
import {
  findPlacement,
  findToldTables,
  hasRowTriggers,
  holdWatching,
  listRowTriggers,
  markDirty,
  putToldTables,
  type RowTrigger,
} from './row-event-store.ts'
import { findChosenTable, readRowSettings } from './row-settings.ts'

/** The tables that an environment's active row triggers ask for; one that is not there yet comes with its sync. */
function tablesAskedFor(
  configuration: Configuration,
  triggers: readonly Pick<RowTrigger, 'settings'>[],
): WatchedTables {
  const asked = triggers.map(({ settings }) => {
    const read = readRowSettings(settings)
    return { id: findChosenTable(configuration, read)?.id, operations: read.operations }
  })
  const ids = [...new Set(asked.flatMap(({ id }) => id ?? []))].sort()
  const watched = ids.map((id) => {
    const all = asked.filter((each) => each.id === id).flatMap(({ operations }) => operations)
    return [id, ROW_OPERATIONS.filter((operation) => all.includes(operation))] as const
  })
  return Object.fromEntries(watched.filter(([, operations]) => operations.length > 0))
}

/** Brings an environment's database to watch what its active row triggers ask for; can be repeated. */
export async function watchEnvironment(
  { db, engines, environments }: Pick<RowsContext, 'db' | 'engines' | 'environments'>,
  environmentId: string,
): Promise<void> {
  const place = await findPlacement(db, environmentId)
  // Until every process knows that the file is watched, this mark stands for theirs. It is made before the lease,
  // which would need a second connection for it; one too many costs a look at the file.
  if (place?.engine === 'sqlite3' && (await hasRowTriggers(db, environmentId)))
    await markDirty(db, environmentId)
  await db.transaction(async (transaction) => {
    await holdWatching(transaction, environmentId)
    const placement = await findPlacement(transaction, environmentId)
    if (!placement) return
    const triggers = await listRowTriggers(transaction, [environmentId])
    const told = await findToldTables(transaction, environmentId)
    if (triggers.length === 0 && (told ?? '{}') === '{}') return
    const recorded = await environments.runnerOf({ placement }).readRecord(placement)
    const configuration = readRecord(recorded.rows, placement.engine)
    const watched = tablesAskedFor(configuration, triggers)
    const isTold = told === JSON.stringify(watched) && recorded.watched === told
    if (isTold) return
    await engines[placement.engine].watchRows(placement, watched)
    await putToldTables(transaction, { environmentId, watched })
  })
  environments.forget({ id: environmentId })
}

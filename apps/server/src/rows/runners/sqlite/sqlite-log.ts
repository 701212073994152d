import { KEPT_MINUTES, MAX_KEPT_CHANGES, REMOVED_AT_ONCE } from '../log-retention.ts'
import type { LoggedChange, LogPage, RowEvent } from '../row-runner.ts'
import type { SqliteFile } from './sqlite-file.ts'

/** The oldest events that a trigger waits for. */
export function readSqliteEvents(file: SqliteFile, max: number): readonly RowEvent[] {
  const text = `select key, '' as environmentId, table_id as tableId, operation, row_id as rowId, row, old,
    by_kind as by, run_id as runId, depth, triggers from _plinth_event where not delivered order by id limit ?`
  return file.run({ text, values: [max] }) as unknown as RowEvent[]
}

export function endSqliteEvents(file: SqliteFile, keys: readonly string[]): void {
  const values = [JSON.stringify(keys)]
  const these = 'key in (select value from json_each(?))'
  file.run({ text: `delete from _plinth_event where ${these} and not live`, values })
  file.run({ text: `update _plinth_event set delivered = 1 where ${these}`, values })
}

export function trimSqliteLog(file: SqliteFile): void {
  const text = `delete from _plinth_event where id in (select id from _plinth_event
    where live and delivered and (created_on < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)
      or position <= (select position from _plinth_log) - ?) order by position limit ?)
    returning position`
  const values = [`-${KEPT_MINUTES} minutes`, MAX_KEPT_CHANGES, REMOVED_AT_ONCE]
  const removed = file.run({ text, values }).map(({ position }) => Number(position))
  if (removed.length === 0) return
  const last = removed.reduce((left, right) => Math.max(left, right))
  file.run({ text: 'update _plinth_log set removed_to = max(removed_to, ?)', values: [last] })
}

export function readSqliteLog(
  file: SqliteFile,
  { after, max }: { readonly after: number; readonly max: number },
): LogPage | undefined {
  const [log] = file.run({
    text: 'select epoch, position, removed_to as removedTo from _plinth_log',
    values: [],
  })
  if (!log) return undefined
  const changes = file.run({
    text: `select position, table_id as tableId, operation, row_id as rowId, row, old from _plinth_event
      where live and position > ? order by position limit ?`,
    values: [after, max],
  }) as unknown as LoggedChange[]
  return { ...(log as unknown as Omit<LogPage, 'changes'>), changes }
}

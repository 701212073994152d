import {
  KEPT_MINUTES,
  MAX_KEPT_BYTES,
  MAX_KEPT_CHANGES,
  MAX_READ_BYTES,
  REMOVED_AT_ONCE,
} from '../log-retention.ts'
import type { LoggedChange, LogPage, LogRead, RowEvent } from '../row-runner.ts'
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

const BYTES = 'octet_length(row) + coalesce(octet_length(old), 0)'

/** Up to the position that this returns, changes are more bytes than the log keeps. */
const HEAVY_TO = `select coalesce(max(position), 0) from (select position,
  sum(${BYTES}) over (order by position desc) as bytes from _plinth_event where live) where bytes > ?`

export function trimSqliteLog(file: SqliteFile): boolean {
  const text = `delete from _plinth_event where id in (select id from _plinth_event
    where live and delivered and (created_on < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)
      or position <= (select position from _plinth_log) - ? or position <= (${HEAVY_TO})) order by position limit ?)
    returning position`
  const values = [`-${KEPT_MINUTES} minutes`, MAX_KEPT_CHANGES, MAX_KEPT_BYTES, REMOVED_AT_ONCE]
  const removed = file.run({ text, values }).map(({ position }) => Number(position))
  if (removed.length === 0) return false
  const last = removed.reduce((left, right) => Math.max(left, right))
  file.run({ text: 'update _plinth_log set removed_to = max(removed_to, ?)', values: [last] })
  return removed.length === REMOVED_AT_ONCE
}

/** A change beyond the byte limit is only read if it is the first. */
export function readSqliteLog(
  file: SqliteFile,
  { after, max, maxBytes = MAX_READ_BYTES }: LogRead,
): LogPage | undefined {
  const [log] = file.run({
    text: `select epoch, position, removed_to as removedTo,
      coalesce((select value from _plinth_meta where key = 'release'), '') as release from _plinth_log`,
    values: [],
  })
  if (!log) return undefined
  const sized = file.run({
    text: `select position, ${BYTES} as bytes
      from _plinth_event where live and position > ? order by position limit ?`,
    values: [after, max + 1],
  })
  let bytes = 0
  const beyond = sized.findIndex((each, place) => {
    bytes += Number(each.bytes)
    return place > 0 && (place >= max || bytes > maxBytes)
  })
  const last = sized.at(beyond === -1 ? -1 : beyond - 1)?.position ?? after
  const changes = file.run({
    text: `select position, table_id as tableId, operation, row_id as rowId, row, old, shape,
        cast(round((julianday(created_on) - 2440587.5) * 86400000) as integer) as madeAt
      from _plinth_event where live and position > ? and position <= ? order by position`,
    values: [after, last],
  }) as unknown as LoggedChange[]
  const { epoch, position, removedTo, release } = log as unknown as LogPage
  return { epoch, position, removedTo, release, changes, hasMore: beyond !== -1 }
}

import { SQLITE_EVENT_BYTES as BYTES } from '../../../databases/sqlite/catalogue/event-log.ts'
import {
  KEPT_MINUTES,
  MAX_KEPT_BYTES,
  MAX_KEPT_CHANGES,
  MAX_READ_BYTES,
  REMOVED_AT_ONCE,
} from '../log-retention.ts'
import type { LoggedChange, LogPage, LogRead, RowEvent } from '../row-runner.ts'
import type { SqliteFile } from './sqlite-file.ts'

/** The first rows up to so many bytes, but at least one. */
function upTo<Sized extends { readonly bytes?: unknown }>(
  sized: readonly Sized[],
  maxBytes: number,
): readonly Sized[] {
  let bytes = 0
  const beyond = sized.findIndex((each, place) => {
    bytes += Number(each.bytes)
    return place > 0 && bytes > maxBytes
  })
  return beyond === -1 ? sized : sized.slice(0, beyond)
}

/** The oldest events that a trigger waits for, up to so many bytes, but at least one. */
export function readSqliteEvents(
  file: SqliteFile,
  { max, maxBytes }: { max: number; maxBytes: number },
): readonly RowEvent[] {
  const sized = file.run({
    text: `select id, ${BYTES} as bytes from _plinth_event where not delivered order by id limit ?`,
    values: [max],
  })
  const last = upTo(sized, maxBytes).at(-1)?.id
  if (last === undefined) return []
  const text = `select key, '' as environmentId, table_id as tableId, operation, row_id as rowId, row, old,
    by_kind as by, run_id as runId, depth, triggers from _plinth_event where not delivered and id <= ? order by id`
  return file.run({ text, values: [last] }) as unknown as RowEvent[]
}

export function endSqliteEvents(file: SqliteFile, keys: readonly string[]): void {
  const values = [JSON.stringify(keys)]
  const these = 'key in (select value from json_each(?))'
  file.run({ text: `delete from _plinth_event where ${these} and not live`, values })
  file.run({ text: `update _plinth_event set delivered = 1 where ${these}`, values })
}

/** One removal frees no more, so that it is short, unless the first change alone has more. */
const MAX_REMOVED_BYTES = 33_554_432

/** Bytes of the live changes after one position and up to another, from the index `_plinth_event_trim` alone. */
function sumBytes(file: SqliteFile, after: number, upTo: number): number {
  const text = `select coalesce(sum(${BYTES}), 0) as bytes from _plinth_event
    where live = 1 and delivered in (0, 1) and position > ? and position <= ?`
  return Number(file.run({ text, values: [after, upTo] })[0]?.bytes)
}

/**
 * Up to the position that this returns, changes are more than the log keeps, or more bytes. Only as many as it keeps are
 * summed up, because any number may wait for a trigger; halving the range sums each of them twice at most.
 */
function findExcess(file: SqliteFile): number {
  const [log] = file.run({ text: 'select position from _plinth_log', values: [] })
  const newest = Number(log?.position ?? 0)
  const uncounted = Math.max(0, newest - MAX_KEPT_CHANGES)
  if (sumBytes(file, uncounted, newest) <= MAX_KEPT_BYTES) return uncounted
  let [heavy, light, lightBytes] = [uncounted, newest, 0]
  while (light - heavy > 1) {
    const middle = Math.floor((heavy + light) / 2)
    const bytes = lightBytes + sumBytes(file, middle, light)
    if (bytes > MAX_KEPT_BYTES) heavy = middle
    else [light, lightBytes] = [middle, bytes]
  }
  return light
}

/** Removes a part of what is too old or too much; returns whether there may be more. */
export function trimSqliteLog(file: SqliteFile): boolean {
  const due = file.run({
    text: `select id, position, ${BYTES} as bytes from _plinth_event
      where live = 1 and delivered = 1 and (position <= ? or created_on < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?))
      order by position limit ?`,
    values: [findExcess(file), `-${KEPT_MINUTES} minutes`, REMOVED_AT_ONCE],
  })
  if (due.length === 0) return false
  const part = upTo(due, MAX_REMOVED_BYTES)
  const last = Number(part.at(-1)?.position)
  // First, so that a client never resumes over changes that were removed, also if the process ends in between.
  file.run({ text: 'update _plinth_log set removed_to = max(removed_to, ?)', values: [last] })
  const text = 'delete from _plinth_event where id in (select value from json_each(?))'
  file.run({ text, values: [JSON.stringify(part.map(({ id }) => id))] })
  return part.length < due.length || due.length === REMOVED_AT_ONCE
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
  const part = upTo(sized.slice(0, max), maxBytes)
  const last = part.at(-1)?.position ?? after
  const changes = file.run({
    text: `select position, table_id as tableId, operation, row_id as rowId, row, old, shape,
        cast(round((julianday(created_on) - 2440587.5) * 86400000) as integer) as madeAt
      from _plinth_event where live and position > ? and position <= ? order by position`,
    values: [after, last],
  }) as unknown as LoggedChange[]
  const { epoch, position, removedTo, release } = log as unknown as LogPage
  return { epoch, position, removedTo, release, changes, hasMore: part.length < sized.length }
}

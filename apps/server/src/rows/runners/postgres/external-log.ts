import type pg from 'pg'
import { ROW_OPERATIONS, type RowOperation } from '../../../databases/engine/row-event.ts'
import type { LoggedChange, LogPage, RowEvent } from '../row-runner.ts'
import type { SingleQueries } from './fair-connections.ts'

/**
 * Characters of changes that are taken at once, and of the largest one that rules are judged on: parsing JSON of many
 * small values blocks the process for half a second per million.
 */
const MAX_CHANGE_CHARACTERS = 2_000_000
/** As many as the body of a call may have. */
const MAX_EVENT_CHARACTERS = 10_000_000

/** The server of an external database names the types of its answer, so all of it is read as text. */
const TEXT: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value }

type TextRow = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown): number => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= 0 ? number : 0
}
const operationOf = (value: unknown): RowOperation | undefined =>
  ROW_OPERATIONS.find((each) => each === value)

const charactersOf = ({ row, old }: TextRow): number => textOf(row).length + textOf(old).length

async function readText(on: SingleQueries, query: pg.QueryConfig): Promise<TextRow[]> {
  const { rows } = await on.query<TextRow>({ ...query, types: TEXT })
  return rows
}

interface EventQuery {
  readonly query: pg.QueryConfig
  readonly environmentId: string
  readonly most: number
}

/** Events of an external database, whose owner can write anything into it: all of them are its own environment's. */
export async function readExternalEvents(
  on: SingleQueries,
  { query, environmentId, most }: EventQuery,
): Promise<readonly RowEvent[]> {
  const rows = (await readText(on, query)).slice(0, most)
  return rows.flatMap((row) => {
    const operation = operationOf(row.operation)
    if (!operation) return []
    if (charactersOf(row) > MAX_EVENT_CHARACTERS)
      throw new Error(
        `row-events: the event ${textOf(row.key)} has more than ${MAX_EVENT_CHARACTERS} characters`,
      )
    return {
      key: textOf(row.key),
      environmentId,
      tableId: textOf(row.tableId),
      operation,
      rowId: textOf(row.rowId),
      row: textOf(row.row),
      old: textOrNull(row.old),
      by: textOrNull(row.by),
      runId: textOrNull(row.runId),
      depth: numberOf(row.depth),
      triggers: textOrNull(row.triggers),
    }
  })
}

/** Subscribers read the rows again instead of a change that is too large: it has no shape. */
function changeOf(row: TextRow): LoggedChange | undefined {
  const operation = operationOf(row.operation)
  if (!operation) return undefined
  const isLarge = charactersOf(row) > MAX_CHANGE_CHARACTERS
  return {
    position: numberOf(row.at),
    tableId: textOf(row.tableId),
    operation,
    rowId: textOf(row.rowId),
    row: isLarge ? '{}' : textOf(row.row),
    old: isLarge ? null : textOrNull(row.old),
    shape: isLarge ? null : textOrNull(row.shape),
    madeAt: numberOf(row.madeAt),
  }
}

interface LogQuery {
  readonly query: pg.QueryConfig
  readonly after: number
  readonly max: number
}

/** The log of an external database; each row has the state of the log, and one change if there is any. */
export async function readExternalLog(
  on: SingleQueries,
  { query, after, max }: LogQuery,
): Promise<LogPage | undefined> {
  const rows = await readText(on, query)
  const [head] = rows
  if (!head) return undefined
  const changes: LoggedChange[] = []
  let [last, characters] = [after, 0]
  for (const row of rows.slice(0, max)) {
    const change = changeOf(row)
    if (!change || change.position <= last) continue
    characters += change.row.length + (change.old?.length ?? 0)
    if (changes.length > 0 && characters > MAX_CHANGE_CHARACTERS) break
    changes.push(change)
    last = change.position
  }
  return {
    epoch: textOf(head.epoch),
    release: textOf(head.release),
    position: numberOf(head.position),
    removedTo: numberOf(head.removedTo),
    changes,
    hasMore: changes.length > 0 && numberOf(head.count) > changes.length,
  }
}

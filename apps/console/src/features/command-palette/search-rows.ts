import type { Column, Row, Table } from '@plinth/contract'
import { findDisplayField } from '@plinth/schema'
import { quoteText } from '../../state/rules/quote-text.ts'

export const MIN_ROW_TEXT = 2
const MAX_TEXT = 120
const MAX_TABLES = 40
const MAX_FOUND = 8
const MAX_PER_TABLE = 4
const BUDGET_MS = 2_000
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export interface RowRequestParts {
  table: Table
  display: Column
  filter: string
  limit: number
  signal: AbortSignal
}

interface RowSearch {
  tables: readonly Table[]
  text: string
  read: (parts: RowRequestParts) => Promise<readonly Row[]>
  signal: AbortSignal
  budgetMs?: number
}

export interface FoundRow {
  table: Table
  id: string
  label: string
}

export interface RowResults {
  rows: readonly FoundRow[]
  /** Tables that were not searched, because enough rows were found or the time was up. */
  skipped: number
}

/** Tables whose rows have a readable name. A Computed table is left out: its query would run for every search. */
function searchableTables(tables: readonly Table[]): readonly Table[] {
  return tables.filter(
    (table) => table.type !== 'Computed' && findDisplayField(table) !== undefined,
  )
}

export function nameRow(row: Row, display: Column): string {
  const value = row[display.name]
  const name = Array.isArray(value) ? value.join(', ') : `${value ?? ''}`
  return name === '' ? row.id : name
}

function filterFor(display: Column, text: string): string {
  const wanted = text.slice(0, MAX_TEXT)
  if (ID.test(wanted)) return `id = ${quoteText(wanted)}`
  const isList = display.type === 'select' && display.options.hasMultiple
  return `${display.name} ${isList ? '?~' : '~'} ${quoteText(wanted)}`
}

/**
 * Finds rows by display value, one request at a time. It stops when enough rows are found or the time is up, so that a
 * search never costs more than a few short statements; an aborted search rejects. It rejects too if no table answers.
 */
export async function searchRows(search: RowSearch): Promise<RowResults> {
  const { text, read, signal, budgetMs = BUDGET_MS } = search
  const tables = searchableTables(search.tables)
  const expiry = AbortSignal.timeout(budgetMs)
  const either = AbortSignal.any([signal, expiry])
  const rows: FoundRow[] = []
  const failures: unknown[] = []
  let searched = 0
  for (const table of tables.slice(0, MAX_TABLES)) {
    const display = findDisplayField(table)
    if (rows.length >= MAX_FOUND || expiry.aborted) break
    if (!display) continue
    const limit = Math.min(MAX_PER_TABLE, MAX_FOUND - rows.length)
    const filter = filterFor(display, text)
    try {
      const found = await read({ table, display, filter, limit, signal: either })
      rows.push(...found.map((row) => ({ table, id: row.id, label: nameRow(row, display) })))
    } catch (failure) {
      if (signal.aborted) throw failure
      if (expiry.aborted) break
      failures.push(failure)
    }
    searched += 1
  }
  if (searched > 0 && failures.length === searched) throw failures[0]
  return { rows, skipped: tables.length - searched }
}

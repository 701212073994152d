import { type Column, Row } from '@plinth/contract'
import * as z from 'zod'
import { bytesOf } from '../../../state/unsaved/unsaved-changes.ts'
import { isEmpty } from '../cells/cell-value.ts'
import { isHashed } from '../cells/print-cell.ts'
import { countEdit, type Edits, type RowEdit, type Step } from '../edits/edits.ts'
import { isFileField } from '../selection/grid-model.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

const KeptRow = z.object({
  id: z.string(),
  state: z.enum(['changed', 'added', 'deleted']),
  values: z.record(z.string(), z.unknown()),
  problems: z.record(z.string(), z.string()),
  /** The stored row, with the `updatedOn` that a save compares. */
  base: Row.optional(),
})
type KeptRow = z.infer<typeof KeptRow>
const KeptTable = z.object({ rows: z.array(KeptRow) })

/** Whether a value may be stored: no hashed value, no chosen file, nothing of an unknown field. */
function isKept(field: Column | undefined, value: unknown): boolean {
  if (!field || isHashed(field)) return false
  return !isFileField(field) || isEmpty(value)
}

type Fields = ReadonlyMap<string, Column>

function keptRow([id, edit]: readonly [string, RowEdit], base: Row | undefined, fields: Fields) {
  const row: KeptRow = { id, state: edit.state, values: {}, problems: { ...edit.problems } }
  if (base) row.base = base
  for (const [column, value] of Object.entries(edit.values)) {
    if (isKept(fields.get(column), value)) {
      row.values[column] = value ?? null
      continue
    }
    // The cell stays marked, so that the change is not lost unnoticed.
    row.values[column] = base?.[column] ?? null
    row.problems[column] = strings.enterAgain
  }
  return row
}

interface KeptTarget {
  /** Names for the question before signing out. */
  project: string
  table: string
  columns: readonly Column[]
  /** The bytes that are left for this table. */
  room: number
}

/** The stored text of unsaved edits, and how many changes did not fit. */
export function printKept(edits: Edits, { project, table, columns, room }: KeptTarget) {
  const fields = new Map(columns.map((column) => [column.name, column]))
  const changes = [...edits.rows].map((entry) => ({ entry, count: countEdit(entry[1]) }))
  const count = changes.reduce((sum, change) => sum + change.count, 0)
  const head = JSON.stringify({ project, name: table, count })
  const rows: string[] = []
  let size = bytesOf(head) + 12
  let notKept = 0
  for (const { entry, count: weight } of changes) {
    // Once a row does not fit, the rest is only counted.
    const text =
      notKept > 0 ? '' : JSON.stringify(keptRow(entry, edits.bases.get(entry[0]), fields))
    size += bytesOf(text) + 1
    if (notKept > 0 || size > room) notKept += weight
    else rows.push(text)
  }
  return { text: `${head.slice(0, -1)},"rows":[${rows.join()}]}`, notKept }
}

/** Undo steps that take back a kept edit. */
function stepsOf({ id, state, values, base }: KeptRow): Step[] {
  if (state === 'added') return [{ cells: [], added: [{ id, values }], removed: [] }]
  const cells = Object.entries(values).map(([column, to]) => ({
    ...{ id, column, to, isFirst: true },
    ...{ from: base?.[column], known: base?.[column] },
  }))
  return [
    ...(cells.length > 0 ? [{ cells, added: [], removed: [] }] : []),
    ...(state === 'deleted' ? [{ cells: [], added: [], removed: [id] }] : []),
  ]
}

/** The name that the table had when the text was stored. */
export function readKeptName(text: string): string {
  return z.object({ name: z.string() }).safeParse(JSON.parse(text)).data?.name ?? ''
}

/** Reads a stored text; undefined if it is not one of this version. */
export function parseKept(text: string): Edits | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const rows = KeptTable.safeParse(json).data?.rows
  return (
    rows && {
      rows: new Map(
        rows.map(({ id, state, values, problems }) => [id, { state, values, problems }]),
      ),
      bases: new Map(rows.flatMap(({ id, base }) => (base ? [[id, base] as const] : []))),
      past: rows.flatMap(stepsOf),
      future: [],
    }
  )
}

import type { Column, ImportIssue } from '@plinth/contract'
import { readCell } from '../cells/read-cell.ts'
import type { ReadFile } from './read-file.ts'

/** The target field of each column of a file; undefined skips the column. */
export type Mapping = readonly (string | undefined)[]

const MAX_ISSUES = 1000

export interface ConvertedRows {
  /** One JSON object per line (NDJSON). */
  lines: string[]
  /** The number of rows that cannot be imported. */
  refused: number
  issues: ImportIssue[]
}

function readValue(field: Column, value: unknown) {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? readCell(field, value) : { value }
}

const NOT_IMPORTED = new Set<Column['type']>(['image', 'file'])

/** The fields that can be imported. */
export function listTargets(fields: readonly Column[]): Column[] {
  return fields.filter(({ type }) => !NOT_IMPORTED.has(type))
}

/** Maps columns of a file to fields by name, ignoring case and separators. */
export function matchColumns(columns: readonly string[], fields: readonly Column[]): Mapping {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const targets = listTargets(fields)
  const taken = new Set<string>()
  return columns.map((name) => {
    const field =
      targets.find((one) => one.name === name) ??
      targets.find((one) => plain(one.name) === plain(name))
    if (!field || taken.has(field.name)) return undefined
    taken.add(field.name)
    return field.name
  })
}

/** Converts rows of a file to rows of a table; reports invalid values with their line. */
export function convertRows(
  { rows }: ReadFile,
  { mapping, fields }: { mapping: Mapping; fields: readonly Column[] },
): ConvertedRows {
  const targets = mapping.map((name) => fields.find((field) => field.name === name))
  const issues: ImportIssue[] = []
  let refused = 0
  const lines = rows.map((cells, at) => {
    const record: Record<string, unknown> = {}
    let isRefused = false
    for (const [col, field] of targets.entries()) {
      const reading = field ? readValue(field, cells[col]) : undefined
      if (!field || !reading) continue
      record[field.name] = reading.value
      if (!('problem' in reading) || reading.problem === undefined) continue
      isRefused = true
      if (issues.length < MAX_ISSUES) {
        issues.push({ line: at + 1, path: field.name, message: reading.problem })
      }
    }
    if (isRefused) refused += 1
    return JSON.stringify(record)
  })
  return { lines, refused, issues }
}

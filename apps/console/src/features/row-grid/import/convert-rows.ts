import type { Column, ImportIssue } from '@plinth/contract'
import { readCell } from '../cells/read-cell.ts'
import type { ReadFile } from './read-file.ts'

/** Which field each column of a file goes to; undefined leaves it out. */
export type Mapping = readonly (string | undefined)[]

const MAX_ISSUES = 1000

export interface ConvertedRows {
  /** One JSON object to a line. */
  lines: string[]
  /** Lines that cannot be taken. */
  refused: number
  issues: ImportIssue[]
}

function readValue(field: Column, value: unknown) {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? readCell(field, value) : { value }
}

const UNTAKEN = new Set<Column['type']>(['image', 'file'])

/** The fields that a file can be read into. */
export function listTargets(fields: readonly Column[]): Column[] {
  return fields.filter(({ type }) => !UNTAKEN.has(type))
}

/** Matches columns of a file with fields by their names, however they are written. */
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

/** Turns the rows of a file into rows of a table; what does not fit is named with its line. */
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

import { UsageError } from '../command.ts'
import { readRecords } from './read-records.ts'
import { type FieldSchema, valueOfCell } from './value-of-cell.ts'

/** Given by the server, and therefore not imported. */
const GIVEN: ReadonlySet<string> = new Set(['id', 'createdOn', 'updatedOn'])

/**
 * The records of a CSV file as NDJSON; its first record names the fields. Empty lines fill up, so that every row has the
 * line number of its record.
 */
export async function* linesOfCsv(
  pieces: AsyncIterable<string>,
  fields: ReadonlyMap<string, FieldSchema>,
): AsyncGenerator<string> {
  let names: readonly string[] | undefined
  let written = 0
  for await (const { line, cells } of readRecords(pieces)) {
    if (!names) {
      names = cells.map((name) => name.trim())
      continue
    }
    const extra = cells.length > names.length
    if (extra) throw new UsageError(`line ${line}: more cells than the first line has fields`)
    const values = cells.map((cell, at) => {
      const name = names?.[at] ?? ''
      return [name, valueOfCell(cell, fields.get(name))] as const
    })
    const row = Object.fromEntries(
      values.filter(([name, value]) => value !== undefined && !GIVEN.has(name)),
    )
    yield `${'\n'.repeat(line - 1 - written)}${JSON.stringify(row)}\n`
    written = line
  }
}

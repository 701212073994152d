import type { QueryAnswer } from './use-run-query.ts'

type Result = Pick<QueryAnswer, 'columns' | 'rows'>

/** The names of the columns, with a number behind each repeated one. */
export function distinctNames(columns: readonly string[]): string[] {
  const given = new Set(columns)
  const seen = new Set<string>()
  return columns.map((name) => {
    let chosen = name
    for (let number = 2; seen.has(chosen) || (chosen !== name && given.has(chosen)); number += 1)
      chosen = `${name}_${number}`
    seen.add(chosen)
    return chosen
  })
}

/** A cell as text; null is empty, and values that are not plain are JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The result as CSV. Texts that a spreadsheet would execute as a formula are escaped. */
export async function writeCsv({ columns, rows }: Result): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const data = rows.map((row) => row.map(toCsvCell))
  return Papa.unparse({ fields: distinctNames(columns), data }, { escapeFormulae: true })
}

/** Numbers stay numbers, so that a negative one is not taken for a formula. */
const toCsvCell = (value: unknown) => (typeof value === 'number' ? value : cellText(value))

/** The result as a JSON list of objects. */
export function writeJson({ columns, rows }: Result): string {
  const names = distinctNames(columns)
  const objects = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))
  return `${JSON.stringify(objects, null, 2)}\n`
}

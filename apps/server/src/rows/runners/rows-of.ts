import type { RawResult, Row } from './row-runner.ts'

type Found = Extract<RawResult, { ok: true }>

/** The rows of a raw query as objects; of columns with the same name the last one remains. */
export function rowsOf({ columns, cells }: Pick<Found, 'columns' | 'cells'>): Row[] {
  return cells.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])))
}

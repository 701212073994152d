import type { Data, Folded, Operand } from '@plinth/expression'
import { listOperands } from '../../statements/expression/request-needs.ts'

/** What judging a row compares: columns of the row, once for each comparison, and characters of fixed values. */
export interface ComparedTexts {
  readonly columns: readonly string[]
  readonly fixed: number
}

/** The characters of a value; those of its JSON if it has parts. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0
}

function partsOf(operand: Operand): readonly Operand[] {
  return operand.type === 'call' ? operand.args.flatMap(partsOf) : [operand]
}

export function comparedTexts(folded: Folded): ComparedTexts {
  const parts = typeof folded === 'boolean' ? [] : listOperands(folded).flatMap(partsOf)
  const columns: string[] = []
  let fixed = 0
  for (const part of parts) {
    if (part.type === 'path') columns.push(part.column.name)
    else if (part.type === 'value') fixed += lengthOf(part.value)
    else if (part.type === 'values') fixed += lengthOf(part.values)
  }
  return { columns, fixed }
}

/** The characters of each column in a change: of its old and its new row together. */
export class ColumnSizes {
  readonly #rows: readonly Data[]
  readonly #sizes = new Map<string, number>()

  constructor(...rows: readonly (Data | null)[]) {
    this.#rows = rows.filter((row) => row !== null)
  }

  of(column: string): number {
    const known = this.#sizes.get(column)
    if (known !== undefined) return known
    const size = this.#rows.reduce((sum, row) => sum + lengthOf(row[column]), 0)
    this.#sizes.set(column, size)
    return size
  }
}

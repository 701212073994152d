import type { Form } from '@plinth/schema'
import type { Cell } from './row-source.ts'

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`
const NUMBER = /^-?\d/
const WHOLE = /^-?\d+$/

/** A PostgreSQL literal; only numbers and booleans are unquoted. */
export function postgresLiteral(form: Form, cell: Cell): string {
  if (cell === null) return 'null'
  if (form === 'boolean') return cell
  if (form === 'integer' || (form === 'decimal' && NUMBER.test(cell)))
    // A quoted number keeps the sign of zero.
    return cell === '-0' ? quoteText(cell) : cell
  return quoteText(cell)
}

const NO_NUMBERS = new Map([
  ['Infinity', '9e999'],
  ['-Infinity', '-9e999'],
  ['NaN', 'null'],
])

/** A SQLite literal. */
export function sqliteLiteral(form: Form, cell: Cell): string {
  if (cell === null) return 'null'
  if (form === 'boolean') return cell === 'true' ? '1' : '0'
  if (form === 'integer') return cell
  if (form !== 'decimal') return quoteText(cell)
  const whole = WHOLE.test(cell) ? `${cell}.0` : cell
  return NO_NUMBERS.get(cell) ?? whole
}

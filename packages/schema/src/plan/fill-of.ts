import type { Column } from '@plinth/contract'
import type { Fill } from './operation.ts'

/** Default for rows without a value; undefined if the field has none. */
export function fillOf(column: Column): Fill | undefined {
  switch (column.type) {
    case 'number':
      return fillOfNumber(column.options)
    case 'checkbox':
      return column.options.default
    case 'json':
      return (column.options.default as Fill) ?? undefined
    case 'date':
      return fillOfDate(column.options.default)
    case 'select':
      return fillOfSelect(column.options)
    case 'relation':
    case 'image':
    case 'file':
      return undefined
    case 'text':
      // A plain-text default cannot be hashed here.
      return column.options.isHashed ? undefined : column.options.default || undefined
    default:
      return column.options.default || undefined
  }
}

function fillOfSelect(options: {
  default: string | string[]
  hasMultiple: boolean
}): Fill | undefined {
  const defaults = Array.isArray(options.default) ? options.default : [options.default]
  const values = defaults.filter((value) => value !== '')
  if (values.length === 0) return undefined
  return options.hasMultiple ? values : values[0]
}

function fillOfNumber(options: {
  default: number | null
  hasDecimal: boolean
}): number | undefined {
  if (options.default === null) return undefined
  return options.hasDecimal || Number.isSafeInteger(options.default) ? options.default : undefined
}

function fillOfDate(text: string | null): string | undefined {
  const moment = new Date(text ?? '')
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment.toISOString() : undefined
}

import type { Column } from '@plinth/contract'
import type { Json } from '../../execution/execution.ts'

const isText = (value: Json) => typeof value === 'string'

/** Whether the editor of a field can show a fixed value without changing it. */
export function canHold(column: Column, value: Json): boolean {
  switch (column.type) {
    case 'number':
      return value === null || typeof value === 'number'
    case 'checkbox':
      return value === null || typeof value === 'boolean'
    case 'select': {
      const { selectOptions, hasMultiple } = column.options
      const isOption = (one: Json) => isText(one) && selectOptions.includes(one as string)
      if (hasMultiple) return Array.isArray(value) && value.every(isOption)
      return value === null || value === '' || isOption(value)
    }
    case 'date':
      return value === null || (isText(value) && !Number.isNaN(Date.parse(value as string)))
    case 'relation':
      if (column.options.hasMultiple) return Array.isArray(value) && value.every(isText)
      return value === null || isText(value)
    case 'json':
    case 'image':
    case 'file':
      return true
    default:
      return value === null || isText(value)
  }
}

import { quoteText } from '../../../state/rules/quote-text.ts'
import type { GridColumn } from './grid-columns.ts'

/** Debounce of the search input. */
export const SEARCH_PAUSE_MS = 250

const MAX_COLUMNS = 40
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function compare({ field, key }: GridColumn, text: string): string[] {
  if (key === 'id') return ID.test(text) ? [`id = ${quoteText(text)}`] : []
  if (!field) return []
  const { name } = field
  switch (field.type) {
    case 'text':
      return field.options.isHashed ? [] : [`${name} ~ ${quoteText(text)}`]
    case 'email':
    case 'url':
    case 'phoneNumber':
      return [`${name} ~ ${quoteText(text)}`]
    case 'select':
      return [`${name} ${field.options.hasMultiple ? '?~' : '~'} ${quoteText(text)}`]
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? [`${name} = ${text}`] : []
    default:
      return []
  }
}

/** Combines the search text and the filter expression into one filter. */
export function searchFilter(
  columns: readonly GridColumn[],
  { search, filter }: { search: string; filter: string },
): string | undefined {
  const text = search.trim()
  const written = filter.trim()
  if (text === '') return written === '' ? undefined : written
  const found = columns.flatMap((column) => compare(column, text)).slice(0, MAX_COLUMNS)
  const any = found.length === 0 ? 'false' : found.join(' || ')
  return written === '' ? any : `(${written}) && (${any})`
}

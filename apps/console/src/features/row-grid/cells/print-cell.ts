import type { Column } from '@plinth/contract'

/** What a hashed value looks like; nobody can read it back. */
export const HASHED = '********'

export function isHashed(field: Column | undefined): boolean {
  return field?.type === 'text' && field.options.isHashed
}

/** JSON over several lines, as a person would write it. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? ''
}

function isJson(field: Column | undefined): boolean {
  return field?.type === 'json' || field?.type === 'image' || field?.type === 'file'
}

/** A cell as text: what stands in an editor and what goes to a spreadsheet. */
export function printCell(field: Column | undefined, value: unknown): string {
  if (isHashed(field)) return ''
  if (value === null || value === undefined) return ''
  if (isJson(field)) return prettyJson(value)
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? prettyJson(value) : `${value}`
}

/** Whether a field holds Markdown that is written in an editor of its own. */
export function hasRichText(field: Column): boolean {
  return field.type === 'text' && field.options.isRichText && !field.options.isHashed
}

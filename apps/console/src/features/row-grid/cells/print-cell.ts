import type { Column } from '@plinth/contract'

/** Shown for hashed values, which cannot be read back. */
export const HASHED = '********'

export function isHashed(field: Column | undefined): boolean {
  return field?.type === 'text' && field.options.isHashed
}

export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? ''
}

function isJson(field: Column | undefined): boolean {
  return field?.type === 'json' || field?.type === 'image' || field?.type === 'file'
}

/** A cell value as text, for editors and the clipboard. */
export function printCell(field: Column | undefined, value: unknown): string {
  if (isHashed(field)) return ''
  if (value === null || value === undefined) return ''
  if (isJson(field)) return prettyJson(value)
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? prettyJson(value) : `${value}`
}

/** Whether a field contains Markdown and uses the rich text editor. */
export function hasRichText(field: Column): boolean {
  return field.type === 'text' && field.options.isRichText && !field.options.isHashed
}

import type { AppField } from '@plinth/schema'

/** Placeholder for a row id. */
export const SAMPLE_ID = 'ROW_ID'

function sampleOne({ column }: AppField): unknown {
  switch (column.type) {
    case 'text':
      return column.options.isHashed
        ? 'a long password'
        : 'Some text'.slice(0, column.options.max ?? undefined)
    case 'email':
      return 'ada@example.com'
    case 'url':
      return 'https://example.com'
    case 'phoneNumber':
      return '+441234567890'
    case 'number':
      return column.options.min ?? column.options.max ?? 1
    case 'checkbox':
      return true
    case 'select':
      return column.options.selectOptions[0] ?? ''
    case 'date':
      return '2026-01-31T08:00:00Z'
    case 'relation':
      return SAMPLE_ID
    case 'json':
      return {}
    // Files are uploaded first, so a sample value is not possible.
    case 'image':
    case 'file':
      return undefined
  }
}

function sampleValue(field: AppField): unknown {
  const one = sampleOne(field)
  return field.isMany && one !== undefined ? [one] : one
}

const ENOUGH = 3

/** Sample values for a new row: all required fields and some optional ones. */
export function sampleRow(fields: readonly AppField[]): Record<string, unknown> {
  const plain = fields.filter(({ isNeeded, column }) => !isNeeded && column.type !== 'relation')
  const needed = fields.filter(({ isNeeded }) => isNeeded)
  const shown = [...needed, ...plain.slice(0, Math.max(ENOUGH - needed.length, 0))]
  const entries = shown.map((field) => [field.name, sampleValue(field)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Sample change to a row. */
export function sampleChange(fields: readonly AppField[]): Record<string, unknown> {
  const changed = fields.find(
    ({ column, isRead }) => isRead && !['relation', 'image', 'file'].includes(column.type),
  )
  return changed ? { [changed.name]: sampleValue(changed) } : {}
}

export interface SampleFilter {
  path: string
  operator: string
  value: string | number | boolean
}

/** Sample filter on an existing field. */
export function sampleFilter(fields: readonly AppField[]): SampleFilter {
  for (const { name, column, isRead, isMany } of fields) {
    if (!isRead || isMany) continue
    if (column.type === 'text') return { path: name, operator: '~', value: 'some' }
    if (column.type === 'email') return { path: name, operator: '~', value: '@example.com' }
    if (column.type === 'number') return { path: name, operator: '>', value: 0 }
    if (column.type === 'checkbox') return { path: name, operator: '=', value: true }
    if (column.type === 'select' && column.options.selectOptions[0] !== undefined)
      return { path: name, operator: '=', value: column.options.selectOptions[0] }
  }
  return { path: 'createdOn', operator: '>', value: '2026-01-01' }
}

import type { AppField } from './fields-of-table.ts'

export const SAMPLE_ID = '0199a1d2-7c00-7000-8000-000000000001'
const SAMPLE_TIME = '2026-01-31T08:00:00.000Z'
const SAMPLE_FILE = {
  fileName: 'paper.txt',
  fileSize: 7,
  fileType: 'text/plain',
  fileKey: 'prj_01m7gtx6xpe4ev8fjprkj3gyda/papers/paper/4fT0o2.txt',
  url: 'https://plinth.example.org/files/4fT0o2.txt',
}

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
      return SAMPLE_TIME
    case 'relation':
      return SAMPLE_ID
    case 'json':
      return {}
    case 'image':
    case 'file':
      return SAMPLE_FILE
  }
}

/** A value that a field can have, for examples. */
function sampleValueOf(field: AppField): unknown {
  const one = sampleOne(field)
  return field.isMany ? [one] : one
}

const isPlain = ({ column }: AppField) => !['relation', 'image', 'file'].includes(column.type)

/** Values of a new row: the needed fields, and others that name no other row and no file. */
export function sampleOfCreate(fields: readonly AppField[]): Record<string, unknown> {
  const sent = fields.filter((field) => field.isNeeded || isPlain(field))
  return Object.fromEntries(sent.map((field) => [field.name, sampleValueOf(field)]))
}

/** Values of a change. */
export function sampleOfUpdate(fields: readonly AppField[]): Record<string, unknown> {
  const changed = fields.find((field) => field.isRead && isPlain(field))
  return changed ? { [changed.name]: sampleValueOf(changed) } : {}
}

/** A row as it is answered. */
export function sampleOfRow(fields: readonly AppField[]): Record<string, unknown> {
  const read = fields.filter(({ isRead }) => isRead)
  return {
    id: SAMPLE_ID,
    createdOn: SAMPLE_TIME,
    updatedOn: SAMPLE_TIME,
    ...Object.fromEntries(read.map((field) => [field.name, sampleValueOf(field)])),
  }
}

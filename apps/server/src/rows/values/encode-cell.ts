import { readDate } from '@plinth/expression'
import type { Form } from '../../databases/sql/dialect.ts'

const ENCODERS: Readonly<Record<Form, (value: unknown) => unknown>> = {
  text: (value) => value,
  id: (value) => value,
  integer: (value) => value,
  decimal: (value) => value,
  bool: (value) => value,
  date: (value) => (typeof value === 'string' ? (readDate(value) ?? null) : value),
  json: (value) => JSON.stringify(value),
}

/** A validated wire value as bound for its column. */
export function encodeCell(form: Form, value: unknown): unknown {
  return value === null || value === undefined ? null : ENCODERS[form](value)
}

/** The same within a JSON list of many rows: dates as stored text, json as is. */
export function encodeRecord(form: Form, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (form !== 'date') return value
  const moment = ENCODERS.date(value)
  return typeof moment === 'number' ? new Date(moment).toISOString() : null
}

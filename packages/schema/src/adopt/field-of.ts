import type { Column } from '@plinth/contract'
import { defaultOptions } from '../model/default-options.ts'
import { type Form, formOf } from '../plan/form.ts'
import type { LiveColumn } from '../plan/live-catalogue.ts'

/** Ranges of narrower integer types. */
const BOUNDS: Record<string, { min: number; max: number }> = {
  integer: { min: -2_147_483_648, max: 2_147_483_647 },
  smallint: { min: -32_768, max: 32_767 },
}

interface Given {
  column: LiveColumn
  form: Form
  id: string
  order: number
}

/** A field for an existing column, with no stricter guarantees than the column has. */
function newField({ column, form, id, order }: Given): Column {
  const { name, type, isRequired } = column
  const described = { id, name, order }
  const required = { isRequired }
  switch (form) {
    case 'integer':
    case 'decimal': {
      const hasDecimal = form === 'decimal'
      const options = { ...defaultOptions('number'), ...required, hasDecimal, default: null }
      return { ...described, type: 'number', options: { ...options, ...BOUNDS[type] } }
    }
    case 'boolean':
      return {
        ...described,
        type: 'checkbox',
        options: { ...defaultOptions('checkbox'), ...required },
      }
    case 'moment':
      return { ...described, type: 'date', options: { ...defaultOptions('date'), ...required } }
    case 'json':
      return {
        ...described,
        type: 'json',
        options: { ...defaultOptions('json'), ...required, nesting: 64 },
      }
    default: {
      const width = /\((\d+)\)$/.exec(type)?.[1]
      const max = width === undefined ? null : Number(width)
      return {
        ...described,
        type: 'text',
        options: { ...defaultOptions('text'), ...required, max },
      }
    }
  }
}

/** Forms with the same storage, so that the draft's field type can be kept. */
const ALIKE: Partial<Record<Form, readonly Form[]>> = {
  text: ['secret'],
  json: ['choices', 'file', 'files'],
}

/** The field of an existing column: the draft's field if it fits, otherwise derived from the column. */
export function fieldOf(source: Given & { drafted: Column | undefined }): Column {
  const { drafted, form, column } = source
  if (!drafted || drafted.type === 'relation') return newField(source)
  const wanted = formOf(drafted)
  if (wanted !== form && !ALIKE[form]?.includes(wanted)) {
    return { ...newField(source), id: drafted.id, order: drafted.order }
  }
  const { options } = drafted
  const loose = 'isUnique' in options ? { isUnique: false } : {}
  return {
    ...drafted,
    options: { ...options, ...loose, isRequired: column.isRequired },
  } as Column
}

import { type ColumnShape, type Form, STORED_TYPES } from '@plinth/schema'
import { quoteName } from '../../sql/quote-name.ts'

/** Check constraints of a form beyond its column type. */
export function writeFormCheck(form: Form, name: string): string {
  const column = quoteName(name)
  if (form === 'boolean') return ` check (${column} in (0, 1))`
  return form === 'json' || form === 'choices' || form === 'file' || form === 'files'
    ? ` check (json_valid(${column}))`
    : ''
}

export function writeReference(target: string): string {
  return ` references ${quoteName(target)} ("id") on delete set null`
}

/** A field's column; one that is added to existing rows cannot be required yet. */
export function writeColumn(
  shape: Pick<ColumnShape, 'form' | 'isRequired'>,
  { name, target }: { name: string; target: string | undefined },
): string {
  const required = shape.isRequired ? ' not null' : ''
  const reference = target === undefined ? '' : writeReference(target)
  return `${quoteName(name)} ${STORED_TYPES.sqlite3[shape.form]}${required}${writeFormCheck(shape.form, name)}${reference}`
}

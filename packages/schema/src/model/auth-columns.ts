import type { Column, Table } from '@plinth/contract'
import { defaultOptions } from './default-options.ts'
import type { NewId } from './edit-result.ts'

/** The sign-in fields of app users, with options that must stay on. */
export const AUTH_COLUMNS = [
  { name: 'email', type: 'email', requiredOptions: ['isUnique', 'isRequired'] },
  { name: 'password', type: 'text', requiredOptions: ['isHashed', 'isRequired'] },
  { name: 'verified', type: 'checkbox', requiredOptions: [] },
] as const

export type AuthColumn = (typeof AUTH_COLUMNS)[number]

/** The field with this role in an Auth table. */
export function findAuthColumn(table: Table | undefined, part: AuthColumn): Column | undefined {
  if (table?.type !== 'Auth') return undefined
  return table.columns.find((column) => column.name === part.name && column.type === part.type)
}

/** Whether a field is one of the three that cannot be renamed, retyped or removed. */
export function isAuthColumn(table: Table, columnId: string): boolean {
  return AUTH_COLUMNS.some((part) => findAuthColumn(table, part)?.id === columnId)
}

/** Required options that are off in this field. */
export function listMissingOptions(column: Column, part: AuthColumn): string[] {
  const options: Record<string, unknown> = column.options
  return part.requiredOptions.filter((option) => options[option] !== true)
}

/** Turns on the options that the field's role requires. */
export function preserveOptions(column: Column, part: AuthColumn): Column {
  if (listMissingOptions(column, part).length === 0) return column
  const on = Object.fromEntries(part.requiredOptions.map((option) => [option, true]))
  return { ...column, options: { ...column.options, ...on } } as Column
}

/** One of the three fields of a new Auth table. */
export function newAuthColumn(part: AuthColumn, newId: NewId): Column {
  const order = AUTH_COLUMNS.indexOf(part)
  const options = defaultOptions(part.type)
  return preserveOptions(
    { id: newId(), name: part.name, order, type: part.type, options } as Column,
    part,
  )
}

import { type Column, type FieldIssue, SYSTEM_COLUMNS, type Table } from '@plinth/contract'
import { findKnownPassword } from '../../accounts/passwords/known-passwords.ts'
import { checkFile } from './check-file.ts'
import {
  type Check,
  checkCheckbox,
  checkDate,
  checkJson,
  checkNumber,
  checkRelation,
  checkSelect,
} from './check-plain.ts'
import { checkText, isTextColumn } from './check-text.ts'

type Validated =
  | {
      readonly ok: true
      /** By column name: the sent values, and on create the defaults of the others. */
      readonly values: ReadonlyMap<string, unknown>
      /** Columns whose value is still plain text and must be hashed before it is stored. */
      readonly toHash: readonly string[]
    }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] }

export interface RowValidator {
  create(sent: unknown): Validated
  update(sent: unknown): Validated
}

interface Field {
  readonly name: string
  readonly check: Check
  readonly isRequired: boolean
  readonly isHashed: boolean
  /** Links are not stored in the row; those of a to-many are a list, never null. */
  readonly isRelation: boolean
  readonly isToMany: boolean
  readonly ifMissing: unknown
}

/** Prepares the checks of a table once; staff may also write hidden columns. */
export function validatorOf(table: Table, { seesHidden }: { seesHidden: boolean }): RowValidator {
  const fields = new Map<string, Field>()
  for (const column of table.columns)
    if (seesHidden || !column.options.isHidden) fields.set(column.name, fieldOf(column))
  // A hidden column still gets its default when a row is created without it.
  const absent = table.columns.map((column) => fields.get(column.name) ?? fieldOf(column))
  const check = (sent: unknown, isNew: boolean) => validate({ table, fields, absent, isNew }, sent)
  return { create: (sent) => check(sent, true), update: (sent) => check(sent, false) }
}

interface Prepared {
  readonly table: Table
  readonly fields: ReadonlyMap<string, Field>
  readonly absent: readonly Field[]
  readonly isNew: boolean
}

function validate({ table, fields, absent, isNew }: Prepared, sent: unknown): Validated {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return {
      ok: false,
      issues: [{ path: '', message: 'Must be an object with a value per field' }],
    }
  const issues: FieldIssue[] = []
  const values = new Map<string, unknown>()
  const toHash: string[] = []
  const refuse = (path: string, message: string): void => void issues.push({ path, message })
  for (const [name, value] of Object.entries(sent)) {
    const field = fields.get(name)
    if (!field) refuse(name, messageForUnknown(table, name))
    else if (field.isHashed && isEmpty(value)) {
      // The old value cannot be shown, so a blank one means: keep it.
      if (isNew && field.isRequired) refuse(name, 'Is required')
    } else {
      if (value === null && field.isToMany) refuse(name, 'Must be a list')
      if (value !== null) field.check(value, { path: name, refuse })
      if (field.isRequired && isEmpty(value)) refuse(name, 'Is required')
      if (field.isHashed) toHash.push(name)
      values.set(name, value)
    }
  }
  if (isNew)
    for (const field of absent) {
      if (values.has(field.name) || (field.isHashed && Object.hasOwn(sent, field.name))) continue
      if (field.isRequired && isEmpty(field.ifMissing)) refuseMissing(field, fields, refuse)
      if (!field.isRelation) values.set(field.name, field.ifMissing)
    }
  if (table.type === 'Auth') refuseKnown(values, refuse)
  return issues.length > 0 ? { ok: false, issues } : { ok: true, values, toHash }
}

/** However a row of an Auth table is written, its user signs in with this password. */
function refuseKnown(
  values: ReadonlyMap<string, unknown>,
  refuse: (path: string, message: string) => void,
): void {
  const [password, email] = [values.get('password'), values.get('email')]
  if (typeof password !== 'string') return
  const message = findKnownPassword({
    password,
    email: typeof email === 'string' ? email : undefined,
  })
  if (message !== undefined) refuse('password', message)
}

function refuseMissing(
  { name }: Field,
  fields: ReadonlyMap<string, Field>,
  refuse: (path: string, message: string) => void,
): void {
  if (fields.has(name)) refuse(name, 'Is required')
  // The caller must not learn its name.
  else refuse('', 'This table has a required field that only staff may set')
}

/** A hidden column is reported exactly like an unknown one. */
function messageForUnknown(table: Table, name: string): string {
  if (SYSTEM_COLUMNS.some((each) => each === name)) return 'Is set by the server'
  return `Column with name ${name.slice(0, 200)} not found in table ${table.name}`
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
}

function fieldOf(column: Column): Field {
  const { options } = column
  const isList = 'hasMultiple' in options && options.hasMultiple
  const check = checkOf(column)
  const isHashed = column.type === 'text' && column.options.isHashed
  return {
    name: column.name,
    check,
    isRequired: options.isRequired,
    isHashed,
    isRelation: column.type === 'relation',
    isToMany: column.type === 'relation' && isList,
    ifMissing: isHashed ? null : defaultOf(column, check, isList),
  }
}

/** The value of a field that was not sent; a default that the field itself rejects is ignored. */
function defaultOf(column: Column, check: Check, isList: boolean): unknown {
  const { options } = column
  const written = 'default' in options ? options.default : null
  const given = isList && typeof written === 'string' && written !== '' ? [written] : written
  const none = isList ? [] : null
  if (given === '' || given === null) return none
  const issues: string[] = []
  check(given, { path: '', refuse: (_, message) => void issues.push(message) })
  return issues.length === 0 ? given : none
}

function checkOf(column: Column): Check {
  if (isTextColumn(column)) return checkText(column)
  switch (column.type) {
    case 'number':
      return checkNumber(column)
    case 'checkbox':
      return checkCheckbox
    case 'select':
      return checkSelect(column)
    case 'date':
      return checkDate(column)
    case 'relation':
      return checkRelation(column)
    case 'image':
    case 'file':
      return checkFile(column)
    case 'json':
      return checkJson(column)
  }
}

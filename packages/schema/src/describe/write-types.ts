import type { Configuration, Table } from '@plinth/contract'
import { sortTables } from '../model/sort-tables.ts'
import { type AppField, fieldsOfTable } from './fields-of-table.ts'

const HEAD =
  "// Written by Plinth from a project's tables: change the tables, then write it again.\n"
const SYSTEM_FIELDS = ['id: string', 'createdOn: string', 'updatedOn: string']

function quote(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside}'`
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

function block(lines: readonly string[], indent: string): string {
  if (lines.length === 0) return '{}'
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}`
}

function union(words: readonly string[], whenNone: string): string {
  return words.length === 0 ? whenNone : words.map((word) => quote(word)).join(' | ')
}

type Use = 'read' | 'written'

function valueType({ column }: AppField, use: Use): string {
  switch (column.type) {
    case 'number':
      return 'number'
    case 'checkbox':
      return 'boolean'
    case 'select':
      return union(column.options.selectOptions, 'string')
    case 'image':
    case 'file':
      return use === 'read' ? 'FileValue' : 'FileInput'
    case 'json':
      return 'Json'
    default:
      return 'string'
  }
}

function fieldType(field: AppField, use: Use): string {
  const one = valueType(field, use)
  const many = one.includes(' ') ? `(${one})[]` : `${one}[]`
  // To-many links are a list, never null.
  const isNullable = !field.isRequired && !(field.isMany && field.column.type === 'relation')
  return `${field.isMany ? many : one}${isNullable ? ' | null' : ''}`
}

function expandType(relations: readonly AppField[]): string[] {
  const entries = relations.flatMap(({ name, target, isMany }) => {
    if (!target || target.type === 'Computed') return []
    const row = `Tables[${quote(target.name)}]['row']`
    return [`${key(name)}?: ${row}${isMany ? '[]' : ' | null'}`]
  })
  return entries.length === 0 ? [] : [`expand?: ${block(entries, '      ')}`]
}

/** Lists of which a row has only the start. */
function moreType(relations: readonly AppField[]): string[] {
  const names = relations.filter(({ isMany }) => isMany).map(({ name }) => quote(name))
  return names.length === 0 ? [] : [`$more?: { [Name in ${names.join(' | ')}]?: MoreLinks }`]
}

function writeTable(configuration: Configuration, table: Table): string {
  if (table.type === 'Computed') {
    const parts = [
      'row: { id: string; [column: string]: Json }',
      'create: never',
      'update: never',
      'relation: never',
    ]
    return `  ${key(table.name)}: ${block(parts, '  ')}\n`
  }
  const fields = fieldsOfTable(configuration, table)
  const relations = fields.filter(({ column }) => column.type === 'relation')
  const row = fields
    .filter(({ isRead }) => isRead)
    .map((field) => `${key(field.name)}${field.isBack ? '?' : ''}: ${fieldType(field, 'read')}`)
  const written = (isOptional: (field: AppField) => boolean) =>
    fields.map(
      (field) =>
        `${key(field.name)}${isOptional(field) ? '?' : ''}: ${fieldType(field, 'written')}`,
    )
  const parts = [
    `row: ${block([...SYSTEM_FIELDS, ...row, ...expandType(relations), ...moreType(relations)], '    ')}`,
    `create: ${block(
      written(({ isNeeded }) => !isNeeded),
      '    ',
    )}`,
    `update: ${block(
      written(() => true),
      '    ',
    )}`,
    `relation: ${union(
      relations.map(({ name }) => name),
      'never',
    )}`,
  ]
  return `  ${key(table.name)}: ${block(parts, '  ')}\n`
}

/** Imports from the client that the module uses. */
function writeImports(body: string): string {
  const used = ['FileInput', 'FileValue', 'Json', 'MoreLinks'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body),
  )
  return used.length === 0 ? '' : `import type { ${used.join(', ')} } from '@plinth/client'\n`
}

/** Columns of a Computed table depend on its query, so none is rejected. */
function writeNames(configuration: Configuration, tables: readonly Table[]): string {
  const entries = tables.map((table) => {
    const names = fieldsOfTable(configuration, table).map(({ name }) => quote(name))
    return `${key(table.name)}: ${table.type === 'Computed' ? 'null' : `[${names.join(', ')}]`},`
  })
  return `export const tables = ${block(entries, '')} as const\n`
}

/** Generates a TypeScript module with the row types of a project, for `createData<Tables>()`. */
export function writeTypes(configuration: Configuration): string {
  const tables = sortTables(configuration.tables)
  const types = tables.map((table) => writeTable(configuration, table)).join('')
  const body = `export interface Tables {\n${types}}\n\n${writeNames(configuration, tables)}`
  return [HEAD, writeImports(types), '\n', body].join('')
}

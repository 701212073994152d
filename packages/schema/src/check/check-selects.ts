import type { ColumnOf, Table } from '@plinth/contract'
import type { SchemaIssue } from '../model/edit-result.ts'

/** A select needs options without empty or duplicate ones, and a default among them. */
export function checkSelects({ table, path }: { table: Table; path: string }): SchemaIssue[] {
  return table.columns.flatMap((column, position) => {
    if (column.type !== 'select') return []
    const fault = findFault(column)
    if (!fault) return []
    const [key, message] = fault
    const where = `${path}.columns.${position}.options.${key}`
    return [{ tableId: table.id, columnId: column.id, path: where, message }]
  })
}

function findFault({ name, options }: ColumnOf<'select'>): [string, string] | undefined {
  const offered = options.selectOptions
  if (offered.length === 0) return ['selectOptions', `"${name}" has no options to select from.`]
  if (offered.some((option) => option.trim() === '')) {
    return ['selectOptions', `"${name}" has an empty option.`]
  }
  if (new Set(offered).size < offered.length) {
    return ['selectOptions', `"${name}" has the same option twice.`]
  }
  const defaults = Array.isArray(options.default) ? options.default : [options.default]
  const foreign = defaults.find((value) => value !== '' && !offered.includes(value))
  if (foreign !== undefined)
    return ['default', `"${name}" does not offer its default "${foreign}".`]
  if (!options.hasMultiple && defaults.length > 1) {
    return ['default', `"${name}" takes one value but has several defaults.`]
  }
  return undefined
}

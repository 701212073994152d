import { SYSTEM_COLUMNS } from '@plinth/contract'
import { isUsableName } from '../check/check-names.ts'
import { guessForm, STORED_TYPES } from '../plan/form.ts'
import type { LiveCatalogue, LiveTable } from '../plan/live-catalogue.ts'
import { OWN_PREFIX } from '../plan/stored-names.ts'

/** Why an existing table cannot be served; undefined if it can. */
export function findHindrance(
  table: LiveTable,
  engine: LiveCatalogue['engine'],
): string | undefined {
  if (table.kind === 'view') return 'it is a view'
  if (!isUsableName(table.name)) return 'its name is none that we can serve'
  const keys = table.indexes.filter(({ isUnique, columns }) => isUnique && columns.length === 1)
  if (keys.length === 0) return 'it has no key of one column'
  const id = table.columns.find(({ name }) => name === 'id')
  if (!id?.isRequired || !keys.some(({ columns }) => columns[0] === 'id')) {
    return 'its key is not called "id"'
  }
  if (id.type !== STORED_TYPES[engine].key) return `its key is ${id.type}, not uuid`
  for (const name of ['createdOn', 'updatedOn']) {
    const moment = table.columns.find((column) => column.name === name)
    if (moment && moment.type !== STORED_TYPES[engine].moment) return `"${name}" is ${moment.type}`
  }
  return undefined
}

/** Columns of a table that can become fields, with their form; relation keys are handled separately. */
export function listFields({ columns }: LiveTable, engine: LiveCatalogue['engine']) {
  return columns.flatMap((column) => {
    if (SYSTEM_COLUMNS.some((name) => name === column.name)) return []
    if (column.name.startsWith(OWN_PREFIX)) return []
    const form = isUsableName(column.name) ? guessForm(engine, column.type) : undefined
    return [{ column, form: form === 'key' ? undefined : form }]
  })
}

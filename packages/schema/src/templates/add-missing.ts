import { Column, type Configuration, type Table } from '@plinth/contract'
import { newTable } from '../edit/new-table.ts'
import { saveTable } from '../edit/save-table.ts'
import { type EditResult, type NewId, rejectEdit } from '../model/edit-result.ts'
import { freshIds } from '../model/fresh-ids.ts'
import type { Template, TemplateTable } from './template.ts'

/** An empty rule: staff only. */
const STAFF_ONLY = { list: '', view: '', create: '', update: '', delete: '' }

interface NeededTable {
  name: string
  fields: readonly { name: string; isMissing: boolean }[]
  /** Whether the project has no table of this name. */
  isMissing: boolean
}

/** The tables and fields that a template needs, compared by name with those of a configuration. */
export function listNeeds({ tables }: Configuration, template: Template): NeededTable[] {
  return template.tables.map(({ name, columns }) => {
    const table = tables.find((one) => one.name === name)
    const known = new Set(table?.columns.map((column) => column.name))
    const fields = columns.map((column) => ({
      name: column.name,
      isMissing: !known.has(column.name),
    }))
    return { name, fields, isMissing: table === undefined }
  })
}

/** The table with the fields that it lacks, or a new one that only staff can read. */
function completeTable(
  configuration: Configuration,
  { needed, newId }: { needed: TemplateTable; newId: NewId },
): Table {
  const order = configuration.tables.length
  const table = configuration.tables.find(({ name }) => name === needed.name) ?? {
    ...newTable({ id: newId(), order, newId, name: needed.name }),
    rules: STAFF_ONLY,
  }
  const known = new Set(table.columns.map(({ name }) => name))
  const last = Math.max(0, ...table.columns.map((column) => column.order))
  const added = needed.columns
    .filter(({ name }) => !known.has(name))
    .map((column, at) => Column.parse({ ...column, id: newId(), order: last + at + 1 }))
  return added.length === 0 ? table : { ...table, columns: [...table.columns, ...added] }
}

/** Adds the tables and fields that a template needs and a configuration lacks; what is there stays as it is. */
export function addMissing(options: {
  configuration: Configuration
  template: Template
  newId: NewId
}): EditResult {
  let { configuration } = options
  const newId = freshIds(options)
  for (const needed of options.template.tables) {
    const table = completeTable(configuration, { needed, newId })
    if (table.type === 'Computed') {
      const message = `The table ${table.name} is computed, so it cannot get the fields of the template.`
      return rejectEdit({ tableId: table.id, message })
    }
    if (configuration.tables.includes(table)) continue
    const saved = saveTable({ configuration, table, newId })
    if (!saved.ok) return saved
    configuration = saved.configuration
  }
  return { ok: true, configuration }
}

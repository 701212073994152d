import type { Column, ColumnType, Configuration, Table } from '@plinth/contract'
import { moveColumn, newColumn } from '@plinth/schema'
import { useState } from 'react'
import { newId } from '../../../state/new-id.ts'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'
import { withOptions } from '../column-form/column-options.tsx'
import { startType } from '../column-form/start-relation.ts'
import { fieldListStrings as strings } from '../strings/field-list-strings.ts'
import { readFields, readTypedField } from './read-fields.ts'
import type { FieldDrag } from './use-field-drag.ts'

export interface FieldsOptions {
  /** The draft with the unsaved state of the table. */
  configuration: Configuration
  table: Table
  onChange: (change: (columns: readonly Column[]) => Column[]) => void
  announce: (words: string) => void
}

/** The fields of a table and one empty row after them, which becomes a field when it is edited. */
export function useFields({ configuration, table, onChange, announce }: FieldsOptions) {
  const { columns } = table
  const [blank, setBlank] = useState<Column>(() => newColumn({ id: newId() }))
  const replace = (next: Column) => {
    if (next.id !== blank.id) {
      return onChange((now) => now.map((column) => (column.id === next.id ? next : column)))
    }
    onChange((now) => [...now, next])
    setBlank(newColumn({ id: newId() }))
  }
  const retype = (column: Column, type: ColumnType): Column => {
    const next = startType(column, type, { configuration, table })
    replace(next)
    return next
  }
  return {
    rows: [...columns, blank],
    blankId: blank.id,
    rename: (column: Column, name: string) => replace({ ...column, name }),
    setOptions: (column: Column, part: Readonly<Record<string, unknown>>) =>
      replace(withOptions(column, part)),
    retype,
    /** Reads `name:type`, once it is typed. */
    endName: (column: Column): Column => {
      const { name, type } = readTypedField(column.name)
      return type === undefined ? column : retype({ ...column, name }, type)
    },
    remove: (column: Column) => {
      onChange((now) => now.filter(({ id }) => id !== column.id))
      announce(strings.removed(column.name || schemaStrings.untitledField))
    },
    move: (drag: FieldDrag) => {
      const moved = moveColumn(columns, drag)
      onChange(() => moved)
      const position = moved.findIndex(({ id }) => id === drag.columnId) + 1
      const name = moved[position - 1]?.name || schemaStrings.untitledField
      announce(strings.moved({ name, position, count: moved.length }))
    },
    /** Adds a field for each name of a header line; returns how many. */
    addFrom: async (text: string): Promise<number> => {
      const found = await readFields(text, { taken: columns.map(({ name }) => name), newId })
      onChange((now) => [...now, ...found])
      return found.length
    },
  }
}

export type Fields = ReturnType<typeof useFields>

import type { Column, Configuration, Table } from '@plinth/contract'
import type { KeyboardEvent } from 'react'
import { ColumnOptions } from '../column-form/column-options.tsx'
import { describeRelation } from '../column-form/describe-relation.ts'
import { writeList } from '../column-form/list-text.ts'

interface Place {
  configuration: Configuration
  table: Table
  column: Column
}

interface FieldOptionsProps extends Place {
  onChange: (part: Readonly<Record<string, unknown>>) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** What must be seen of a field while its options are closed. */
export function summariseOptions({ configuration, table, column }: Place): string | undefined {
  if (column.type === 'select') return writeList(column.options.selectOptions)
  return column.type === 'relation' ? describeRelation({ configuration, table, column }) : undefined
}

/** The options of a field below its row. */
export function FieldOptions({ onKeyDown, ...rest }: FieldOptionsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the inputs inside
    <div
      data-options
      className="mt-1.5 mb-2 ml-7 flex flex-col gap-3 rounded-lg border bg-sunken/40 p-3"
      onKeyDown={onKeyDown}
    >
      <ColumnOptions {...rest} />
    </div>
  )
}

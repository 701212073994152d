import { useMemo } from 'react'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { findTable } from '../../graph/find-table.ts'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'
import { type PropertyProps, textOf } from '../property/property.ts'

interface TableFieldProps extends PropertyProps {
  /** What the parameter holds: the id, which survives a rename, or the name. */
  stores?: 'id' | 'name'
  /** Computed tables have no row events and no changes. */
  hasComputed?: boolean
}

/** Selects a table. */
export function TableField(props: TableFieldProps) {
  const { label, value, onChange, stores = 'id', hasComputed = false } = props
  const { tables } = useCurrentProject().configuration.new_configuration
  const options = useMemo(
    () =>
      tables
        .filter(({ type }) => hasComputed || type !== 'Computed')
        .map((table) => ({ value: table[stores], label: table.name })),
    [tables, stores, hasComputed],
  )
  const chosen = findTable(tables, textOf(value))
  const isLost = chosen === undefined && textOf(value) !== ''
  return (
    <Field
      label={label}
      hint={options.length === 0 ? nodeSettingsStrings.noTables : undefined}
      error={isLost ? nodeSettingsStrings.tableMissing(textOf(value)) : undefined}
    >
      {(control) => (
        <Select
          {...control}
          value={chosen?.[stores] ?? ''}
          placeholder={nodeSettingsStrings.chooseTable}
          options={options}
          disabled={options.length === 0}
          onValueChange={onChange}
        />
      )}
    </Field>
  )
}

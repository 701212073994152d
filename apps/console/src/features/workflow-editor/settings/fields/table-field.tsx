import { useMemo } from 'react'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'
import { findTable } from '../property/find-table.ts'
import { type PropertyProps, textOf } from '../property/property.ts'

/** Selects a table. Computed tables are left out because they have no row events. */
export function TableField({ label, value, onChange }: PropertyProps) {
  const { tables } = useCurrentProject().configuration.new_configuration
  const options = useMemo(
    () =>
      tables
        .filter(({ type }) => type !== 'Computed')
        .map(({ id, name }) => ({ value: id, label: name })),
    [tables],
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
          value={chosen?.id ?? ''}
          options={options}
          disabled={options.length === 0}
          onValueChange={onChange}
        />
      )}
    </Field>
  )
}

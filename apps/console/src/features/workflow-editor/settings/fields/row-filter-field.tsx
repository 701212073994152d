import { catalogueOf, readRowFilter } from '@plinth/expression'
import { eventColumns } from '@plinth/schema'
import { useMemo } from 'react'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/forms/input.tsx'
import { findTable } from '../../graph/find-table.ts'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'
import { type PropertyProps, textOf } from '../property/property.ts'

interface RowFilterFieldProps extends PropertyProps {
  /** Name or id of the table. */
  table: string
}

/** Filter in the rule language, validated while typing. */
export function RowFilterField({ label, property, value, onChange, table }: RowFilterFieldProps) {
  const { new_configuration: configuration } = useCurrentProject().configuration
  const text = textOf(value)
  const error = useMemo(() => {
    const match = findTable(configuration.tables, table)
    if (!match || text.trim() === '') return undefined
    const ground = { catalogue: catalogueOf(configuration), columns: eventColumns(match) }
    const read = readRowFilter(text, { ...ground, table: match.name })
    return read.ok ? undefined : read.issues[0]?.message
  }, [configuration, table, text])
  return (
    <Field label={label} hint={nodeSettingsStrings.rowFilterHint} error={error}>
      {(control) => (
        <Input
          {...control}
          value={text}
          spellCheck={false}
          autoComplete="off"
          placeholder={property.ui.placeholder}
          className="font-mono"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

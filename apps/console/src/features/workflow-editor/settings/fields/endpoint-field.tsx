import { useMemo } from 'react'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'
import { type PropertyProps, textOf } from '../property/property.ts'

/** Selects an API endpoint of the project's tables. */
export function EndpointField({ label, value, onChange }: PropertyProps) {
  const { tables } = useCurrentProject().configuration.new_configuration
  const options = useMemo(
    () =>
      tables.flatMap(({ name }) => {
        const path = `/api/data/${name}`
        return [
          `GET ${path}`,
          `POST ${path}`,
          `GET ${path}/{id}`,
          `PUT ${path}/{id}`,
          `DELETE ${path}/{id}`,
        ].map((call) => ({ value: call, label: call }))
      }),
    [tables],
  )
  const isEmpty = options.length === 0
  return (
    <Field label={label} hint={isEmpty ? nodeSettingsStrings.noTables : undefined}>
      {(control) => (
        <Select
          {...control}
          value={textOf(value)}
          options={options}
          disabled={isEmpty}
          onValueChange={onChange}
        />
      )}
    </Field>
  )
}

import { useIsAdmin } from '../../../state/current-user.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useEnvironments } from './settings-queries.ts'
import { settingsStrings as strings } from './strings.ts'

interface EnvironmentFieldProps {
  value: string
  disabled: boolean
  error?: string | undefined
  onChange: (value: string) => void
}

/** Environment selection; only admins can choose production. */
export function EnvironmentField({ value, disabled, error, onChange }: EnvironmentFieldProps) {
  const admin = useIsAdmin()
  const { data = [] } = useEnvironments()
  const options = data.map(({ id, name }) => {
    const closed = name === 'production' && !admin
    return {
      value: id,
      label: name,
      ...(closed ? { disabled: true, note: strings.adminsOnly } : {}),
    }
  })
  return (
    <Field label={strings.environment} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={options}
          disabled={disabled}
          onValueChange={onChange}
        />
      )}
    </Field>
  )
}

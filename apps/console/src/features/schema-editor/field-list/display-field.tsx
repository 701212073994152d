import type { Table } from '@plinth/contract'
import { canDisplay, findDisplayField } from '@plinth/schema'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { fieldListStrings as strings } from '../strings/field-list-strings.ts'

const AUTOMATIC = '-'

interface DisplayFieldProps {
  table: Table
  onChange: (displayField: string | undefined) => void
}

/** Chooses the field that names a row; shown once there is a choice. */
export function DisplayField({ table, onChange }: DisplayFieldProps) {
  const fields = table.columns.filter(canDisplay)
  if (fields.length < 2) return null
  const { displayField: chosen, ...rest } = table
  const automatic = findDisplayField(rest)?.name
  return (
    <Field label={strings.display} hint={strings.displayHint} className="max-w-72">
      {(control) => (
        <Select
          {...control}
          value={fields.some(({ id }) => id === chosen) ? (chosen ?? AUTOMATIC) : AUTOMATIC}
          options={[
            { value: AUTOMATIC, label: strings.firstText(automatic) },
            ...fields.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={(id) => onChange(id === AUTOMATIC ? undefined : id)}
        />
      )}
    </Field>
  )
}

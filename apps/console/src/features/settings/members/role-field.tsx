import { ROLES, type Role } from '@plinth/contract'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { membersStrings as strings } from './strings.ts'

interface RoleFieldProps {
  value: Role
  disabled?: boolean
  lastOwner?: boolean
  hint?: string | undefined
  onChange: (role: Role) => void
}

/** Role selection. Admin cannot be assigned, and the last owner's role cannot be changed. */
export function RoleField({ value, disabled, lastOwner, hint, onChange }: RoleFieldProps) {
  const options = [...ROLES].reverse().map((role) => ({
    value: role,
    label: role,
    ...(role === 'admin' ? { disabled: true, note: strings.notAssignable } : {}),
    ...(role === 'developer' && lastOwner ? { disabled: true, note: strings.lastOwnerNote } : {}),
  }))
  return (
    <Field label={strings.role} hint={hint ?? strings.roleHint[value]}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={options}
          disabled={disabled ?? false}
          onValueChange={onChange}
        />
      )}
    </Field>
  )
}

import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface SecretFieldProps {
  name: 'currentPassword' | 'code'
  label: string
  hint?: string
  error: string | undefined
  autoFocus?: boolean
}

/** Password or one-time code input with the matching autocomplete attribute. */
export function SecretField({ name, label, hint, error, autoFocus = false }: SecretFieldProps) {
  const isPassword = name === 'currentPassword'
  return (
    <Field label={label} error={error} {...(hint ? { hint } : {})}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type={isPassword ? 'password' : 'text'}
          autoComplete={isPassword ? 'current-password' : 'one-time-code'}
          maxLength={isPassword ? 256 : 40}
          autoFocus={autoFocus}
          required
        />
      )}
    </Field>
  )
}

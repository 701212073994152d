import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { apiStrings as strings } from './strings.ts'
import type { Sender } from './use-try-call.ts'

interface SenderFieldsProps {
  sender: Sender
  /** Names of the Auth tables. */
  userTables: readonly string[]
  onChange: (part: Partial<Sender>) => void
}

/** What the chosen caller proves itself with; nothing of it is stored. */
export function SenderFields({ sender, userTables, onChange }: SenderFieldsProps) {
  if (sender.bearer === 'guest') return null
  if (sender.bearer === 'key')
    return (
      <Field label={strings.key} hint={strings.keyHint}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            maxLength={200}
            value={sender.key}
            onChange={(event) => onChange({ key: event.target.value })}
          />
        )}
      </Field>
    )
  if (userTables.length === 0) return <p className="text-xs text-fg-2">{strings.noUserTable}</p>
  return (
    <div className="grid grid-cols-3 gap-3">
      <Field label={strings.userTable}>
        {(control) => (
          <Select
            {...control}
            value={sender.table}
            options={userTables.map((value) => ({ value, label: value }))}
            onValueChange={(table) => onChange({ table })}
          />
        )}
      </Field>
      <Field label={strings.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            maxLength={254}
            value={sender.email}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        )}
      </Field>
      <Field label={strings.password} hint={strings.passwordHint}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            maxLength={256}
            value={sender.password}
            onChange={(event) => onChange({ password: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

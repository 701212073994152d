import { type EnvironmentName, PASSPHRASE_LENGTH } from '@plinth/contract'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { backupsStrings as strings } from './strings.ts'

interface PassphraseFieldsProps {
  isOn: boolean
  passphrase: string
  hint?: string
  /** Environments whose secrets are included. */
  secretsOf: readonly EnvironmentName[]
  /** Why production secrets are not included. */
  adminOnly: string
  onChange: (part: { isOn?: boolean; passphrase?: string }) => void
}

/** Switch for including secrets, with the passphrase. */
export function PassphraseFields(props: PassphraseFieldsProps) {
  const { isOn, passphrase, hint, secretsOf, onChange } = props
  return (
    <>
      <SwitchRow
        label={strings.start.secrets}
        hint={strings.start.secretsHint}
        checked={isOn}
        onCheckedChange={(next) => onChange({ isOn: next })}
      />
      {isOn ? (
        <Field label={strings.start.passphrase} hint={hint ?? strings.start.passphraseHint}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              maxLength={PASSPHRASE_LENGTH.max}
              value={passphrase}
              onChange={(event) => onChange({ passphrase: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      {isOn ? (
        <p className="text-xs text-fg-2">
          {strings.secretsOf(secretsOf)}.
          {secretsOf.includes('production') ? null : ` ${props.adminOnly}`}
        </p>
      ) : null}
    </>
  )
}

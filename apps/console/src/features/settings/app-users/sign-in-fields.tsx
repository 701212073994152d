import { MAX_SESSION_DAYS } from '@plinth/contract'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { checkDays, checkRedirects, type SignInValues } from './sign-in-values.ts'
import { appUsersStrings as strings } from './strings.ts'

interface SignInFieldsProps {
  form: UseFormReturn<SignInValues>
  isDisabled: boolean
}

interface TextEntry {
  name: keyof typeof LABELS
  isLine?: boolean
  hint?: string
  check?: (text: string) => true | string
  placeholder?: string
}

const LABELS = {
  redirects: strings.redirects,
  sessionDays: strings.sessionDays,
  passkeyHost: strings.passkeyHost,
} as const

const LENGTH: readonly TextEntry[] = [
  {
    name: 'sessionDays',
    isLine: true,
    hint: strings.sessionDaysHint(MAX_SESSION_DAYS),
    check: checkDays,
  },
]

const PLACES: readonly TextEntry[] = [
  {
    name: 'redirects',
    hint: strings.redirectsHint,
    check: checkRedirects,
    placeholder: strings.redirectsPlaceholder,
  },
  {
    name: 'passkeyHost',
    isLine: true,
    hint: strings.passkeyHostHint,
    placeholder: strings.passkeyHostPlaceholder,
  },
]

function SignInSwitch({
  form,
  isDisabled,
  name,
}: SignInFieldsProps & { name: 'byCode' | 'createsAccounts' }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <SwitchRow
          label={strings[name]}
          hint={strings[`${name}Hint`]}
          checked={field.value}
          disabled={isDisabled}
          onCheckedChange={field.onChange}
        />
      )}
    />
  )
}

function Texts({
  form,
  isDisabled,
  entries,
}: SignInFieldsProps & { entries: readonly TextEntry[] }) {
  const { errors } = form.formState
  return entries.map(({ name, isLine, hint, check, placeholder }) => (
    <Field key={name} label={LABELS[name]} hint={hint} error={errors[name]?.message}>
      {(control) => {
        const all = {
          ...control,
          ...form.register(name, check ? { validate: check } : {}),
          disabled: isDisabled,
          autoComplete: 'off',
          ...(placeholder ? { placeholder, spellCheck: false } : {}),
        }
        return isLine ? <Input {...all} /> : <TextArea {...all} />
      }}
    </Field>
  ))
}

export function SignInFields(props: SignInFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-sm:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-4">
        <SignInSwitch {...props} name="byCode" />
        <SignInSwitch {...props} name="createsAccounts" />
        <Texts {...props} entries={LENGTH} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Texts {...props} entries={PLACES} />
      </div>
    </div>
  )
}

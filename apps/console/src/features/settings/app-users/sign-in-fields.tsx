import { MAX_SESSION_DAYS } from '@plinth/contract'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { MailPreview } from './mail-preview.tsx'
import { checkDays, checkRedirects, type SignInValues } from './sign-in-values.ts'
import { appUsersStrings as strings } from './strings.ts'

interface SignInFieldsProps {
  form: UseFormReturn<SignInValues>
  isDisabled: boolean
}

const TEXTS = [
  {
    name: 'redirects',
    hint: strings.redirectsHint,
    check: checkRedirects,
    placeholder: strings.redirectsPlaceholder,
  },
  { name: 'mailSubject', isLine: true },
  { name: 'mailText', hint: strings.mailTextHint },
  {
    name: 'sessionDays',
    isLine: true,
    hint: strings.sessionDaysHint(MAX_SESSION_DAYS),
    check: checkDays,
  },
] as const satisfies readonly {
  name: keyof SignInValues
  isLine?: boolean
  hint?: string
  check?: (text: string) => true | string
  placeholder?: string
}[]

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

export function SignInFields({ form, isDisabled }: SignInFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <SignInSwitch form={form} isDisabled={isDisabled} name="byCode" />
      <SignInSwitch form={form} isDisabled={isDisabled} name="createsAccounts" />
      {TEXTS.map((text) => (
        <Field
          key={text.name}
          label={strings[text.name]}
          hint={'hint' in text ? text.hint : undefined}
          error={errors[text.name]?.message}
        >
          {(control) => {
            const all = {
              ...control,
              ...form.register(text.name, 'check' in text ? { validate: text.check } : {}),
              disabled: isDisabled,
              autoComplete: 'off',
              ...('placeholder' in text && { placeholder: text.placeholder, spellCheck: false }),
            }
            return 'isLine' in text ? <Input {...all} /> : <TextArea {...all} />
          }}
        </Field>
      ))}
      <MailPreview form={form} />
    </>
  )
}

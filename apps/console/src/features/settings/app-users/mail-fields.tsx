import {
  APP_MAIL_FIELDS,
  APP_MAIL_KINDS,
  type AppMailKind,
  DEFAULT_APP_MAILS,
} from '@plinth/contract'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Tabs } from '../../../ui/primitives/tabs.tsx'
import { MailPreview } from './mail-preview.tsx'
import type { SignInOfTable } from './sign-in-query.ts'
import { MAIL_ENTRIES, type SignInValues } from './sign-in-values.ts'
import { appUsersStrings as strings } from './strings.ts'

interface MailFieldsProps {
  form: UseFormReturn<SignInValues>
  isDisabled: boolean
  opened: SignInOfTable
  shown: AppMailKind
  onShow: (kind: AppMailKind) => void
}

interface MailProps extends Pick<MailFieldsProps, 'form' | 'isDisabled'> {
  kind: AppMailKind
}

/** Fills in the default to change it. */
function DefaultButton({ form, kind }: MailProps) {
  const { subject, text } = APP_MAIL_FIELDS[kind]
  const values = useWatch({ control: form.control, name: [subject, text] })
  if (values.some((value) => value.trim() !== '')) return null
  const fill = () => {
    form.setValue(subject, DEFAULT_APP_MAILS[kind].subject)
    form.setValue(text, DEFAULT_APP_MAILS[kind].text)
    form.setFocus(text)
  }
  return (
    <Button size="sm" className="self-start" onClick={fill}>
      {strings.editDefault}
    </Button>
  )
}

function MailTexts({ form, isDisabled, kind }: MailProps) {
  const { errors } = form.formState
  return MAIL_ENTRIES.filter((entry) => entry.kind === kind).map((entry) => {
    const { name, part, fallback, check } = entry
    const isText = part === 'text'
    const validate = (value: string) => value.trim() === '' || check(value)
    return (
      <Field
        key={name}
        label={strings.mailPart[part]}
        hint={isText ? strings.mailHint[kind] : undefined}
        error={errors[name]?.message}
      >
        {(control) => {
          const all = {
            ...control,
            ...form.register(name, { validate }),
            disabled: isDisabled,
            autoComplete: 'off',
            placeholder: fallback,
          }
          return isText ? <TextArea {...all} /> : <Input {...all} />
        }}
      </Field>
    )
  })
}

/** The mails to the users of a table, each with its preview. */
export function MailFields({ shown, onShow, opened, ...props }: MailFieldsProps) {
  const tabs = APP_MAIL_KINDS.map((kind) => ({
    value: kind,
    label: strings.mail[kind],
    content: (
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 pt-3 max-sm:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-4">
          <MailTexts {...props} kind={kind} />
          {props.isDisabled ? null : <DefaultButton {...props} kind={kind} />}
        </div>
        <MailPreview form={props.form} opened={opened} kind={kind} />
      </div>
    ),
  }))
  return (
    <Tabs label={strings.mails} value={shown} tabs={tabs} onValueChange={onShow} keepsAll={true} />
  )
}

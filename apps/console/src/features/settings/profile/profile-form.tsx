import { Email, NewPassword, PersonName, type Profile } from '@plinth/contract'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { FormProblem } from '../panel/form-notes.tsx'
import { checkWith } from '../panel/format-issue.ts'
import { settingsStrings as settings } from '../panel/strings.ts'
import { profileStrings as strings } from './strings.ts'
import {
  needsCurrent,
  type ProfileValues,
  profileValuesOf,
  useSaveProfile,
} from './use-save-profile.ts'

type Form = UseFormReturn<ProfileValues>

const checkPassword = checkWith(strings.password, NewPassword)

function NameFields({ form }: { form: Form }) {
  const { errors } = form.formState
  const names = [
    { name: 'first_name', label: strings.firstName, autoComplete: 'given-name' },
    { name: 'last_name', label: strings.lastName, autoComplete: 'family-name' },
  ] as const
  return (
    <>
      <Field label={strings.email} error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email', { validate: checkWith(strings.email, Email) })}
            type="email"
            autoComplete="username"
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {names.map(({ name, label, autoComplete }) => (
          <Field key={name} label={label} error={errors[name]?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register(name, { validate: checkWith(label, PersonName) })}
                autoComplete={autoComplete}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  )
}

function PasswordFields({ form, asked }: { form: Form; asked: boolean }) {
  const { errors } = form.formState
  return (
    <>
      <Field label={strings.password} hint={strings.passwordHint} error={errors.password?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('password', {
              validate: (password) => password === '' || checkPassword(password),
            })}
            type="password"
            autoComplete="new-password"
          />
        )}
      </Field>
      {asked ? (
        <Field
          label={strings.currentPassword}
          hint={strings.currentPasswordHint}
          error={errors.currentPassword?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('currentPassword', {
                shouldUnregister: true,
                validate: (password) => password !== '' || strings.currentPasswordMissing,
              })}
              type="password"
              aria-required
              autoComplete="current-password"
            />
          )}
        </Field>
      ) : null}
    </>
  )
}

/** Notice about a save from another window. */
function ProfileStale({ form, edit }: { form: Form; edit: ReturnType<typeof useSaveProfile> }) {
  if (!edit.stale) return null
  const theirs = profileValuesOf(edit.stale.theirs as Profile)
  const yours = form.getValues()
  const sides = [
    { label: strings.email, yours: yours.email, theirs: theirs.email },
    { label: strings.firstName, yours: yours.first_name, theirs: theirs.first_name },
    { label: strings.lastName, yours: yours.last_name, theirs: theirs.last_name },
  ]
  return (
    <StaleNotice
      act={edit.stale.act}
      sides={sides}
      onKeepMine={edit.keepMine}
      onTakeTheirs={() => edit.takeTheirs(theirs)}
    />
  )
}

/** Name, email and password of the current user. */
export function ProfileForm({ user }: { user: Profile }) {
  const { role } = useCurrentProject()
  const form = useForm<ProfileValues>({ defaultValues: profileValuesOf(user) })
  const edit = useSaveProfile(user, form)
  const [email, password] = form.watch(['email', 'password'])
  const isRequired = needsCurrent(user, { email, password })
  const submit = form.handleSubmit((values) =>
    edit.save({ ...values, currentPassword: isRequired ? values.currentPassword : '' }),
  )
  return (
    <form noValidate onSubmit={submit} className="rounded-xl border bg-surface shadow-1">
      <div className="flex max-w-140 flex-col gap-4 p-5">
        <NameFields form={form} />
        <Field label={strings.role} hint={role === 'admin' ? strings.adminHint : strings.roleHint}>
          {(control) => (
            <Input {...control} readOnly value={role} className="bg-sunken text-fg-2" />
          )}
        </Field>
        <PasswordFields form={form} asked={isRequired} />
        <ProfileStale form={form} edit={edit} />
        <FormProblem>{edit.problem}</FormProblem>
      </div>
      <footer className="flex rounded-b-xl border-t bg-sunken/60 px-5 py-3">
        <Button type="submit" variant="primary" busy={edit.busy}>
          {settings.save}
        </Button>
      </footer>
    </form>
  )
}

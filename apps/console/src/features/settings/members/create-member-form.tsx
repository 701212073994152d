import { type AssignableRole, createMember, Email, NewPassword, PersonName } from '@plinth/contract'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { EditFooter } from '../panel/edit-footer.tsx'
import { FormProblem } from '../panel/form-notes.tsx'
import { checkWith } from '../panel/format-issue.ts'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useEdit } from '../panel/use-edit.ts'
import { RoleField } from './role-field.tsx'
import { membersStrings as strings } from './strings.ts'

interface CreateMemberValues {
  email: string
  firstName: string
  lastName: string
  password: string
  role: AssignableRole
}

const EMPTY: CreateMemberValues = {
  email: '',
  firstName: '',
  lastName: '',
  password: '',
  role: 'developer',
}

interface PersonFieldsProps {
  form: UseFormReturn<CreateMemberValues>
  passwordHint: string
}

function PersonFields({ form, passwordHint }: PersonFieldsProps) {
  const { errors } = form.formState
  const check = {
    email: checkWith(strings.email, Email),
    firstName: checkWith(strings.firstName, PersonName),
    lastName: checkWith(strings.lastName, PersonName),
    password: checkWith(strings.password, NewPassword),
  }
  return (
    <>
      <Field label={strings.email} error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('email', { validate: check.email })}
            type="email"
            aria-required
            autoComplete="off"
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {(['firstName', 'lastName'] as const).map((name) => (
          <Field key={name} label={strings[name]} error={errors[name]?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register(name, { validate: check[name] })}
                aria-required
                autoComplete="off"
              />
            )}
          </Field>
        ))}
      </div>
      <Field label={strings.password} hint={passwordHint} error={errors.password?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('password', { validate: check.password })}
            type="password"
            aria-required
            autoComplete="new-password"
          />
        )}
      </Field>
    </>
  )
}

/** Creates a user and adds them to the project. */
export function CreateMemberForm({ onDone }: { onDone: () => void }) {
  const { id: projectId, role } = useCurrentProject()
  const form = useForm<CreateMemberValues>({ defaultValues: EMPTY })
  const edit = useEdit({
    what: 'Creating a member',
    form,
    labels: {
      email: strings.email,
      firstName: strings.firstName,
      lastName: strings.lastName,
      password: strings.password,
    },
    save: async (body) => {
      const { member } = await client.call(createMember, { params: { projectId }, body })
      if (!member.pending) return
      showToast({ title: strings.createdTitle, description: strings.createdText[member.pending] })
    },
    onDone,
  })
  return (
    <form noValidate onSubmit={form.handleSubmit(edit.save)}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <PersonFields
          form={form}
          passwordHint={role === 'admin' ? strings.passwordHint : strings.temporaryHint}
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => <RoleField value={field.value} onChange={field.onChange} />}
        />
        <FormProblem>{edit.problem}</FormProblem>
      </div>
      <EditFooter submit={settings.create} busy={edit.busy} onCancel={onDone} />
    </form>
  )
}

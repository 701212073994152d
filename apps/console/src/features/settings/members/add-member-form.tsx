import { type AssignableRole, addMember, type User } from '@plinth/contract'
import { Controller, useForm } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { EditFooter } from '../panel/edit-footer.tsx'
import { FormProblem } from '../panel/form-notes.tsx'
import { useEdit } from '../panel/use-edit.ts'
import { RoleField } from './role-field.tsx'
import { membersStrings as strings } from './strings.ts'
import { UserPicker } from './user-picker.tsx'

interface AddMemberValues {
  userId: User | null
  role: AssignableRole
}

const EMPTY: AddMemberValues = { userId: null, role: 'developer' }

/** Adds an existing user of the organisation. */
export function AddMemberForm({ onDone }: { onDone: () => void }) {
  const projectId = useCurrentProject().id
  const form = useForm<AddMemberValues>({ defaultValues: EMPTY })
  const edit = useEdit({
    what: 'Adding a member',
    form,
    labels: { userId: strings.user, role: strings.role },
    save: ({ userId, role }) =>
      client.call(addMember, { params: { projectId }, body: { userId: userId?.id ?? '', role } }),
    onDone,
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={form.handleSubmit(edit.save)}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <Controller
          control={form.control}
          name="userId"
          rules={{ validate: (user) => user !== null || strings.userMissing }}
          render={({ field }) => (
            <Field label={strings.user} error={errors.userId?.message}>
              {(control) => (
                <UserPicker {...control} value={field.value} onChange={field.onChange} />
              )}
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => <RoleField value={field.value} onChange={field.onChange} />}
        />
        <FormProblem>{edit.problem}</FormProblem>
      </div>
      <EditFooter submit={strings.addButton} busy={edit.busy} onCancel={onDone} />
    </form>
  )
}

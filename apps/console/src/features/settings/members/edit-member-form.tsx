import {
  type AssignableRole,
  type Member,
  type Role,
  removeMember,
  updateMember,
} from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { client } from '../../../api/client.ts'
import { projectKey, useCurrentProject } from '../../../state/current-project.tsx'
import { useCurrentUser } from '../../../state/current-user.ts'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { EditFooter } from '../panel/edit-footer.tsx'
import { FormProblem, ReadOnlyReason } from '../panel/form-notes.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useEdit } from '../panel/use-edit.ts'
import { MemberIdentity } from './member-identity.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { RoleField } from './role-field.tsx'
import { membersStrings as strings } from './strings.ts'

interface EditMemberFormProps {
  member: Member
  onDone: () => void
}

/** Why the current user cannot change this member; undefined if they can. */
function useReason(member: Member): string | undefined {
  const { role } = useCurrentProject()
  if (member.role === 'admin') return strings.adminMember
  return role === 'developer' ? strings.mayNotManage : undefined
}

/** After users change their own membership: reloads the project, or leaves it. */
function useOwnChange(member: Member) {
  const projectId = useCurrentProject().id
  const queries = useQueryClient()
  const navigate = useNavigate()
  const self = useCurrentUser().data?.user.id === member.id
  return {
    changed: () =>
      self ? queries.invalidateQueries({ queryKey: projectKey(projectId) }) : undefined,
    removed: () => (self ? navigate('/home') : undefined),
  }
}

function useMemberEdit({ member, onDone }: EditMemberFormProps) {
  const projectId = useCurrentProject().id
  const own = useOwnChange(member)
  const form = useForm<{ role: Role }>({ defaultValues: { role: member.role } })
  const params = { projectId, memberId: member.id }
  const edit = useEdit({
    what: 'Changing a member',
    form,
    labels: {},
    revision: member.revision,
    save: async ({ role }, basedOn) => {
      const body = { role: role as AssignableRole }
      await client.call(updateMember, { params, body, ...basedOn })
      await own.changed()
    },
    remove: async (basedOn) => {
      await client.call(removeMember, { params, ...basedOn })
      await own.removed()
    },
    onDone,
  })
  return { form, edit }
}

export function EditMemberForm({ member, onDone }: EditMemberFormProps) {
  const { form, edit } = useMemberEdit({ member, onDone })
  const [removing, setRemoving] = useState(false)
  const reason = useReason(member)
  const closed = reason !== undefined
  const theirs = edit.stale?.theirs as Member | undefined
  const remove = (
    <GatedButton
      variant="danger-ghost"
      reason={member.last_owner ? strings.lastOwner : undefined}
      onClick={() => setRemoving(true)}
    >
      {strings.remove}
    </GatedButton>
  )
  return (
    <form noValidate onSubmit={form.handleSubmit(edit.save)}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <MemberIdentity member={member} />
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <RoleField
              value={field.value}
              disabled={closed}
              lastOwner={member.last_owner}
              hint={member.last_owner ? strings.lastOwner : undefined}
              onChange={field.onChange}
            />
          )}
        />
        {closed ? <ReadOnlyReason>{reason}</ReadOnlyReason> : null}
        {edit.stale && theirs ? (
          <StaleNotice
            act={edit.stale.act}
            sides={[{ label: strings.role, yours: form.getValues('role'), theirs: theirs.role }]}
            onKeepMine={edit.keepMine}
            onTakeTheirs={() => edit.takeTheirs({ role: theirs.role })}
          />
        ) : null}
        <FormProblem>{edit.problem}</FormProblem>
      </div>
      <EditFooter
        danger={closed ? undefined : remove}
        submit={closed ? undefined : settings.save}
        busy={edit.busy && !removing}
        onCancel={onDone}
      />
      <RemoveMemberDialog
        member={member}
        open={removing}
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false)
          edit.remove()
        }}
      />
    </form>
  )
}

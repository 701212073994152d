import { type Profile, saveProfile, type User } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { useReloadLists } from '../panel/settings-queries.ts'
import { useEdit } from '../panel/use-edit.ts'
import { SESSIONS_KEY } from './sessions-query.ts'
import { profileStrings as strings } from './strings.ts'

export interface ProfileValues {
  email: string
  first_name: string
  last_name: string
  password: string
  currentPassword: string
}

export function profileValuesOf(user: User): ProfileValues {
  const { email, first_name, last_name } = user
  return { email, first_name, last_name, password: '', currentPassword: '' }
}

/** Changing the email or password requires the current password. */
export function needsCurrent(user: User, values: Pick<ProfileValues, 'email' | 'password'>) {
  return values.email.trim() !== user.email || values.password !== ''
}

/** Saves the profile; a blank password is sent as null and stays unchanged. */
export function useSaveProfile(user: Profile, form: UseFormReturn<ProfileValues>) {
  const projectId = useCurrentProject().id
  const queries = useQueryClient()
  const reload = useReloadLists()
  return useEdit({
    what: 'Saving the profile',
    form,
    labels: {
      email: strings.email,
      first_name: strings.firstName,
      last_name: strings.lastName,
      password: strings.password,
      currentPassword: strings.currentPassword,
    },
    revision: user.revision,
    save: async ({ password, currentPassword, ...names }, basedOn) => {
      const answer = await client.call(saveProfile, {
        params: { projectId, userId: user.id },
        body: {
          ...names,
          password: password === '' ? null : password,
          ...(currentPassword === '' ? {} : { currentPassword }),
        },
        ...basedOn,
      })
      form.reset(profileValuesOf(answer.user))
      return answer.user
    },
    onDone: () => {
      showToast({ title: strings.saved })
      queries.invalidateQueries({ queryKey: ['current user'] })
      queries.invalidateQueries({ queryKey: SESSIONS_KEY })
      reload()
    },
  })
}

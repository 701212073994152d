import { ApiError } from '@plinth/client'
import { type Credential, registerClient } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { useReload } from '../list-queries.ts'
import { connectionStrings as strings } from './strings.ts'

/** Registers Plinth at the service with this issuer, and gives the form the credential with its client. */
export function useRegister(
  credential: Credential | undefined,
  onRegistered: (credential: Credential) => void,
) {
  const projectId = useCurrentProject().id
  const reload = useReload('credentials')
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ id, issuer }: { id: string; issuer: string }) =>
      client.call(registerClient, { params: { projectId, id }, body: { issuer } }),
    onSuccess: (answer) => {
      showToast({ title: strings.registered })
      onRegistered(answer.credential)
      return reload()
    },
    onError: (failed) => logFailure('Registering at a service', failed),
  })
  const details = error instanceof ApiError ? error.message : strings.unreachable
  return {
    busy: isPending,
    problem: error ? details : undefined,
    register(issuer: string) {
      if (credential) mutate({ id: credential.id, issuer })
    },
  }
}

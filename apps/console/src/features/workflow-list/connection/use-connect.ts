import { ApiError } from '@plinth/client'
import { type Credential, connectCredential } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { onConnected, storeConnecting } from '../../../state/credentials/connecting.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { useReload } from '../list-queries.ts'
import { connectionStrings as strings } from './strings.ts'

/**
 * Connects a credential in a new tab, so that nothing typed here is lost. The tab is opened with the click, because
 * browsers block tabs that are opened later; it gets the handle before it leaves for the service.
 */
export function useConnect({ id }: Pick<Credential, 'id'>) {
  const projectId = useCurrentProject().id
  const reload = useReload('credentials')
  const [problem, setProblem] = useState<string>()
  useEffect(() => onConnected(() => void reload()), [reload])
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(connectCredential, { params: { projectId, id } }),
    gcTime: 0,
  })
  const fail = (error: Error) => {
    logFailure('Connecting a credential', error)
    setProblem(error instanceof ApiError ? error.message : strings.unreachable)
    return reload()
  }
  return {
    problem,
    busy: isPending,
    signIn() {
      setProblem(undefined)
      mutate(undefined, {
        onError: fail,
        onSuccess: () => {
          showToast({ title: strings.signedIn })
          return reload()
        },
      })
    },
    open() {
      setProblem(undefined)
      const tab = window.open('about:blank', '_blank')
      if (!tab) {
        setProblem(strings.blocked)
        return
      }
      mutate(undefined, {
        onError: (error) => {
          tab.close()
          return fail(error)
        },
        onSuccess: ({ url, handle }) => {
          if (url === null || handle === null) {
            tab.close()
            return reload()
          }
          storeConnecting(tab, { projectId, credentialId: id, handle })
          // The service must not reach this page.
          tab.opener = null
          tab.location.replace(url)
        },
      })
    },
  }
}

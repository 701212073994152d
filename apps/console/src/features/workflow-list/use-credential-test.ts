import { ApiError } from '@plinth/client'
import { CREDENTIAL_TESTS, type Credential, testCredential } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { serviceOf } from './services/apply-service.ts'
import { workflowListStrings as strings } from './strings.ts'

export interface TestOutcome {
  ok: boolean
  message: string
  tookMs?: number
  scopes?: { granted: string[]; missing: string[] } | undefined
}

function formatApiError(error: Error): string {
  if (!(error instanceof ApiError)) return strings.unreachable
  const [first] = Array.isArray(error.details) ? (error.details as { message?: string }[]) : []
  return first?.message ?? error.message
}

type Tried = Pick<Credential, 'type' | 'data'>

/**
 * Tests the entered credential, saved or not. A result is shown only for the data that was tested.
 */
export function useCredentialTest({ type, data }: Tried, credential: Credential | undefined) {
  const projectId = useCurrentProject().id
  const [address, setAddress] = useState('')
  const tested = CREDENTIAL_TESTS[type]
  // A service of the catalogue has an address of its own.
  const way = tested === 'service' ? (serviceOf(data) ? 'itself' : 'address') : tested
  const asked = JSON.stringify([type, data, address])
  const [answer, setAnswer] = useState<{ asked: string; outcome: TestOutcome }>()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      client.call(testCredential, {
        params: { projectId },
        body: {
          type,
          data,
          ...(credential ? { id: credential.id } : {}),
          ...(way === 'address' ? { address } : {}),
        },
      }),
    onSuccess: (outcome) => setAnswer({ asked, outcome }),
    onError: (error) => {
      logFailure('Testing a credential', error)
      setAnswer({ asked, outcome: { ok: false, message: formatApiError(error) } })
    },
  })
  return {
    way,
    address,
    setAddress,
    busy: isPending,
    run: () => mutate(),
    outcome: answer?.asked === asked ? answer.outcome : undefined,
  }
}

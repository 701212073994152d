import { ApiError } from '@plinth/client'
import { type EnvironmentName, startRestore } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { restoreStrings as words } from './restore-strings.ts'
import { useReloadRestores } from './restores-query.ts'

export interface RestoreValues {
  into: 'new' | 'over'
  name: string
  environments: readonly EnvironmentName[]
  confirm: string
  passphrase: string
}

/** Validation message; undefined if the restore can start. */
function issueOf(values: RestoreValues, projectName: string): string | undefined {
  if (values.into === 'new') return values.name.trim() === '' ? words.nameRequired : undefined
  if (values.environments.length === 0) return words.chooseOne
  return values.confirm === projectName ? undefined : words.confirmWrong
}

function bodyOf({ into, name, environments, confirm, passphrase }: RestoreValues) {
  const secret = passphrase === '' ? {} : { passphrase }
  return into === 'new'
    ? { into, name: name.trim(), ...secret }
    : { into, environments: [...environments], confirm, ...secret }
}

/** Starts a restore; its progress is shown above the list. */
export function useStartRestore(backupId: string, onStarted: () => void) {
  const project = useCurrentProject()
  const reload = useReloadRestores()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (values: RestoreValues) =>
      client.call(startRestore, {
        params: { projectId: project.id, backupId },
        body: bodyOf(values),
      }),
    gcTime: 0,
    onSuccess: async () => {
      await reload()
      onStarted()
    },
    onError: (error) => {
      logFailure('Starting a restore', error)
      setProblem(error instanceof ApiError ? error.message : words.failed)
    },
  })
  const start = (values: RestoreValues) => {
    const issue = issueOf(values, project.name)
    setProblem(issue)
    if (issue === undefined && !isPending) mutate(values)
  }
  return { start, busy: isPending, problem }
}

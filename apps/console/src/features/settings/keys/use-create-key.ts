import { ApiError } from '@plinth/client'
import { createKey, type EnvironmentName } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { type Chosen, toKeyTables } from './chosen-operations.ts'
import { useReloadKeys } from './keys-query.ts'
import { keysStrings as strings } from './strings.ts'

const DAY_MS = 86_400_000

export const LIFETIMES = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof LIFETIMES)[number]

export interface KeyValues {
  name: string
  lifetime: Lifetime
  chosen: Chosen
  canNameVisitors: boolean
}

function expiryOf(lifetime: Lifetime): { expiresOn?: string } {
  if (lifetime === 'never') return {}
  return { expiresOn: new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString() }
}

/** Creates a key; its secret stays in memory only while the dialog is open. */
export function useCreateKey(environment: EnvironmentName) {
  const projectId = useCurrentProject().id
  const reload = useReloadKeys()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, data } = useMutation({
    mutationFn: ({ name, lifetime, chosen, canNameVisitors }: KeyValues) =>
      client.call(createKey, {
        params: { projectId },
        body: {
          name: name.trim(),
          environment,
          tables: toKeyTables(chosen),
          canNameVisitors,
          ...expiryOf(lifetime),
        },
      }),
    gcTime: 0,
    onSuccess: () => reload(),
    onError: (error) => {
      logFailure('Creating a key', error)
      setProblem(error instanceof ApiError ? error.message : settings.unreachable)
    },
  })
  const create = (values: KeyValues) => {
    if (isPending) return
    if (values.name.trim() === '') setProblem(strings.nameRequired)
    else if (toKeyTables(values.chosen).length === 0 && !values.canNameVisitors)
      setProblem(strings.nothingChosen)
    else {
      setProblem(undefined)
      mutate(values)
    }
  }
  const forgive = () => setProblem(undefined)
  return { create, forgive, busy: isPending, problem, secret: data?.secret }
}

import { type Configuration, type Release, syncDatabase } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { projectKey } from '../../state/current-project.tsx'
import type { DraftSaver, NewerSave } from '../../state/schema/use-save-draft.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { followRelease, WATCHED } from './follow-release.ts'
import { syncStrings as strings } from './sync-strings.ts'
import type { PlanState } from './use-plan.ts'

interface SyncOptions {
  projectId: string
  save: DraftSaver['save']
  onStale: (newer: NewerSave) => void
  /** Called with the reason when the database refuses, and with undefined on success. */
  onFailure: (message: string | undefined) => void
  /** Called on success and on failure, to close the dialog. */
  onEnd: () => void
}

type Confirmation = PlanState['confirmation']

interface Applying {
  projectId: string
  body: Confirmation
  onProgress: (release: Release) => void
}

/** Returns the reason of a failure. */
async function applyToDatabase(applying: Applying): Promise<string | undefined> {
  const { projectId, body, onProgress } = applying
  try {
    const params = { projectId }
    const { release } = await client.call(syncDatabase, { params, body, ...WATCHED })
    await followRelease(release, { projectId, onProgress })
    showToast({ title: strings.synced })
    return undefined
  } catch (error) {
    logFailure('Syncing the database', error)
    const description = error instanceof Error ? error.message : String(error)
    showToast({ title: strings.syncFailed, description, variant: 'destructive' })
    return description
  }
}

/**
 * Saves the configuration, then applies it to the database.
 * It is saved even if unchanged, so that exactly the configuration shown in the dialog is applied.
 */
export function useSync({ projectId, save, onStale, onFailure, onEnd }: SyncOptions) {
  const queries = useQueryClient()
  const [isSyncing, setSyncing] = useState(false)
  const [release, setRelease] = useState<Release>()
  const sync = async (
    saving: { configuration: Configuration; revision: number },
    confirmation: Confirmation,
  ) => {
    setSyncing(true)
    setRelease(undefined)
    try {
      const outcome = await save(saving)
      if (outcome.kind === 'stale') onStale(outcome)
      if (outcome.kind !== 'saved') return
      onFailure(await applyToDatabase({ projectId, body: confirmation, onProgress: setRelease }))
      await queries.invalidateQueries({ queryKey: projectKey(projectId) })
    } finally {
      setSyncing(false)
      onEnd()
    }
  }
  return { sync, isSyncing, release }
}

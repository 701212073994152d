import { type Configuration, syncDatabase } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { projectKey } from '../../state/current-project.tsx'
import { showToast } from '../../ui/toast.ts'
import { finishRelease } from './finish-release.ts'
import { savingStrings as strings } from './strings-saving.ts'
import type { PlanState } from './use-plan.ts'
import type { DraftSaver, NewerSave } from './use-save-draft.ts'

interface SyncOptions {
  projectId: string
  save: DraftSaver['save']
  onStale: (newer: NewerSave) => void
  /** The dialog closes however it ended. */
  onEnd: () => void
}

type Confirmation = PlanState['confirmation']

async function applyToDatabase(projectId: string, body: Confirmation) {
  try {
    const { release } = await client.call(syncDatabase, { params: { projectId }, body })
    await finishRelease(release, { projectId, environment: 'dev' })
    showToast({ title: strings.synced })
  } catch (error) {
    logFailure('Syncing the database', error)
    const description = error instanceof Error ? error.message : String(error)
    showToast({ title: strings.syncFailed, description, variant: 'destructive' })
  }
}

/**
 * Saves the configuration, then applies it to the database.
 * It is saved even when nothing changed here: what is applied must be what the person has just seen.
 */
export function useSync({ projectId, save, onStale, onEnd }: SyncOptions) {
  const queries = useQueryClient()
  const [isSyncing, setSyncing] = useState(false)
  const sync = async (
    saving: { configuration: Configuration; revision: number },
    confirmation: Confirmation,
  ) => {
    setSyncing(true)
    try {
      const outcome = await save(saving)
      if (outcome.kind === 'stale') onStale(outcome)
      if (outcome.kind !== 'saved') return
      await applyToDatabase(projectId, confirmation)
      await queries.invalidateQueries({ queryKey: projectKey(projectId) })
    } finally {
      setSyncing(false)
      onEnd()
    }
  }
  return { sync, isSyncing }
}

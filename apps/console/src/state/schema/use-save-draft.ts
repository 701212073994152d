import { Configuration, type getProject, saveConfiguration } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { readStale } from '../../api/read-stale.ts'
import { readStopRefusal } from '../../api/stop-refusal.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { projectKey } from '../current-project.tsx'
import { savingStrings as strings } from './saving-strings.ts'
import type { DraftEditor } from './use-schema-draft.ts'

/** A newer configuration that another user saved. */
export interface NewerSave {
  theirs: Configuration
  revision: number
}

interface Saving {
  configuration: Configuration
  /** The saved revision that the configuration is based on. */
  revision: number
}

export type SaveOutcome = { kind: 'saved' } | { kind: 'failed' } | ({ kind: 'stale' } & NewerSave)

type Answer = Awaited<ReturnType<typeof client.call<typeof getProject>>>

function readNewerSave(error: unknown): NewerSave | undefined {
  const details = readStale<{ revision?: unknown; theirs?: unknown }>(error)
  const theirs = Configuration.safeParse(details?.theirs)
  if (!theirs.success || typeof details?.revision !== 'number') return undefined
  return { theirs: theirs.data, revision: details.revision }
}

function showFailure(error: unknown): SaveOutcome {
  logFailure('Saving the configuration', error)
  const description = readStopRefusal(error) ?? strings.failedText
  showToast({ title: strings.failed, description, variant: 'destructive' })
  return { kind: 'failed' }
}

/** Saves a configuration based on a revision; returns `stale` with the newer one instead of overwriting it. */
export function useSaveDraft({ projectId, draft }: { projectId: string; draft: DraftEditor }) {
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)

  const storeSaved = (configuration: Configuration, revision: number) => {
    draft.send({ type: 'saved', configuration, revision })
    queries.setQueryData<Answer>(projectKey(projectId), (answer) => {
      if (!answer) return answer
      const stored = {
        ...answer.projectData.configuration,
        new_configuration: configuration,
        revision,
      }
      return { projectData: { ...answer.projectData, configuration: stored } }
    })
  }

  const save = async ({ configuration, revision }: Saving): Promise<SaveOutcome> => {
    setSaving(true)
    try {
      const answer = await client.call(saveConfiguration, {
        params: { projectId },
        body: { newConfiguration: configuration },
        ifMatch: revision,
      })
      storeSaved(configuration, answer.revision)
      return { kind: 'saved' }
    } catch (error) {
      const newer = readNewerSave(error)
      return newer ? { kind: 'stale', ...newer } : showFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}

export type DraftSaver = ReturnType<typeof useSaveDraft>

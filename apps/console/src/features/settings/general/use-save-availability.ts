import { ApiError } from '@plinth/client'
import {
  type Availability,
  type AvailabilityState,
  type getProject,
  saveAvailability,
} from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { readStale } from '../../../api/read-stale.ts'
import { projectKey, useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { generalStrings as strings } from './strings.ts'

type ProjectAnswer = z.output<typeof getProject.answer>

interface Saved {
  state: AvailabilityState
  reason: string
}

/** Saves the availability; a newer state of another user is shown and needs a new decision. */
export function useSaveAvailability(onDone: () => void) {
  const { id: projectId, availability } = useCurrentProject()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const show = (next: Availability) =>
    queries.setQueryData<ProjectAnswer>(
      projectKey(projectId),
      (known) => known && { projectData: { ...known.projectData, availability: next } },
    )
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Saved) =>
      client.call(saveAvailability, {
        params: { projectId },
        body,
        ifMatch: availability.revision,
      }),
    onSuccess: (answer) => {
      show(answer.availability)
      showToast({ title: strings.saved[answer.availability.state] })
      onDone()
    },
    onError: (error) => {
      logFailure('Changing the availability', error)
      const stale = readStale<{ theirs: Availability }>(error)
      if (stale) show(stale.theirs)
      const message = error instanceof ApiError ? error.message : strings.failed
      setProblem(stale ? strings.stale(strings.states[stale.theirs.state].name) : message)
    },
  })
  const save = (saved: Saved) => {
    const isMissing = saved.state === 'suspended' && saved.reason.trim() === ''
    setProblem(isMissing ? strings.reasonMissing : undefined)
    if (!isMissing && !isPending) mutate(saved)
  }
  return { save, busy: isPending, problem }
}

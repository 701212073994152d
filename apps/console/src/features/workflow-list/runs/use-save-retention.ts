import { type RunRetention, saveRunRetention } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { readStale } from '../../../api/read-stale.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { runStrings } from './strings.ts'

const words = runStrings.retention

type RetentionValues = Pick<RunRetention, 'days' | 'runs'>

/** Form values, and saving them with a check for a newer revision. */
export function useSaveRetention(start: RunRetention, onDone: () => void) {
  const { id: projectId } = useCurrentProject()
  const environment = useEnvironment()
  const queries = useQueryClient()
  const [retention, setRetention] = useState<RetentionValues>({
    days: start.days,
    runs: start.runs,
  })
  const [revision, setRevision] = useState(start.revision)
  const [stale, setStale] = useState<RunRetention>()
  const { mutate, isPending } = useMutation({
    mutationFn: (ifMatch: number) =>
      client.call(saveRunRetention, {
        params: { projectId },
        body: { ...retention, environment },
        ifMatch,
      }),
    onSuccess: () => {
      showToast({ title: words.saved })
      onDone()
      return queries.invalidateQueries({ queryKey: ['runs', projectId] })
    },
    onError: (error) => {
      logFailure('Saving the retention', error)
      const theirs = readStale<{ theirs: RunRetention }>(error)?.theirs
      if (theirs) setStale(theirs)
      else showToast({ title: words.failed, description: error.message, variant: 'destructive' })
    },
  })
  const save = (basedOn: number) => {
    if (isPending) return
    setStale(undefined)
    setRevision(basedOn)
    mutate(basedOn)
  }
  return {
    retention,
    setRetention,
    stale,
    busy: isPending,
    save: () => save(revision),
    keepMine: () => (stale ? save(stale.revision) : undefined),
    takeTheirs() {
      if (!stale) return
      setRevision(stale.revision)
      setRetention({ days: stale.days, runs: stale.runs })
      setStale(undefined)
    },
  }
}

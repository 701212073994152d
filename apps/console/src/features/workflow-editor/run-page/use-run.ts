import { getRun, type RunDetail, watchRun } from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import type { NamedRun } from '../execution/follow-run.ts'
import { mergeSteps } from '../execution/merge-steps.ts'

const keyOf = ({ projectId, runId }: NamedRun) => ['run', projectId, runId] as const

/** A run, updated live until it ends. */
export function useRun({ projectId, runId }: NamedRun) {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: keyOf({ projectId, runId }),
    queryFn: ({ signal }) => client.call(getRun, { params: { projectId, runId }, signal }),
    select: ({ run }) => run,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isOpen = query.data?.endedOn === null
  useEffect(() => {
    if (!isOpen) return
    const stop = new AbortController()
    const key = keyOf({ projectId, runId })
    const follow = async () => {
      const params = { projectId, runId }
      for await (const event of client.stream(watchRun, { params, signal: stop.signal })) {
        queries.setQueryData<{ run: RunDetail }>(key, (old) =>
          old
            ? {
                run: {
                  ...old.run,
                  ...event.run,
                  result: event.result,
                  nodes: mergeSteps(old.run.nodes, event.nodes),
                },
              }
            : old,
        )
      }
    }
    follow().catch((error) => {
      if (!stop.signal.aborted) logFailure('Following the run', error)
    })
    return () => stop.abort()
  }, [isOpen, projectId, runId, queries])
  return query
}

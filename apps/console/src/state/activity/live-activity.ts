import { watchActivity } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { useCurrentProject } from '../current-project.tsx'
import { useEnvironment } from '../environment.ts'

/** Loads a list of the shown environment again as soon as it has a new entry; its key begins with its name. */
export function useLiveActivity(of: 'runs' | 'requests'): void {
  const queries = useQueryClient()
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      const asked = { params: { projectId }, query: { of, environment }, signal: stop.signal }
      for await (const _ of client.stream(watchActivity, asked))
        await queries.invalidateQueries({ queryKey: [of, projectId, environment] })
    }
    follow().catch((error) => {
      if (!stop.signal.aborted) logFailure(`Following the ${of}`, error)
    })
    return () => stop.abort()
  }, [queries, projectId, environment, of])
}

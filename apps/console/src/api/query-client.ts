import { ApiError } from '@plinth/client'
import type { ProjectData } from '@plinth/contract'
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { logFailure } from './log-failure.ts'
import { statesOfRefusal } from './stop-refusal.ts'

/** Query results are fresh for this long. */
const FRESH_FOR_MS = 2000
const RETRIES = 3

/** Whether a call was refused, so that the same call will be refused again. */
export function isClientError(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/**
 * Reloads the project after a call was refused because it is stopped, so that its banner and buttons say so. Of several
 * refusals the first reloads it; none does if the loaded state already says so.
 */
export function reloadStopped(error: unknown): void {
  const states = statesOfRefusal(error)
  if (!states) return
  const isOutdated = ({ queryKey, state }: Query) => {
    const { projectData } = (state.data ?? {}) as {
      projectData?: Pick<ProjectData, 'availability'>
    }
    const isProject = queryKey[0] === 'project' && queryKey.length === 2
    return isProject && !(projectData && states.includes(projectData.availability.state))
  }
  void queryClient.invalidateQueries({ predicate: isOutdated }, { cancelRefetch: false })
}

/** Retry delays and retention are the library's defaults; client errors (4xx) are not retried. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => logFailure(`Loading ${query.queryKey[0]}`, error),
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => failures < RETRIES && !isClientError(error),
    },
    // An offline mutation must fail at once, not wait for the network.
    mutations: { networkMode: 'always' },
  },
})

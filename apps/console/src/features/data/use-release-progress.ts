import { type EnvironmentName, listReleases, type Release } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'

const LOOK_EVERY_MS = 500

/** How far the running change has come; looked at only while one runs. */
export function useReleaseProgress(given: {
  projectId: string
  environment: EnvironmentName
  running: boolean
}): Release | undefined {
  const { projectId, environment, running } = given
  const { data } = useQuery({
    queryKey: ['release', projectId, environment],
    queryFn: ({ signal }) =>
      client.call(listReleases, {
        params: { projectId },
        query: { environment, limit: 1 },
        signal,
      }),
    enabled: running,
    refetchInterval: LOOK_EVERY_MS,
    gcTime: 0,
  })
  const release = data?.releases[0]
  return running && release?.state === 'running' ? release : undefined
}

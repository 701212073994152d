import { getProject, type ProjectData } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { client } from '../api/client.ts'

export function projectKey(projectId: string) {
  return ['project', projectId] as const
}

/** How soon a screen follows when another user opens a stopped project again. */
const STOPPED_POLL_MS = 10_000

/**
 * Fetches a project; evicted from the cache when its last observer unmounts. It is fetched again when the window is
 * used again, so that a stop by another user shows, and at intervals while the project is stopped.
 */
export function useProjectQuery(projectId: string) {
  return useQuery({
    queryKey: projectKey(projectId),
    queryFn: ({ signal }) => client.call(getProject, { params: { projectId }, signal }),
    select: (answer) => answer.projectData,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data && data.projectData.availability.state !== 'open' ? STOPPED_POLL_MS : false,
  })
}

const CurrentProjectContext = createContext<ProjectData | null>(null)

interface CurrentProjectProviderProps {
  project: ProjectData
  children: ReactNode
}

export function CurrentProjectProvider({ project, children }: CurrentProjectProviderProps) {
  return <CurrentProjectContext value={project}>{children}</CurrentProjectContext>
}

/** The project of the surrounding project shell. */
export function useCurrentProject(): ProjectData {
  const project = use(CurrentProjectContext)
  if (project === null) {
    throw new Error('useCurrentProject must be used within the CurrentProjectProvider')
  }
  return project
}

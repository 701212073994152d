import type { EnvironmentName, ProjectData } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import { projectKey } from '../../state/current-project.tsx'
import { useEnvironment } from '../../state/environment.ts'

export interface ShownProject {
  project: ProjectData
  environment: EnvironmentName
}

/** The project behind the palette; undefined outside of one, and for production that the person may not read. */
export function useShownProject(): ShownProject | undefined {
  const projectId = useMatch('/project/:projectId/*')?.params.projectId
  const environment = useEnvironment()
  const queries = useQueryClient()
  if (projectId === undefined) return undefined
  const project = queries.getQueryData<{ projectData: ProjectData }>(
    projectKey(projectId),
  )?.projectData
  if (!project || (environment === 'production' && !project.canReadProduction)) return undefined
  return { project, environment }
}

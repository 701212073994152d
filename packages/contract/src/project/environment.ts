import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { EnvironmentId, ProjectId } from '../protocol/ids.ts'

export const ENVIRONMENT_NAMES = ['dev', 'production'] as const
export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number]
/** Default environment of new domains and constants. */
export const DEFAULT_ENVIRONMENT: EnvironmentName = 'dev'

export const Environment = z.object({ id: EnvironmentId, name: z.enum(ENVIRONMENT_NAMES) })
export type Environment = z.infer<typeof Environment>

export const listEnvironments = endpoint({
  name: 'listEnvironments',
  summary: 'The environments of a project',
  method: 'GET',
  path: '/api/project/{projectId}/environment',
  access: 'project:developer',
  params: z.strictObject({ projectId: ProjectId }),
  answer: z.object({ environments: z.array(Environment) }),
})

import type { Environment, EnvironmentName } from '@plinth/contract'
import type { ProjectAccess } from '../../foundation/callers/access-store.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { selectEnvironments } from './environment-store.ts'

/** Throws 403 unless an admin changes production. */
export function guardProduction(
  project: Pick<ProjectAccess, 'role'>,
  environment: EnvironmentName,
): void {
  if (environment === 'production' && project.role !== 'admin') {
    throw new ApiError('forbidden', 'Only an admin may change what belongs to production.')
  }
}

/** The project's environment with this id; throws 422 if there is none, or 403 if the caller may not change it. */
export async function requireEnvironment(
  on: Queryable,
  {
    project,
    environmentId,
    field = 'environment',
  }: { project: ProjectAccess; environmentId: string; field?: string },
): Promise<Environment> {
  const environments = await selectEnvironments(on, project.id)
  const chosen = environments.find(({ id }) => id === environmentId)
  if (!chosen) throw invalid([{ path: field, message: 'There is no such environment.' }])
  guardProduction(project, chosen.name)
  return chosen
}

import type { Environment, EnvironmentName } from '@plinth/contract'
import type { ProjectAccess } from '../../foundation/callers/access-store.ts'
import { invalid, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { listEnvironments } from './environment-store.ts'

/** Whatever belongs to production is an admin's to make, change and delete. */
export function guardProduction(
  project: Pick<ProjectAccess, 'role'>,
  environment: EnvironmentName,
): void {
  if (environment === 'production' && project.role !== 'admin') {
    throw new Refusal('forbidden', 'Only an admin may change what belongs to production.')
  }
}

/** The environment of this project that a body names, if the caller may put things there. */
export async function chooseEnvironment(
  transaction: Transaction,
  { project, environmentId }: { project: ProjectAccess; environmentId: string },
): Promise<Environment> {
  const environments = await listEnvironments(transaction, project.id)
  const chosen = environments.find(({ id }) => id === environmentId)
  if (!chosen) throw invalid([{ path: 'environment', message: 'There is no such environment.' }])
  guardProduction(project, chosen.name)
  return chosen
}

import type { EnvironmentName } from '@plinth/contract'
import { Refusal } from '../http/refusal.ts'
import type { ProjectAccess } from '../platform/access-store.ts'

/** Runs hold what came in and went out, so those of production are an admin's to see. */
export function guardProductionRuns(
  project: Pick<ProjectAccess, 'role'>,
  environment: EnvironmentName,
): void {
  if (environment === 'production' && project.role !== 'admin') {
    throw new Refusal('forbidden', 'Only an admin may see what ran in production.')
  }
}

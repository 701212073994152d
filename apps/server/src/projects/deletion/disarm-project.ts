import { dropKeysOf } from '../../foundation/callers/api-key-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { ProjectsContext } from '../context.ts'
import { unproveDomains } from '../domains/domain-store.ts'

/** What disarming a project has changed, for the audit log. */
interface Disarmed {
  keys: number
  domains: number
  workflows: number
}

/**
 * Revokes the API keys of a project, takes its domains' proof and switches off workflows that a schedule or a webhook
 * starts. Deleting does this, and restoring does it again: a call that began before the deletion may have saved one
 * after it.
 */
export async function disarmProject(
  transaction: Transaction,
  {
    projectId,
    by,
    workflows,
  }: { projectId: string; by: string; workflows: ProjectsContext['projectWorkflows'] },
): Promise<Disarmed> {
  return {
    workflows: await workflows.switchOff(transaction, { projectId, by }),
    keys: await dropKeysOf(transaction, projectId),
    domains: await unproveDomains(transaction, projectId),
  }
}

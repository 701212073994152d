import type { AuditEntry } from '../../foundation/audit/audit-store.ts'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import { taken } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { ProjectsContext } from '../context.ts'
import { selectEnvironments } from '../environments/environment-store.ts'
import { type LockedDeleted, undeleteProject } from './deletion-store.ts'
import { disarmProject } from './disarm-project.ts'

interface Restored {
  readonly deleted: LockedDeleted
  /** Undefined for the name that it had. */
  readonly name: string | undefined
  readonly by: string
  readonly workflows: ProjectsContext['projectWorkflows']
}

/** Restores a locked project, and enqueues what tasks did not do while it was deleted. Throws 409 if the name is taken. */
export async function restoreDeleted(
  transaction: Transaction,
  { deleted, name = deleted.name, by, workflows }: Restored,
): Promise<{ name: string; audit: AuditEntry }> {
  const { id } = deleted
  const restored = await undeleteProject(transaction, { id, name })
  if (!restored)
    throw taken({
      path: 'name',
      message: `A project named “${name}” exists already. Enter another name.`,
    })
  const disarmed = await disarmProject(transaction, { projectId: id, by, workflows })
  if (!restored.isReady) await addToOutbox(transaction, { topic: 'provisionProject', key: id })
  for (const environment of await selectEnvironments(transaction, id)) {
    for (const topic of ['watchRows', 'protectFiles'] as const)
      await addToOutbox(transaction, { topic, key: environment.id })
  }
  return {
    name,
    audit: {
      action: 'restored',
      entity: 'project',
      entityId: id,
      projectId: id,
      before: { name: deleted.name },
      after: { name, ...disarmed },
    },
  }
}

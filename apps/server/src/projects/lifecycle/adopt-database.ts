import { createHash } from 'node:crypto'
import { adoptTables } from '@plinth/schema'
import type { Placement } from '../../databases/engine/database-engine.ts'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import { readConfiguration, toConfigurationText } from '../configuration/configuration-text.ts'
import type { ProjectsContext } from '../context.ts'
import { lockUnadopted, recordAdopted } from './adoption-store.ts'

/**
 * Imports the tables of a cloned project's database into its configuration, before the first sync. Ids are derived from
 * names, so that a repeat produces the same ones.
 */
export async function adoptDatabase(
  { db, engines }: Pick<ProjectsContext, 'db' | 'engines'>,
  { projectId, placement }: { projectId: string; placement: Placement },
): Promise<void> {
  const engine = engines[placement.engine]
  const { environmentId } = placement
  const idOf = (path: string) =>
    createHash('sha256').update(`${environmentId}:${path}`).digest('hex').slice(0, 20)
  const live = await engine.readCatalogue(placement)
  await db.transaction(async (transaction) => {
    const stored = await lockUnadopted(transaction, environmentId)
    if (!stored) return
    const draft = readConfiguration(stored.draft)
    const adoption = adoptTables({ live, draft, idOf })
    await engine.adopt(placement, adoption.applied)
    await recordAdopted(transaction, {
      projectId,
      environmentId,
      draft: toConfigurationText(adoption.draft),
      applied: toConfigurationText(adoption.applied),
    })
    await addAudit(transaction, {
      author: { organisationId: stored.organisationId, staffId: null, requestId: environmentId },
      entry: {
        action: 'adopted',
        entity: 'project',
        entityId: projectId,
        projectId,
        environment: 'dev',
        after: {
          tables: adoption.applied.tables.map(({ name }) => name),
          leftAlone: adoption.leftAlone,
        },
      },
    })
  })
}

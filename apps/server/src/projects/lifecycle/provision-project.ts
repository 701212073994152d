import type { Steps } from '../../foundation/durable/durable.ts'
import type { ProjectsContext } from '../context.ts'
import { listPlacements, markPlaced } from '../environments/environment-store.ts'
import { adoptDatabase } from './adopt-database.ts'
import { isProvisioning, markReady } from './project-store.ts'

/** A person waits for the project. */
const LONGEST_PAUSE_MS = 5_000

/** Provisions a new project's databases. Idempotent; stops if the project is deleted. */
export async function provisionProject(
  { db, engines }: Pick<ProjectsContext, 'db' | 'engines'>,
  { projectId, steps }: { projectId: string; steps: Steps },
): Promise<void> {
  const provision = async () => {
    if (!(await isProvisioning(db, projectId))) return
    for (const placement of await listPlacements(db, projectId)) {
      await engines[placement.engine].provision(placement)
      if (placement.connection) await adoptDatabase({ db, engines }, { projectId, placement })
      await markPlaced(db, placement.environmentId)
    }
    await markReady(db, projectId)
  }
  await steps.untilDone('provision', provision, LONGEST_PAUSE_MS)
}

import type { Context } from '../context.ts'
import type { Steps } from '../durable/durable.ts'
import { adoptDatabase } from './adopt-database.ts'
import { listPlacements, markPlaced } from './environment-store.ts'
import { isProvisioning, markReady } from './project-store.ts'

/** Makes a new project's databases; every step can be repeated, and a deleted project stops it. */
export async function provisionProject(
  { db, engines }: Pick<Context, 'db' | 'engines'>,
  { projectId, steps }: { projectId: string; steps: Steps },
): Promise<void> {
  await steps.untilDone('provision', async () => {
    if (!(await isProvisioning(db, projectId))) return
    for (const placement of await listPlacements(db, projectId)) {
      await engines[placement.engine].provision(placement)
      if (placement.connection) await adoptDatabase({ db, engines }, { projectId, placement })
      await markPlaced(db, placement.environmentId)
    }
    await markReady(db, projectId)
  })
}

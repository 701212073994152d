import type { Steps } from '../../foundation/durable/durable.ts'
import type { ProjectsContext } from '../context.ts'
import { listDeletedPlacements } from '../environments/environment-store.ts'
import { eraseProject } from './project-store.ts'

/** Removes a deleted project: its databases first, then its files, its records last. */
export async function removeProject(
  { db, engines, files }: Pick<ProjectsContext, 'db' | 'engines' | 'files'>,
  { projectId, steps }: { projectId: string; steps: Steps },
): Promise<void> {
  await steps.untilDone('drop', async () => {
    const placements = await listDeletedPlacements(db, projectId)
    if (!placements) return
    for (const placement of placements) {
      await engines[placement.engine].drop(placement)
      // An environment that moved to PostgreSQL may have left its SQLite file if the process was killed meanwhile.
      const file = `${placement.environmentId}.db`
      await engines.sqlite3.drop({ ...placement, engine: 'sqlite3', database: file })
    }
    for (const store of files.all) {
      for await (const key of store.list(`${projectId}/`)) await store.remove([key])
    }
    await eraseProject(db, projectId)
  })
}

import type { Steps } from '../../foundation/durable/durable.ts'
import type { ProjectsContext } from '../context.ts'
import { listErasedPlacements } from '../environments/environment-store.ts'
import { dropProject } from './deletion-store.ts'

/**
 * Frees the storage of a project whose removal has begun: databases, files and backups, its records last. An adopted
 * database may be unreachable, so it comes after our own storage. Idempotent; it does nothing to a project that can be
 * restored.
 */
export async function removeProject(
  {
    db,
    engines,
    files,
    projectBackups,
  }: Pick<ProjectsContext, 'db' | 'engines' | 'files' | 'projectBackups'>,
  { projectId, steps }: { projectId: string; steps: Steps },
): Promise<void> {
  await steps.untilDone('drop', async () => {
    const placements = await listErasedPlacements(db, projectId)
    if (!placements) return
    for (const placement of placements) {
      if (!placement.connection) await engines[placement.engine].drop(placement)
      // An environment that moved to PostgreSQL may have left its SQLite file if the process was killed meanwhile.
      const file = `${placement.environmentId}.db`
      await engines.sqlite3.drop({ ...placement, engine: 'sqlite3', database: file })
    }
    for (const store of files.all) {
      for await (const key of store.list(`${projectId}/`)) await store.remove([key])
    }
    await projectBackups.erase(projectId)
    for (const placement of placements) {
      if (placement.connection) await engines[placement.engine].drop(placement)
    }
    await dropProject(db, projectId)
  })
}

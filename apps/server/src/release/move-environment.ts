import type { Database } from '@plinth/contract'
import type { Context } from '../context.ts'
import { projectNotFound } from '../http/refusal.ts'
import { placeEnvironment } from '../project/place-environment.ts'
import { findProject } from '../project/project-store.ts'
import { findOrganisationOf } from './organisation-of-store.ts'
import { lockPlacement, replacePlacement, type Target } from './target-store.ts'

/**
 * Gives an environment without tables a database of another kind. The new one is there before the record
 * points to it; a crash leaves at most an empty one behind, under a name nobody else uses.
 */
export async function moveEnvironment(
  { db, engines, env }: Context,
  { projectId, target, engine }: { projectId: string; target: Target; engine: Database },
): Promise<void> {
  const project = await findProject(db, { id: projectId })
  const organisationId = await findOrganisationOf(db, projectId)
  if (!project || !organisationId) throw projectNotFound()
  const asked = { engine, region: project.region, organisationId, environment: target.environment }
  const moved = await db.transaction(async (transaction) => {
    const { environmentId } = target
    // Of several at once the first moves it, the others find it moved.
    if ((await lockPlacement(transaction, environmentId)) !== target.placement.engine) return false
    const chosen = await placeEnvironment(transaction, { env, asked })
    const database = engine === 'sqlite3' ? `${environmentId}.db` : chosen.database
    const placement = { ...chosen, environmentId, database }
    await engines[engine].provision(placement)
    await replacePlacement(transaction, placement)
    return true
  })
  if (moved) await engines[target.placement.engine].drop(target.placement)
}

import type { Database } from '@plinth/contract'
import { projectNotFound } from '../../foundation/http/errors/api-error.ts'
import { findOrganisationOf } from '../../projects/environments/organisation-of-store.ts'
import { placeEnvironment } from '../../projects/environments/place-environment.ts'
import {
  lockPlacement,
  type ReleaseTarget,
  replacePlacement,
} from '../../projects/environments/target-store.ts'
import { findProject } from '../../projects/lifecycle/project-store.ts'
import type { OperationsContext } from '../context.ts'

/**
 * Moves an environment without tables to a database of another type. The new database is created before the
 * record refers to it, so a crash leaves at most an empty one under a unique name.
 */
export async function moveEnvironment(
  { db, engines, env }: OperationsContext,
  { projectId, target, engine }: { projectId: string; target: ReleaseTarget; engine: Database },
): Promise<void> {
  const project = await findProject(db, { id: projectId })
  const organisationId = await findOrganisationOf(db, projectId)
  if (!project || !organisationId) throw projectNotFound()
  const request = {
    engine,
    region: project.region,
    organisationId,
    environment: target.environment,
  }
  const moved = await db.transaction(async (transaction) => {
    const { environmentId } = target
    // If several do this at once, the first moves it and the others find it moved.
    if ((await lockPlacement(transaction, environmentId)) !== target.placement.engine) return false
    const chosen = await placeEnvironment(transaction, { env, request })
    const database = engine === 'sqlite3' ? `${environmentId}.db` : chosen.database
    const placement = { ...chosen, environmentId, database }
    await engines[engine].provision(placement)
    await replacePlacement(transaction, placement)
    return true
  })
  if (moved) await engines[target.placement.engine].drop(target.placement)
}

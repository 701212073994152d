import type { EnvironmentName } from '@plinth/contract'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import {
  listPlacements,
  selectEnvironments,
} from '../../../projects/environments/environment-store.ts'
import { placeEnvironment } from '../../../projects/environments/place-environment.ts'
import { findProject } from '../../../projects/lifecycle/project-store.ts'
import type { OperationsContext } from '../../context.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { refuseOtherEngine } from './refuse-other-engine.ts'
import { type RestoreRow, readEnvironments, setPlaces } from './restore-store.ts'
import type { VerifiedArchive } from './verify-archive.ts'

/** Where one environment of an archive is restored to. */
export interface RestoreTarget {
  name: EnvironmentName
  placement: Placement
  /** Where its rows are until then; undefined in a new project. */
  before: Placement | undefined
}

export interface Targets {
  projectId: string
  region: string
  isSameProject: boolean
  environments: readonly RestoreTarget[]
}

/** Chooses the targets, and records them before anything is created there. */
export async function chooseTargets(
  { db, env }: Pick<OperationsContext, 'db' | 'env'>,
  { restore, archive }: { restore: RestoreRow; archive: VerifiedArchive },
): Promise<Targets> {
  const isNew = restore.into === 'new'
  const projectId = isNew ? newId('prj') : (restore.projectId ?? '')
  const found = isNew ? undefined : await findProject(db, { id: projectId })
  if (!isNew && !found) throw new ApiError('not_found', 'The project no longer exists.')
  const region = found?.region ?? archive.about.project.region
  const names = readEnvironments(restore)
  return db.transaction(async (transaction) => {
    const { contents } = archive.end
    if (!isNew) await refuseOtherEngine(transaction, { projectId, environments: names, contents })
    const present = isNew ? [] : await selectEnvironments(transaction, projectId)
    const placements = isNew ? [] : await listPlacements(transaction, projectId)
    const environments: RestoreTarget[] = []
    for (const name of names) {
      const part = archive.environments.get(name)
      if (!part) throw new ArchiveError(`The archive has no ${name}.`)
      const asked = {
        engine: part.database,
        region,
        organisationId: restore.organisationId,
        environment: name,
      }
      const chosen = await placeEnvironment(transaction, { env, request: asked })
      const own = present.find((one) => one.name === name)
      const before = placements.find((one) => one.environmentId === own?.id)
      const environmentId = own?.id ?? chosen.environmentId
      // The old file keeps its name until it is deleted.
      const database =
        part.database === 'sqlite3'
          ? `${environmentId}-${newId('rst').slice(4)}.db`
          : chosen.database
      environments.push({ name, placement: { ...chosen, environmentId, database }, before })
    }
    const made = environments.map(({ placement }) => placement)
    await setPlaces(transaction, { id: restore.id, places: { projectId, placements: made } })
    const isSameProject = archive.about.project.id === projectId
    return { projectId, region, isSameProject, environments }
  })
}

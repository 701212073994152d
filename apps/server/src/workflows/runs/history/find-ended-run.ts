import type { ProjectAccess } from '../../../foundation/callers/access-store.ts'
import { ApiError, notFound } from '../../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { guardProduction } from '../../../projects/environments/require-environment.ts'
import { findRun, type StoredRun } from '../records/run-store.ts'

const OPEN = new Set(['queued', 'running', 'waiting'])

/** Finds an ended run of this project that the caller may start again; throws otherwise. */
export async function findEndedRun(
  on: Queryable,
  { project, runId }: { project: ProjectAccess; runId: string },
): Promise<StoredRun> {
  const run = await findRun(on, runId)
  if (!run || run.projectId !== project.id) throw notFound()
  guardProduction(project, run.environment)
  if (OPEN.has(run.status)) {
    throw new ApiError('conflict', 'The run has not ended yet. Wait for it, or cancel it first.')
  }
  return run
}

import type { ProjectAccess } from '../../../foundation/callers/access-store.ts'
import { notFound, Refusal } from '../../../foundation/http/errors/refusal.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { guardProduction } from '../../../projects/environments/choose-environment.ts'
import { findRun, type StoredRun } from '../records/run-store.ts'

const OPEN = new Set(['queued', 'running', 'waiting'])

/** A run of this project that is over and that the caller may start again. */
export async function findEndedRun(
  on: Queryable,
  { project, runId }: { project: ProjectAccess; runId: string },
): Promise<StoredRun> {
  const run = await findRun(on, runId)
  if (!run || run.projectId !== project.id) throw notFound()
  guardProduction(project, run.environment)
  if (OPEN.has(run.status)) {
    throw new Refusal('conflict', 'The run has not ended yet. Wait for it, or cancel it first.')
  }
  return run
}

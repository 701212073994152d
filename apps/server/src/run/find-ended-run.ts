import { notFound, Refusal } from '../http/refusal.ts'
import type { ProjectAccess } from '../platform/access-store.ts'
import type { Queryable } from '../platform/database.ts'
import { guardProduction } from '../project/choose-environment.ts'
import { findRun, type StoredRun } from './run-store.ts'

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

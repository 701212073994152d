import { type BackupContents, planRestore as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { listPlacements } from '../../../projects/environments/environment-store.ts'
import type { OperationsContext } from '../../context.ts'
import { readContents } from '../store/backup-store.ts'
import { countProject } from '../take/project-store.ts'
import { requireArchive } from './require-backup.ts'

/** Counts everything a project contains now. */
export async function countAll(
  { db, engines }: Pick<OperationsContext, 'db' | 'engines'>,
  projectId: string,
): Promise<(BackupContents & { runs: number })[]> {
  const placements = await listPlacements(db, projectId)
  const counted = await countProject(db, projectId)
  const all = counted.map(async ({ environmentId, ...rest }) => {
    const placement = placements.find((one) => one.environmentId === environmentId)
    const database = placement?.engine ?? 'sqlite3'
    const held = placement && (await engines[database].countRows(placement))
    return { ...rest, database, tables: held?.tables ?? 0, rows: held?.rows ?? 0 }
  })
  return Promise.all(all)
}

export const planRestore = route(
  endpoint,
  async ({ project, params }, context: OperationsContext) => {
    const archive = await requireArchive(context.db, params)
    const loses = await countAll(context, project.id)
    return { brings: readContents(archive), secretsOf: archive.secretsOf, loses }
  },
)

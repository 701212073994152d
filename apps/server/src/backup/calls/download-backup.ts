import { BACKUP_LINK_SECONDS, downloadBackup as endpoint } from '@plinth/contract'
import { contentDisposition } from '../../file/content-disposition.ts'
import { projectNotFound } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { findProject } from '../../project/project-store.ts'
import { requireArchive } from './require-backup.ts'

export const downloadBackup = route(
  endpoint,
  async ({ project, params, mutate }, { db, files }) => {
    const { key, store, startedAt } = await requireArchive(db, params)
    const named = await findProject(db, project)
    if (!named) throw projectNotFound()
    // Whoever takes all rows of a project away leaves a trace.
    await mutate(async () => ({
      answer: {},
      audit: {
        action: 'downloaded',
        entity: 'backup',
        entityId: params.backupId,
        projectId: project.id,
      },
    }))
    const day = startedAt.toISOString().slice(0, 10)
    const fileName = `${named.name} ${day}.plinth`
    const url = await files.in(store).signDownload({
      key,
      disposition: contentDisposition({ type: 'application/zstd', fileName }),
      expiresInSeconds: BACKUP_LINK_SECONDS,
    })
    return { url }
  },
)

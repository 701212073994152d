import { BACKUP_LINK_SECONDS, downloadBackup as endpoint } from '@plinth/contract'
import { requireRecentProof } from '../../../foundation/http/access/recent-proof.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { projectNotFound } from '../../../foundation/http/errors/api-error.ts'
import { findProject } from '../../../projects/lifecycle/project-store.ts'
import { contentDisposition } from '../../../rows/file-store/content-disposition.ts'
import type { OperationsContext } from '../../context.ts'
import { requireArchive } from './require-backup.ts'

export const downloadBackup = route(
  endpoint,
  async ({ project, staff, params, mutate }, { db, files }: OperationsContext) => {
    const { key, store, startedAt, secretsOf } = await requireArchive(db, params)
    if (secretsOf.length > 0) requireRecentProof(staff)
    const named = await findProject(db, project)
    if (!named) throw projectNotFound()
    // Downloading all rows of a project is audited.
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

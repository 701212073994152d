import { ENVIRONMENT_NAMES, startRestore as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError, invalid, projectNotFound } from '../../../foundation/http/errors/api-error.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { notify } from '../../../foundation/pubsub/pubsub.ts'
import { guardProduction } from '../../../projects/environments/require-environment.ts'
import { findProject } from '../../../projects/lifecycle/project-store.ts'
import type { OperationsContext } from '../../context.ts'
import { JOBS_CHANGED } from '../job/job-store.ts'
import { jobBinding } from '../job/run-backup.ts'
import { refuseOtherEngine } from '../restore/refuse-other-engine.ts'
import { addRestore, findRestore, toRestore } from '../restore/restore-store.ts'
import { readContents } from '../store/backup-store.ts'
import { requireArchive } from './require-backup.ts'

export const startRestore = route(
  endpoint,
  async ({ project, staff, params, body, request, mutate }, { db, vault }: OperationsContext) => {
    const projectId = project.id
    const archive = await requireArchive(db, params)
    const source = await findProject(db, project)
    if (!source) throw projectNotFound()
    if (body.into === 'over') {
      for (const environment of body.environments) guardProduction(project, environment)
      if (body.confirm !== source.name) {
        throw invalid([{ path: 'confirm', message: "is not the project's name" }])
      }
      const contents = readContents(archive)
      await refuseOtherEngine(db, { projectId, environments: body.environments, contents })
    }
    const { restoreId } = await mutate(async (transaction) => {
      const id = newId('rst')
      const { passphrase } = body
      const environments =
        body.into === 'over' ? [...new Set(body.environments)] : ENVIRONMENT_NAMES
      const added = await addRestore(transaction, {
        id,
        projectId,
        organisationId: staff.organisationId,
        backupId: params.backupId,
        into: body.into,
        environments,
        name: body.into === 'new' ? body.name : source.name,
        passphrase: passphrase ? vault.seal(passphrase, jobBinding(id)) : null,
        staffId: staff.id,
        by: staff.email,
        requestId: request.id,
      })
      if (!added)
        throw new ApiError('conflict', 'A restore of this project is already in progress.')
      await notify(transaction, JOBS_CHANGED)
      return {
        answer: { restoreId: id },
        audit: {
          action: 'started restoring',
          entity: 'backup',
          entityId: params.backupId,
          projectId,
          after: { into: body.into, environments },
        },
      }
    })
    const restore = await findRestore(db, { projectId, restoreId })
    if (!restore) throw projectNotFound()
    return { restore: toRestore(restore) }
  },
)

import { exportAppUser as endpoint } from '@plinth/contract'
import { FileStream } from '../../../foundation/http/calls/call.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../../projects/environments/require-environment.ts'
import { withAuthTable } from '../../app-users/with-auth-table.ts'
import type { RowsContext } from '../../context.ts'
import { systemOrigin } from '../../request/row-request.ts'
import { begun } from '../../transfer/export-rows.ts'
import { readAppAccount, requireAppAccount } from '../read-app-account.ts'
import { selectDecisionsOfUser } from './decision-list-store.ts'
import { takeExportPlace } from './export-places.ts'
import { writeUserExport } from './write-user-export.ts'

/** Everything stored about one person, streamed; the audit entry is written before the first byte is sent. */
export const exportAppUser = route(
  endpoint,
  async ({ project, params: { userId: id }, query, mutate, request }, context: RowsContext) => {
    const { environment, tableId } = query
    guardProduction(project, environment)
    context.stoppedProjects.refuse(project.id, 'read')
    takeExportPlace(project.id, request.disconnected)
    const place = { ...query, projectId: project.id }
    const found = await requireAppAccount(context, { ...place, userId: id })
    const { userId } = found.key
    const account = await readAppAccount(context.db, found)
    const decisions = await selectDecisionsOfUser(context.db, found.key)
    const pieces = await withAuthTable(context, place, (open) => {
      const about = {
        format: 'plinth-user-1',
        exportedOn: new Date(open.now).toISOString(),
        environment,
        table: open.table.name,
        account,
        approvals: decisions,
      }
      return begun(writeUserExport({ open, origin: systemOrigin(request), userId, about }))
    })
    if (!pieces) throw new ApiError('not_found', 'There is no such Auth table any more.')
    await mutate(async () => ({
      answer: {},
      audit: {
        action: 'exported',
        entity: 'app-user',
        entityId: userId,
        projectId: project.id,
        environment,
        after: { tableId },
      },
    }))
    return new FileStream({ name: `user-${userId}.json`, type: 'application/json', pieces })
  },
)

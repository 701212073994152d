import { eraseAppUser as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { ApiError, invalid, notFound } from '../../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../../projects/environments/require-environment.ts'
import { normaliseEmail } from '../../app-users/account.ts'
import { withAuthTable } from '../../app-users/with-auth-table.ts'
import type { RowsContext } from '../../context.ts'
import { systemOrigin } from '../../request/row-request.ts'
import { putDisabled } from '../app-account-store.ts'
import { readAppAccount, requireAppAccount } from '../read-app-account.ts'
import { forgetDecider } from './decider-store.ts'
import { deleteDoomed } from './delete-doomed.ts'
import { planOf } from './plan-app-user-erasure.ts'
import { findErasure } from './plan-erasure.ts'

const OTHER_PLAN =
  'The plan has changed: other rows would be deleted now. Read the plan again and confirm it.'
const OTHER_EMAIL = 'Is not the address of this user'

/**
 * Erases a person in one environment. The rows go first, in one transaction with their own audit entries; if the server
 * ends before the platform's part, the account is deleted and its sessions end at their next use.
 */
export const eraseAppUser = route(
  endpoint,
  async ({ project, params: { userId }, body, staff, mutate, request }, context: RowsContext) => {
    const { environment, tableId } = body
    guardProduction(project, environment)
    const place = { environment, tableId, projectId: project.id }
    const found = await requireAppAccount(context, { ...place, userId })
    const { key } = found
    const { email, sessions } = await readAppAccount(context.db, found)
    if (normaliseEmail(body.email) !== normaliseEmail(email))
      throw invalid([{ path: 'email', message: OTHER_EMAIL }])
    const origin = systemOrigin(request)
    const erased = await withAuthTable(context, place, async (open) => {
      const erasure = await findErasure(open, { origin, userId: key.userId })
      const plan = planOf(erasure, { email, sessions: sessions.length })
      if (plan.deletes !== body.deletes) throw new ApiError('conflict', OTHER_PLAN)
      await deleteDoomed(open, erasure, { origin, staffId: staff.id })
      return plan
    })
    if (!erased) throw notFound()
    return mutate(async (transaction) => {
      await putDisabled(transaction, { ...key, isDisabled: false })
      await forgetDecider(transaction, key)
      return {
        answer: { erased },
        audit: {
          action: 'erased',
          entity: 'app-user',
          entityId: key.userId,
          projectId: project.id,
          environment,
          // No address: the entry must not name the person.
          after: { tableId, rows: erased.rows, deletes: erased.deletes },
        },
      }
    })
  },
)

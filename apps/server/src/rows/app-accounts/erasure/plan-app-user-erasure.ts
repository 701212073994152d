import { type ErasurePlan, planAppUserErasure as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import { notFound } from '../../../foundation/http/errors/api-error.ts'
import { guardProduction } from '../../../projects/environments/require-environment.ts'
import { withAuthTable } from '../../app-users/with-auth-table.ts'
import type { RowsContext } from '../../context.ts'
import { systemOrigin } from '../../request/row-request.ts'
import { readAppAccount, requireAppAccount } from '../read-app-account.ts'
import { countDoomed, type Erasure, findErasure } from './plan-erasure.ts'

export function planOf(erasure: Erasure, { email, sessions }: { email: string; sessions: number }) {
  const plan: ErasurePlan = {
    email,
    rows: [...erasure.rows],
    deletes: countDoomed(erasure),
    sessions,
  }
  return plan
}

export const planAppUserErasure = route(
  endpoint,
  async ({ project, params: { userId }, query, request }, context: RowsContext) => {
    guardProduction(project, query.environment)
    context.stoppedProjects.refuse(project.id, 'read')
    const place = { ...query, projectId: project.id }
    const found = await requireAppAccount(context, { ...place, userId })
    const { email, sessions } = await readAppAccount(context.db, found)
    const asked = { origin: systemOrigin(request), userId: found.key.userId }
    const erasure = await withAuthTable(context, place, (open) => findErasure(open, asked))
    if (!erasure) throw notFound()
    return { plan: planOf(erasure, { email, sessions: sessions.length }) }
  },
)

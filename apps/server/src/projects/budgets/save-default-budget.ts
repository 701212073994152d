import { saveDefaultBudget as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { stale } from '../../foundation/http/errors/api-error.ts'
import type { ProjectsContext } from '../context.ts'
import { lockBudgetForUpdate } from './budget-store.ts'
import { changeBudget } from './change-budget.ts'

export const saveDefaultBudget = route(endpoint, async (call, context: ProjectsContext) => {
  const { staff, body, request, mutate } = call
  const owner = { organisationId: staff.organisationId, projectId: null }
  const answer = await mutate(async (transaction) => {
    const before = await lockBudgetForUpdate(transaction, owner)
    const { revision } = before
    if (request.ifMatch !== undefined && request.ifMatch !== revision)
      throw stale({ revision, theirs: before.choices, yours: body })
    const { budget, audit } = await changeBudget(transaction, { owner, before, choices: body })
    return { answer: { budget }, audit }
  })
  await context.budgets.refresh()
  return answer
})

import { saveBudget as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { saveEditedBudget } from './change-budget.ts'

export const saveBudget = route(endpoint, async (call, context: ProjectsContext) => {
  const { project, staff, body: choices, request, mutate } = call
  const owner = { organisationId: staff.organisationId, projectId: project.id }
  const { ifMatch } = request
  const answer = await mutate((transaction) =>
    saveEditedBudget(transaction, { owner, choices, ifMatch }),
  )
  await context.budgets.refresh()
  return answer
})

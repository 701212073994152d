import { getDefaultBudget as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { findBudget } from './budget-store.ts'

export const getDefaultBudget = route(endpoint, async ({ staff }, { db }: ProjectsContext) => ({
  budget: await findBudget(db, { organisationId: staff.organisationId, projectId: null }),
}))

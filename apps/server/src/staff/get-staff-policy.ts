import { getStaffPolicy as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { isTwoStepRequired } from './staff-state-store.ts'

export const getStaffPolicy = route(endpoint, async ({ staff }, { db }) => ({
  twoStepRequired: await isTwoStepRequired(db, staff.organisationId),
}))

import { getStaffPolicy as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { isTwoFactorRequired } from './staff-state-store.ts'

export const getStaffPolicy = route(endpoint, async ({ staff }, { db }: AccountsContext) => ({
  twoFactorRequired: await isTwoFactorRequired(db, staff.organisationId),
}))

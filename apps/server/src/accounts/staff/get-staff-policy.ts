import { getStaffPolicy as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { readStaffPolicy } from '../members/staff-policy-store.ts'

export const getStaffPolicy = route(endpoint, ({ staff }, { db }: AccountsContext) =>
  readStaffPolicy(db, staff.organisationId),
)

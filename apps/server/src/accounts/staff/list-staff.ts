import { listStaff as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { listStaffPage } from './staff-list-store.ts'

export const listStaff = route(endpoint, ({ staff, query }, { db }: AccountsContext) =>
  listStaffPage(db, { organisationId: staff.organisationId, ...query }),
)

import { listStaff as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listStaffPage } from './staff-list-store.ts'

export const listStaff = route(endpoint, ({ staff, query }, { db }) =>
  listStaffPage(db, { organisationId: staff.organisationId, ...query }),
)

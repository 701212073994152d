import { listInvitations as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listInvitations as readInvitations } from './invitation-store.ts'

export const listInvitations = route(endpoint, async ({ staff }, { db }) => ({
  invitations: await readInvitations(db, staff.organisationId),
}))

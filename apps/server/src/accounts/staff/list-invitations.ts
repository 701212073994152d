import { listInvitations as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { selectInvitations as readInvitations } from './invitation-store.ts'

export const listInvitations = route(endpoint, async ({ staff }, { db }: AccountsContext) => ({
  invitations: await readInvitations(db, staff.organisationId),
}))

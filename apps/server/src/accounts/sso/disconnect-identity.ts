import { disconnectIdentity as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { disconnectAccount } from './disconnect-staff-identity.ts'

/** Ends the caller's own session too if the provider opened it. */
export const disconnectIdentity = route(endpoint, ({ staff, mutate }) =>
  mutate((transaction) => disconnectAccount(transaction, staff.id)),
)

import { signOut as endpoint } from '@plinth/contract'
import { endSession } from '../../foundation/callers/session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'

export const signOut = route(endpoint, ({ caller, staff, mutate }) =>
  mutate(async (transaction) => {
    if (caller.kind === 'staff') await endSession(transaction, caller.tokenHash)
    return { answer: {}, audit: { action: 'signed out', entity: 'staff', entityId: staff.id } }
  }),
)

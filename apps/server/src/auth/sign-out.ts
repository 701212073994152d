import { signOut as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { endSession } from '../platform/session-store.ts'

export const signOut = route(endpoint, ({ caller, staff, mutate }) =>
  mutate(async (transaction) => {
    if (caller.kind === 'staff') await endSession(transaction, caller.tokenHash)
    return { answer: {}, audit: { action: 'signed out', entity: 'staff', entityId: staff.id } }
  }),
)

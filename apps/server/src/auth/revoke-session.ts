import { revokeSession as endpoint } from '@plinth/contract'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { endSessionById } from '../platform/session-store.ts'

/** Somebody else's session answers as one that does not exist. */
export const revokeSession = route(endpoint, ({ params, staff, mutate }) =>
  mutate(async (transaction) => {
    const { sessionId } = params
    if (!(await endSessionById(transaction, { staffId: staff.id, sessionId }))) throw notFound()
    return { answer: {}, audit: { action: 'revoked', entity: 'session', entityId: sessionId } }
  }),
)

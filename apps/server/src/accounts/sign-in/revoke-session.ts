import { revokeSession as endpoint } from '@plinth/contract'
import { endSessionById } from '../../foundation/callers/session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'

/** Throws 404 for a session of another account. */
export const revokeSession = route(endpoint, ({ params, staff, mutate }) =>
  mutate(async (transaction) => {
    const { sessionId } = params
    if (!(await endSessionById(transaction, { staffId: staff.id, sessionId }))) throw notFound()
    return { answer: {}, audit: { action: 'revoked', entity: 'session', entityId: sessionId } }
  }),
)

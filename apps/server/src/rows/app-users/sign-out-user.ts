import { signOutUser as endpoint } from '@plinth/contract'
import { endAppSession } from '../../foundation/callers/app-session-store.ts'
import { bearerIn, hashAppToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'

/** Ends the caller's session; the table in the path is ignored. */
export const signOutUser = route(
  endpoint,
  async ({ request }, { db, appSessions }: RowsContext) => {
    const token = hashAppToken(bearerIn(request.headers.authorization) ?? '')
    appSessions.forget(await db.transaction((transaction) => endAppSession(transaction, token)))
    return {}
  },
)

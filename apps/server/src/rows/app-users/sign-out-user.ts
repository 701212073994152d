import { signOutUser as endpoint } from '@plinth/contract'
import { endAppSession } from '../../foundation/callers/app-session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'

/** Ends the caller's session; the table in the path is ignored. */
export const signOutUser = route(
  endpoint,
  async ({ tokenHash }, { db, appSessions }: RowsContext) => {
    await db.transaction((transaction) => endAppSession(transaction, tokenHash))
    appSessions.forget([tokenHash])
    return {}
  },
)

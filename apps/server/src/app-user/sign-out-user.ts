import { signOutUser as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { endAppSession } from '../platform/app-session-store.ts'

/** Ends the session that asks, whatever else the call names, and needs no table for it. */
export const signOutUser = route(endpoint, async ({ tokenHash }, { db, appSessions }) => {
  await db.transaction((transaction) => endAppSession(transaction, tokenHash))
  appSessions.forget([tokenHash])
  return {}
})

import { listSessions as endpoint } from '@plinth/contract'
import { listOpenSessions } from '../../foundation/callers/session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'

export const listSessions = route(endpoint, async ({ caller }, { db }: AccountsContext) => {
  if (caller.kind !== 'staff') throw unauthenticated()
  const { staff, tokenHash } = caller
  const sessions = await listOpenSessions(db, { staffId: staff.id, tokenHash })
  return {
    sessions: sessions.map(({ id, user_agent, ip_prefix, current, ...times }) => ({
      id,
      created_at: times.created_at.toISOString(),
      last_used_at: times.last_used_at.toISOString(),
      user_agent,
      ip_prefix,
      current,
    })),
  }
})

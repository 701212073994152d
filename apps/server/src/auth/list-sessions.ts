import { listSessions as endpoint } from '@plinth/contract'
import { unauthenticated } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { listOpenSessions } from '../platform/session-store.ts'

export const listSessions = route(endpoint, async ({ caller }, { db }) => {
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

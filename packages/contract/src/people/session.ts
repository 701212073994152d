import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, Timestamp } from '../protocol/ids.ts'

export const SessionId = z.uuid()

/** A place where somebody is signed in; the token itself is never shown. */
export const Session = z.object({
  id: SessionId,
  created_at: Timestamp,
  last_used_at: Timestamp,
  user_agent: z.string(),
  /** The beginning of the address it was opened from. */
  ip_prefix: z.string(),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Where the caller is signed in',
  method: 'GET',
  path: '/auth/session',
  access: 'staff',
  answer: z.object({ sessions: z.array(Session) }),
})

export const revokeSession = endpoint({
  name: 'revokeSession',
  summary: "End one of the caller's own sessions",
  method: 'DELETE',
  path: '/auth/session/{sessionId}',
  access: 'staff',
  params: z.strictObject({ sessionId: SessionId }),
  body: NoBody,
  answer: Done,
})

import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, Timestamp } from '../protocol/ids.ts'
import { SignInCode } from './two-factor.ts'
import { PasskeyAssertion } from './web-authn.ts'

export const SessionId = z.uuid()

/** A session of the caller; the token itself is never returned. */
export const Session = z.object({
  id: SessionId,
  created_at: Timestamp,
  last_used_at: Timestamp,
  user_agent: z.string(),
  /** Prefix of the IP address the session was opened from. */
  ip_prefix: z.string(),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  name: 'listSessions',
  summary: "The caller's sessions",
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

export const reauthenticate = endpoint({
  name: 'reauthenticate',
  summary:
    'Prove the password, a passkey or a two-factor code again, for sensitive calls of this session',
  method: 'POST',
  path: '/auth/reauthenticate',
  access: 'staff',
  body: z.union([
    z.strictObject({ currentPassword: z.string().min(1).max(256) }),
    z.strictObject({ code: SignInCode }),
    z.strictObject({ passkey: PasskeyAssertion }),
  ]),
  answer: Done,
})

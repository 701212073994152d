import type { AuditOrigin } from '../../audit/audit-store.ts'
import type { Caller } from './call.ts'

const AGENT_LENGTH = 300

/** The part of a user agent that is stored. */
export const readAgent = ({ userAgent }: { userAgent: string }) => userAgent.slice(0, AGENT_LENGTH)

/** Where a call came from, as the audit records it. */
export function originOf(caller: Caller, request: { ip: string; userAgent: string }): AuditOrigin {
  const staff = caller.kind === 'staff' ? caller.staff : undefined
  return {
    address: request.ip,
    agent: readAgent(request),
    sessionId: staff?.sessionId ?? null,
    keyId: caller.kind === 'key' ? caller.key.id : (staff?.personalKey?.id ?? null),
  }
}

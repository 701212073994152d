import type { AuditOrigin } from '../../audit/audit-store.ts'
import type { Caller } from './call.ts'

const AGENT_LENGTH = 300

/** Where a call came from, as the audit records it. */
export function originOf(
  caller: Caller,
  { ip, userAgent }: { ip: string; userAgent: string },
): AuditOrigin {
  return {
    address: ip,
    agent: userAgent.slice(0, AGENT_LENGTH),
    sessionId: caller.kind === 'staff' ? caller.staff.sessionId : null,
    keyId: caller.kind === 'key' ? caller.key.id : null,
  }
}

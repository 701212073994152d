import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { principalOf } from '../../foundation/http/calls/principal-of.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Writer } from '../statements/write/write-plan.ts'

/** Who wrote, as recorded beside the rows. */
export interface WriteOrigin {
  readonly requestId: string
  /** Set for staff only, whose changes are audited. */
  readonly staffId: string | undefined
  readonly principal: string
  /** The writer as row events name it. */
  readonly writer: Writer
  /** The Idempotency-Key. */
  readonly key: string | undefined
  /** Content that a repeated request must match. */
  readonly content: string
}

interface Sent {
  readonly caller: Caller
  readonly request: RequestInfo
  readonly params: unknown
  readonly query: unknown
  readonly body?: unknown
}

const KEY = /^[\x21-\x7e]{1,255}$/

export function writeOriginOf(
  name: string,
  { caller, request, params, query, body }: Sent,
): WriteOrigin {
  const header = request.headers['idempotency-key']
  const key = Array.isArray(header) ? header[0] : header
  if (key !== undefined && !KEY.test(key))
    throw new ApiError('bad_request', 'Idempotency-Key is not valid.')
  const content = key === undefined ? '' : JSON.stringify([name, params, query, body ?? null])
  return {
    requestId: request.id,
    staffId: caller.kind === 'staff' ? caller.staff.id : undefined,
    principal: key === undefined ? '' : principalOf({ caller, key, content, ip: request.ip }),
    writer: { by: caller.kind, runId: null, depth: 0 },
    key,
    content,
  }
}

/** The origin of writes by the platform itself, such as setting a password. */
export function systemOrigin({ id }: RequestInfo): WriteOrigin {
  const writer: Writer = { by: 'system', runId: null, depth: 0 }
  return { requestId: id, staffId: undefined, principal: '', writer, key: undefined, content: '' }
}

import type { Caller, RequestFacts } from '../../foundation/http/calls/call.ts'
import { principalOf } from '../../foundation/http/calls/principal-of.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Writer } from '../statements/write/write-plan.ts'

/** Where a write comes from, as far as it is recorded beside the rows. */
export interface Origin {
  readonly requestId: string
  /** Only what staff do is recorded. */
  readonly staffId: string | undefined
  readonly principal: string
  /** What the events of a change tell. */
  readonly writer: Writer
  /** The Idempotency-Key. */
  readonly key: string | undefined
  /** Everything that makes the request what it is. */
  readonly content: string
}

interface Sent {
  readonly caller: Caller
  readonly request: RequestFacts
  readonly params: unknown
  readonly query: unknown
  readonly body?: unknown
}

const KEY = /^[\x21-\x7e]{1,255}$/

export function originOf(name: string, { caller, request, params, query, body }: Sent): Origin {
  const header = request.headers['idempotency-key']
  const key = Array.isArray(header) ? header[0] : header
  if (key !== undefined && !KEY.test(key))
    throw new Refusal('bad_request', 'Idempotency-Key is not valid.')
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

/** The origin of what the platform itself does to a row for somebody. */
export function ownOrigin({ id }: RequestFacts): Origin {
  const writer: Writer = { by: 'system', runId: null, depth: 0 }
  return { requestId: id, staffId: undefined, principal: '', writer, key: undefined, content: '' }
}

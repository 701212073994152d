import type { Endpoint, ErrorCode, FieldIssue } from '@plinth/contract'
import type { FastifyRequest, onErrorHookHandler } from 'fastify'
import { SENSITIVE_ACTS, type SensitiveAct } from '../../audit/sensitive-acts.ts'
import { originOf } from '../calls/origin-of.ts'
import { ApiError } from '../errors/api-error.ts'
import type { HttpContext } from './http-context.ts'

const REFUSED: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'forbidden',
  'project_read_only',
  'project_suspended',
])
const PROOFS: ReadonlySet<string> = new Set(['currentPassword', 'code'])

/** Whether an error denies the act itself: no right to it, no such project for the caller, or a wrong proof. */
function isRefusal(error: ApiError, { project }: FastifyRequest, endpoint: Endpoint): boolean {
  if (REFUSED.has(error.code)) return true
  if (error.code === 'not_found') return !project && endpoint.access.startsWith('project:')
  const issues = error.code === 'invalid' ? (error.details as readonly FieldIssue[]) : []
  return issues.some(({ path }) => PROOFS.has(path))
}

function refusalOf(
  { request, error }: { request: FastifyRequest; error: ApiError },
  act: SensitiveAct,
) {
  const { caller, id } = request
  const params = request.params as { readonly projectId?: string }
  const staff = caller.kind === 'staff' ? caller.staff : undefined
  const key = caller.kind === 'key' ? caller.key : undefined
  const userAgent = request.headers['user-agent'] ?? ''
  return {
    act,
    entityId: params.projectId ?? staff?.id ?? '',
    projectId: params.projectId,
    author: {
      organisationId: staff?.organisationId ?? null,
      staffId: staff?.id ?? null,
      requestId: id,
      from: originOf(caller, { ip: request.ip, userAgent }),
    },
    // Guests and app users have no right to any of these acts, so all of them share one allowance.
    caller: staff?.id ?? key?.id ?? '',
    reason: { status: error.status, code: error.code, message: error.message, params },
  }
}

/** Hook that audits refused calls of a sensitive endpoint; none for other endpoints. */
export function refusalHook(
  endpoint: Endpoint,
  { refusals }: Pick<HttpContext, 'refusals'>,
): { onError?: onErrorHookHandler } {
  const act = SENSITIVE_ACTS[endpoint.name]
  if (!act) return {}
  return {
    onError: (request, _reply, error: Error, done) => {
      if (error instanceof ApiError && isRefusal(error, request, endpoint)) {
        refusals.record(refusalOf({ request, error }, act))
      }
      done()
    },
  }
}

import * as restate from '@restatedev/restate-sdk'
import type { Logger } from 'pino'
import { type CallSigner, MINUTE_MS, SIGNATURE_HEADER } from './call-signer.ts'
import { SERVICES } from './runtime-target.ts'

/** How far the minute of a signature may be from the moment at which the durable runtime accepted the call. */
const WINDOW_MS = 2 * MINUTE_MS

/** The record that the durable runtime made when it accepted a call. */
export interface Submission {
  createdAt: number
  /** The service whose handler made the call; null for one that came through the ingress. */
  byService: string | null
  idempotencyKey: string | null
}

export type FindSubmission = (invocationId: string) => Promise<Submission>

interface Parts {
  signer: CallSigner
  findSubmission: FindSubmission
  log: Pick<Logger, 'warn'>
}

/** Why a call is rejected; undefined if it is ours. Deterministic across attempts: the clock only saves a lookup. */
async function findRejectReason(
  parts: Parts,
  request: restate.Request,
): Promise<string | undefined> {
  const { target, id, body } = request
  const signature = request.headers.get(SIGNATURE_HEADER)
  if (signature === undefined) {
    const { byService } = await parts.findSubmission(id)
    return byService !== null && SERVICES.includes(byService) ? undefined : 'unsigned'
  }
  const signedAt = parts.signer.verify({ ...target, body }, signature)
  if (signedAt === undefined) return 'wrong signature'
  const isNear = (at: number) => at > signedAt - WINDOW_MS && at < signedAt + MINUTE_MS + WINDOW_MS
  // An attempt within the window implies acceptance within it; only a later attempt needs the recorded time.
  if (isNear(Date.now())) return undefined
  return isNear((await parts.findSubmission(id)).createdAt) ? undefined : 'stale signature'
}

/**
 * Rejects every handler call that this installation did not make, before the handler runs. Calls from our processes carry
 * a signature; for calls without one, the durable runtime knows whether one of our handlers made them.
 */
export function verifyCalls(parts: Parts): restate.HooksProvider {
  return ({ request }) => ({
    interceptor: {
      handler: async (next) => {
        const reason = await findRejectReason(parts, request)
        if (reason === undefined) return next()
        const { service, handler, key } = request.target
        parts.log.warn({ service, handler, key, reason }, 'durable: call rejected')
        throw new restate.TerminalError('This installation did not make this call.', {
          errorCode: 403,
        })
      },
    },
  })
}

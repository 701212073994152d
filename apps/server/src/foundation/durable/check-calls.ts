import * as restate from '@restatedev/restate-sdk'
import type { Logger } from 'pino'
import { type CallSigner, MINUTE_MS, SIGNATURE_HEADER } from './call-signer.ts'
import { SERVICES } from './service-names.ts'

/** How far the minute of a signature may be from the moment at which the durable runtime accepted the call. */
const WINDOW_MS = 2 * MINUTE_MS

/** What the durable runtime recorded when it accepted a call. */
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
  /** When this installation began to sign its calls. */
  signedSince: Date
  log: Pick<Logger, 'warn'>
}

/** Why a call is refused; nothing if it is one of ours. It decides the same at every attempt: it reads no clock that matters. */
async function refusalOf(parts: Parts, request: restate.Request): Promise<string | undefined> {
  const { target, id, body } = request
  const signature = request.headers.get(SIGNATURE_HEADER)
  if (signature === undefined) {
    const { byService, createdAt } = await parts.findSubmission(id)
    if (byService !== null && SERVICES.includes(byService)) return undefined
    return createdAt < parts.signedSince.getTime() ? undefined : 'unsigned'
  }
  const signedAt = parts.signer.verify({ ...target, body }, signature)
  if (signedAt === undefined) return 'wrong signature'
  const isNear = (at: number) => at > signedAt - WINDOW_MS && at < signedAt + MINUTE_MS + WINDOW_MS
  // A call that is attempted within the window was accepted within it. A later attempt asks when it was accepted.
  if (isNear(Date.now())) return undefined
  return isNear((await parts.findSubmission(id)).createdAt) ? undefined : 'stale signature'
}

/**
 * Refuses every call of a handler that this installation did not make, before anything of the handler runs. Calls from our
 * processes carry a signature; for calls without one, the durable runtime says whether a handler of ours made them, or
 * whether they were accepted before this installation signed its calls.
 */
export function checkCalls(parts: Parts): restate.HooksProvider {
  return ({ request }) => ({
    interceptor: {
      handler: async (next) => {
        const reason = await refusalOf(parts, request)
        if (reason === undefined) return next()
        const { service, handler, key } = request.target
        parts.log.warn({ service, handler, key, reason }, 'durable: call refused')
        throw new restate.TerminalError('This installation did not make this call.', {
          errorCode: 403,
        })
      },
    },
  })
}

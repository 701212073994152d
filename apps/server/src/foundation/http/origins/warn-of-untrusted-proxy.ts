import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Env } from '../../settings/env.ts'

/** Behind a proxy that is not trusted all callers share one address, so they also share the sign-in limits. */
export function warnOfUntrustedProxy(
  app: FastifyInstance,
  { env, log }: { env: Env; log: Logger },
): void {
  if (env.trustProxy !== undefined) return
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      log.warn(
        { peer: request.ip },
        'http: X-Forwarded-For ignored, all callers share one address; set PLINTH_TRUST_PROXY',
      )
    }
    done()
  })
}

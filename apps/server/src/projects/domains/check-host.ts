import { invalid, taken } from '../../foundation/http/errors/api-error.ts'
import type { Env } from '../../foundation/settings/env.ts'

/** Throws for the console's own host: a project with that domain would receive the requests of console users. */
export function checkHost(env: Pick<Env, 'baseUrl'>, host: string): void {
  if (host === new URL(env.baseUrl).hostname) {
    throw invalid([{ path: 'domain', message: 'is the address of this console' }])
  }
}

export const hostTaken = () => taken({ path: 'domain', message: 'This domain is in use already.' })

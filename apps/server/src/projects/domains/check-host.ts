import { invalid, taken } from '../../foundation/http/errors/refusal.ts'
import type { Env } from '../../foundation/settings/env.ts'

/** The console's own address chooses no project: who took it over would be sent its users' requests. */
export function checkHost(env: Pick<Env, 'baseUrl'>, host: string): void {
  if (host === new URL(env.baseUrl).hostname) {
    throw invalid([{ path: 'domain', message: 'is the address of this console' }])
  }
}

export const hostTaken = () => taken({ path: 'domain', message: 'This domain is in use already.' })

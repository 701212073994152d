import { invalid, taken } from '../../foundation/http/errors/api-error.ts'
import type { Env } from '../../foundation/settings/env.ts'

type Addresses = Pick<Env, 'baseUrl' | 'filesBaseUrl'>

/** Whether a host name is the installation's own: a project with that domain would receive the requests of others. */
export function isOwnHost({ baseUrl, filesBaseUrl }: Addresses, host: string): boolean {
  return [baseUrl, filesBaseUrl].some((address) => new URL(address).hostname === host)
}

/** Throws for a host name of the installation itself. */
export function checkHost(env: Addresses, host: string): void {
  if (isOwnHost(env, host)) {
    throw invalid([{ path: 'domain', message: 'is the address of this console' }])
  }
}

export const hostTaken = () => taken({ path: 'domain', message: 'This domain is in use already.' })

import { ApiError } from '../api-error.ts'
import type { ClientOptions } from '../client-options.ts'
import { log } from '../log.ts'
import type { Route } from '../protocol/route.ts'
import { keepSession } from './keep-session.ts'

type Refresh = Parameters<typeof keepSession>[0]['refresh']

const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.status === 401

/** Runs calls with the token of a client. */
export interface Authorizer {
  /** Runs a call, and once more if its token was replaced while it was on its way. */
  authorized<T>(route: Route, run: (token: string | null) => Promise<T>): Promise<T>
  /** The token of the next call, refreshed if it is due; null if nobody is signed in. */
  fetchToken(): Promise<string | null>
  /** False if nobody is signed in any more. */
  refreshSession(): Promise<boolean>
}

export function createAuthorizer(options: ClientOptions, refresh: Refresh): Authorizer {
  const { session, warn = log.warn } = options
  const onEnded = () => options.onUnauthenticated?.()
  const keeper = session && keepSession({ store: session, refresh, onEnded })

  async function tokenFor(route: Route): Promise<string | null> {
    const isOpen = route.access === 'public'
    const isStored = keeper && !isOpen && !route.opensSession
    const token = isStored ? await keeper.token() : ((await options.token?.()) ?? null)
    if (token === null && !isOpen && !route.opensSession) {
      warn('No token found: the request is sent without authorization')
    }
    return token
  }

  /** Passes the error of a rejected token on, or returns a newer token to try. */
  async function tokenAfter(
    error: unknown,
    { route, token }: { route: Route; token: string | null },
  ): Promise<string> {
    if (isUnauthenticated(error) && route.access !== 'public') {
      const newer = keeper && token ? await keeper.tokenAfter(token) : null
      if (newer) return newer
      if (!keeper) onEnded()
    }
    throw error
  }

  return {
    async authorized(route, run) {
      const token = await tokenFor(route)
      try {
        return await run(token).catch(async (error: unknown) =>
          run(await tokenAfter(error, { route, token })),
        )
      } catch (error) {
        if (error instanceof ApiError) options.onError?.(error)
        throw error
      }
    },
    async fetchToken() {
      return keeper ? keeper.token() : ((await options.token?.()) ?? null)
    },
    async refreshSession() {
      try {
        return Boolean(await keeper?.token())
      } catch (error) {
        if (isUnauthenticated(error)) return false
        throw error
      }
    },
  }
}

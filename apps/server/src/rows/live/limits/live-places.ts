import type { Caller } from '../../../foundation/http/calls/call.ts'
import { holderOf, isGuestOf } from '../../../foundation/http/calls/holder-of.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { LiveSettings } from '../../../foundation/settings/live-settings.ts'
import {
  MAX_OWN_ENVIRONMENTS,
  MAX_STREAMS_OF_CALLER,
  MAX_STREAMS_OF_NETWORK,
  RESERVED_PART,
  SMALL_PART,
} from './live-limits.ts'

interface Place {
  readonly projectId: string
  readonly environmentId: string
  readonly caller: Caller
  readonly ip: string
}

const OFF =
  'Live rows are off on this server. The operator switches them on with PLINTH_LIVE_CONNECTIONS.'

const tooMany = (message: string) =>
  new ApiError('rate_limited', message, { retryAfterSeconds: 10 })

/** Counts open streams: of the process, of each project, environment and caller, and of a caller in all environments. */
export class LivePlaces {
  readonly #limits: LiveSettings
  readonly #counts = new Map<string, number>()

  constructor(limits: LiveSettings) {
    this.#limits = limits
  }

  /** Counts a stream until the result is called. Throws 429 if there are too many. */
  take({ projectId, environmentId, caller, ip }: Place): () => void {
    const holder = holderOf({ caller, ip }, environmentId)
    const of = `${environmentId} ${holder}`
    const everywhere = `everywhere ${holder}`
    const { connections, perEnvironment, perProject } = this.#limits
    if (connections === 0) throw new ApiError('not_found', OFF)
    const maxOwn = isGuestOf(environmentId, caller) ? MAX_STREAMS_OF_NETWORK : MAX_STREAMS_OF_CALLER
    if (this.#count(of) >= maxOwn)
      throw tooMany('Too many streams are open. Close some, or use one for all subscriptions.')
    if (this.#count(everywhere) >= maxOwn * MAX_OWN_ENVIRONMENTS)
      throw tooMany(
        'You have too many streams in all projects together. Close some, then try again.',
      )
    if (this.#count(environmentId) >= perEnvironment)
      throw tooMany('This environment has too many open streams. Try again shortly.')
    if (this.#count(projectId) >= perProject)
      throw tooMany('This project has too many open streams. Try again shortly.')
    if (this.#count('') >= this.#mostFor(projectId))
      throw tooMany('This server has too many open streams. Try again shortly.')
    const names = ['', projectId, environmentId, of, everywhere]
    for (const name of names) this.#counts.set(name, this.#count(name) + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      for (const name of names) {
        const left = this.#count(name) - 1
        if (left > 0) this.#counts.set(name, left)
        else this.#counts.delete(name)
      }
    }
  }

  /** Up to how many streams of the process a project may open another one: several projects must not take all of them. */
  #mostFor(projectId: string): number {
    const { connections, perProject } = this.#limits
    const isSmall = this.#count(projectId) < connections * SMALL_PART
    return isSmall || perProject >= connections ? connections : connections * (1 - RESERVED_PART)
  }

  #count(name: string): number {
    return this.#counts.get(name) ?? 0
  }
}

import { LRUCache } from 'lru-cache'
import { notFound } from '../../../foundation/http/errors/api-error.ts'
import type { CacheCounts } from '../../../foundation/metrics/metrics.ts'
import type { WorkflowsContext } from '../../context.ts'
import { type HookSettings, readHookSettings } from './hook-settings.ts'
import { findHook, type Hook } from './hook-store.ts'

const TTL_MS = 5_000
const MAX_HOOKS = 5_000
const SECRET = /^[\w-]{22}$/

export interface HookAddress {
  environment: string
  secret: string
}

const keyOf = ({ environment, secret }: HookAddress) => `${environment}/${secret}`

export interface FoundHook {
  hook: Hook
  settings: HookSettings
  /** From the cache: enough to accept a call, which its commit confirms, but never to reject one. */
  isCached: boolean
}

/** Recently called webhooks. A change meanwhile is detected where the call is stored. */
export class HookCache {
  readonly counts: CacheCounts = { hits: 0, misses: 0 }
  readonly #db: WorkflowsContext['db']
  readonly #hooks = new LRUCache<string, FoundHook>({ max: MAX_HOOKS, ttl: TTL_MS })

  constructor(db: WorkflowsContext['db']) {
    this.#db = db
  }

  async find(address: HookAddress): Promise<FoundHook> {
    const cached = this.#hooks.get(keyOf(address))
    if (cached) this.counts.hits += 1
    else this.counts.misses += 1
    return cached ?? this.read(address)
  }

  /** Reads the current state. Unknown, of another environment and inactive without a listener look alike. */
  async read(address: HookAddress): Promise<FoundHook> {
    const key = keyOf(address)
    this.#hooks.delete(key)
    const hook = SECRET.test(address.secret) && (await findHook(this.#db, address))
    const settings = hook && readHookSettings(hook)
    if (!hook || !settings) throw notFound()
    const found = { hook, settings, isCached: true }
    if (hook.isActive) this.#hooks.set(key, found)
    return { ...found, isCached: false }
  }
}

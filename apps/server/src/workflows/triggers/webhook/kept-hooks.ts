import { notFound } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { type HookSettings, readHookSettings } from './hook-settings.ts'
import { findHook, type Hook } from './hook-store.ts'

const KEPT_MS = 5_000
const MOST = 5_000
const SECRET = /^[\w-]{22}$/

export interface HookAddress {
  environment: string
  secret: string
}

export interface FoundHook {
  hook: Hook
  settings: HookSettings
  /**
   * Read from the cache: good enough to accept a call, which the commit verifies, but never to reject one.
   */
  isKept: boolean
}

/** Caches recently called webhooks. The commit of a call detects that a cached one has changed. */
export class KeptHooks {
  readonly #db: WorkflowsContext['db']
  readonly #kept = new Map<string, { found: FoundHook; until: number }>()

  constructor(db: WorkflowsContext['db']) {
    this.#db = db
  }

  async find(address: HookAddress): Promise<FoundHook> {
    const kept = this.#kept.get(`${address.environment}/${address.secret}`)
    return kept && kept.until > Date.now() ? kept.found : this.read(address)
  }

  /** Reads the current webhook. Unknown, inactive and another environment's cannot be told apart. */
  async read(address: HookAddress): Promise<FoundHook> {
    const key = `${address.environment}/${address.secret}`
    this.#kept.delete(key)
    const hook = SECRET.test(address.secret) && (await findHook(this.#db, address))
    const settings = hook && readHookSettings(hook)
    if (!hook || !settings) throw notFound()
    if (this.#kept.size >= MOST) this.#kept.clear()
    const found = { hook, settings, isKept: true }
    this.#kept.set(key, { found, until: Date.now() + KEPT_MS })
    return { ...found, isKept: false }
  }
}

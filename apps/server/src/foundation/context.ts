import type { ApiKeys } from './callers/api-keys.ts'
import type { Durable } from './durable/durable.ts'
import type { HttpContext } from './http/handling/http-context.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Changes } from './pubsub/changes.ts'
import type { Vault } from './secrets/vault.ts'

/** Context that every layer may use. */
export interface FoundationContext extends HttpContext {
  apiKeys: ApiKeys
  /** Notifications between processes. */
  changes: Changes
  durable: Durable
  mailer: Mailer
  vault: Vault
}

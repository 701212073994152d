import type { ApiKeys } from './callers/api-keys.ts'
import type { Durable } from './durable/durable.ts'
import type { HttpContext } from './http/handling/http-context.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PubSub } from './pubsub/pubsub.ts'
import type { Vault } from './secrets/vault.ts'

/** Context that every layer may use. */
export interface FoundationContext extends HttpContext {
  apiKeys: ApiKeys
  /** Notifications between processes. */
  pubsub: PubSub
  durable: Durable
  /** Background jobs of this process and their status. */
  jobs: Jobs
  mailer: Mailer
  vault: Vault
}

import type { Logger } from 'pino'
import type { Refusals } from '../../audit/refusals.ts'
import type { ApiKeys } from '../../callers/api-keys.ts'
import type { AppSessions } from '../../callers/app-sessions.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Database } from '../../platform/database.ts'
import type { Env } from '../../settings/env.ts'
import type { StreamRights } from '../access/stream-rights.ts'
import type { RequestRecorder } from '../calls/request-recorder.ts'
import type { DomainDirectory } from '../origins/domain-directory.ts'
import type { OriginDirectory } from '../origins/origin-directory.ts'

/** What serving a request needs. */
export interface HttpContext {
  env: Env
  log: Logger
  db: Database
  metrics: Metrics
  appSessions: AppSessions
  apiKeys: ApiKeys
  environments: DomainDirectory
  /** Which pages of other origins may call an environment. */
  origins: OriginDirectory
  /** Log of the data API's requests. */
  requests: RequestRecorder
  streamRights: StreamRights
  /** Refused attempts at sensitive acts. */
  refusals: Refusals
  /** Validates every answer against the contract; on in development and in tests. */
  checkAnswers: boolean
  /** Aborted when the process begins to stop; it serves requests for a while longer. */
  stopping: AbortSignal
}

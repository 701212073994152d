import type { Logger } from 'pino'
import type { Refusals } from '../../audit/refusals.ts'
import type { ApiKeys } from '../../callers/api-keys.ts'
import type { AppSessions } from '../../callers/app-sessions.ts'
import type { Database } from '../../platform/database.ts'
import type { Env } from '../../settings/env.ts'
import type { StreamRights } from '../access/stream-rights.ts'
import type { RequestRecorder } from '../calls/request-recorder.ts'
import type { DomainDirectory } from '../origins/domain-directory.ts'

/** What serving a request needs. */
export interface HttpContext {
  env: Env
  log: Logger
  db: Database
  appSessions: AppSessions
  apiKeys: ApiKeys
  environments: DomainDirectory
  /** Log of the data API's requests. */
  requests: RequestRecorder
  streamRights: StreamRights
  /** Refused attempts at sensitive acts. */
  refusals: Refusals
  /** Validates every answer against the contract; on in development and in tests. */
  checkAnswers: boolean
}

import type { Logger } from 'pino'
import type { SignInLimit } from './auth/sign-in-limit.ts'
import type { Environments } from './data/environments.ts'
import type { DatabaseEngines } from './database/database-engine.ts'
import type { Durable } from './durable/durable.ts'
import type { Env } from './env.ts'
import type { Files } from './file/file-store.ts'
import type { UploadLimit } from './file/upload-limit.ts'
import type { StreamRights } from './http/stream-rights.ts'
import type { Mailer } from './mail/mailer.ts'
import type { ApiKeys } from './platform/api-keys.ts'
import type { AppSessions } from './platform/app-sessions.ts'
import type { Changes } from './platform/changes.ts'
import type { Database } from './platform/database.ts'
import type { RequestRecorder } from './request-log/request-recorder.ts'
import type { RowEvents } from './row-event/open-row-events.ts'
import type { ScriptRunner } from './runner/open-runner.ts'
import type { Vault } from './secrets/vault.ts'

/** Everything an endpoint may reach. */
export interface Context {
  env: Env
  log: Logger
  db: Database
  /** News between processes. */
  changes: Changes
  durable: Durable
  engines: DatabaseEngines
  files: Files
  environments: Environments
  /** What changes of watched rows are told to. */
  rowEvents: RowEvents
  /** The log of what the data API answered. */
  requests: RequestRecorder
  mailer: Mailer
  vault: Vault
  signInLimit: SignInLimit
  streamRights: StreamRights
  uploadLimit: UploadLimit
  runner: ScriptRunner
  appSessions: AppSessions
  apiKeys: ApiKeys
  /** Holds every answer against the contract; on in development and in tests. */
  checkAnswers: boolean
}

import { join } from 'node:path'
import type { Logger } from 'pino'
import { openSignInLimit } from './auth/sign-in-limit.ts'
import type { Closers } from './closers.ts'
import type { Context } from './context.ts'
import { openEnvironments } from './data/environments.ts'
import { openPostgresRunner } from './data/run/postgres-runner.ts'
import { openSqliteRunner } from './data/run/sqlite-runner.ts'
import { tellWrites } from './data/run/tell-writes.ts'
import { openPostgresEngine } from './database/postgres-engine.ts'
import { openSqliteEngine } from './database/sqlite-engine.ts'
import { openCallSigner } from './durable/call-signer.ts'
import { openDurable } from './durable/open-durable.ts'
import type { Env } from './env.ts'
import { openFiles } from './file/open-files.ts'
import { openUploadLimit } from './file/upload-limit.ts'
import { openStreamRights } from './http/stream-rights.ts'
import { openMailer } from './mail/mailer.ts'
import { openApiKeys } from './platform/api-keys.ts'
import { openAppSessions } from './platform/app-sessions.ts'
import { openChanges } from './platform/changes.ts'
import { openDatabase } from './platform/database.ts'
import { migratePlatform } from './platform/migrate-platform.ts'
import { openRequestRecorder } from './request-log/open-request-recorder.ts'
import { openRowEvents } from './row-event/open-row-events.ts'
import { openRunner } from './runner/open-runner.ts'
import { tellJail } from './runner/tell-jail.ts'
import { openKeyRing } from './secrets/open-key-ring.ts'
import { openVault } from './secrets/vault.ts'
import type { Parts } from './start-parts.ts'

/** Opens what every call and every task may use. */
export async function openContext(
  options: {
    env: Env
    log: Logger
    parts: Parts
    checkAnswers: boolean
    streamCheckMs?: number | undefined
  },
  closers: Closers,
): Promise<Context & { durable: ReturnType<typeof openDurable> }> {
  const { env, log, parts } = options
  await migratePlatform(parts.databaseUrl)
  const db = openDatabase({
    url: parts.databaseUrl,
    maxConnections: 20,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    ...(options.checkAnswers
      ? {}
      : {
          onSecond: (error) => log.error({ err: error }, 'enough of these would stop everything'),
        }),
  })
  closers.add(() => db.close())
  const changes = openChanges({ url: parts.databaseUrl, log })
  closers.add(() => changes.close())
  const streamRights = openStreamRights({ db, changes, log, everyMs: options.streamCheckMs })
  closers.add(async () => streamRights.close())
  const durable = openDurable({
    db,
    log,
    urls: parts.restate,
    // A ring tells each change once, so this one is not shared.
    signer: openCallSigner(await openKeyRing(env, parts.dataDir)),
    relay: env.roles.has('worker'),
  })
  closers.add(() => durable.close())
  const appSessions = await openAppSessions({ db, url: parts.databaseUrl, log })
  closers.add(() => appSessions.close())
  const apiKeys = await openApiKeys({ db, url: parts.databaseUrl, log })
  closers.add(() => apiKeys.close())
  const keyRing = await openKeyRing(env, parts.dataDir)
  const [secretKey = ''] = keyRing.keys()
  const vault = openVault(keyRing)
  const files = openFiles({ env, dataDir: parts.dataDir, secretKey })
  closers.add(async () => files.close())
  const urlOf = (server: string) =>
    env.dataDatabases.get(server) ?? env.dataDatabases.get('default') ?? parts.databaseUrl
  const sealed = { urlOf, vault, egressAllow: env.egressAllow }
  const rowEvents = openRowEvents({ db, log })
  const environments = await openEnvironments({
    db,
    url: parts.databaseUrl,
    log,
    runners: {
      sqlite3: tellWrites(openSqliteRunner(parts.dataDir), rowEvents),
      postgres: tellWrites(
        openPostgresRunner({
          ...sealed,
          onError: (error) => log.warn({ err: error }, 'a connection to rows was lost'),
        }),
        rowEvents,
      ),
    },
  })
  closers.add(() => environments.close())
  const requests = openRequestRecorder({ db, env, environments, log })
  closers.add(() => requests.stop())
  const jail = {
    mode: env.runner,
    dataDir: parts.dataDir,
    secretFile: join(parts.dataDir, 'secret.key'),
    port: parts.workerPort,
  }
  tellJail(jail, log)
  const runner = openRunner(jail, log)
  closers.add(() => runner.close())
  return {
    env,
    log,
    db,
    changes,
    durable,
    vault,
    engines: {
      sqlite3: openSqliteEngine(parts.dataDir),
      postgres: openPostgresEngine(sealed),
    },
    files: files.files,
    environments,
    rowEvents,
    requests,
    mailer: openMailer({ smtpUrl: env.smtpUrl, from: env.mailFrom }),
    streamRights,
    signInLimit: openSignInLimit(db, env.signInAttempts),
    uploadLimit: openUploadLimit(db.pool, env.uploads.perMinute),
    runner,
    appSessions,
    apiKeys,
    checkAnswers: options.checkAnswers,
  }
}

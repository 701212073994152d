import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { freePort } from '../../foundation/embedded/testing/free-port.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import { startServer } from '../startup/start-server.ts'
import { startPooledCluster } from './pooler/start-pooled-cluster.ts'
import { TEST_JOB_INTERVALS } from './settings/job-intervals.ts'
import type { TestServer } from './test-server.ts'

/** Starts the product with its own data folder: real PostgreSQL, real Restate, real HTTP. */
export async function startTestServer(
  settings: Record<string, string> = {},
): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plinth-test-'))
  await chmod(dataDir, 0o755)
  const smtpPort = await freePort()
  const outside = {
    http: await freePort(),
    smtp: await freePort(),
    postgres: await freePort(),
    mariadb: await freePort(),
    large: await freePort(),
    tried: await freePort(),
    triedMail: await freePort(),
    asked: await freePort(),
    sso: await freePort(),
    appSso: await freePort(),
    appSsoRefusals: await freePort(),
    appSsoSettings: await freePort(),
    appSsoStaff: await freePort(),
    appSsoRace: await freePort(),
    appSsoPresets: await freePort(),
    oauth: await freePort(),
    oauthTokens: await freePort(),
    oauthRefresh: await freePort(),
    oauthJob: await freePort(),
    oauthTest: await freePort(),
    oauthWarn: await freePort(),
    oauthLost: await freePort(),
    oauthRegister: await freePort(),
    oauthRefused: await freePort(),
    oauthMoved: await freePort(),
  }
  const pooled = process.env.PLINTH_TEST_POOLER === 'true' ? await startPooledCluster() : undefined
  const admin = { email: 'admin@example.com', password: 'correct horse battery' }
  const env = readEnv([], {
    PORT: String(await freePort()),
    PLINTH_DATA_DIR: dataDir,
    PLINTH_METRICS_PORT: '0',
    PLINTH_LIVE_CONNECTIONS: '5000',
    PLINTH_ADMIN_EMAIL: admin.email,
    PLINTH_ADMIN_PASSWORD: admin.password,
    PLINTH_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    // Tests use host names below example.com; those of the proof have servers with other settings.
    PLINTH_DOMAIN_PROOF: 'off',
    // Other test files may slow a statement down several times.
    PLINTH_STATEMENT_SECONDS: '5',
    PLINTH_ALWAYS_REPLAY: process.env.PLINTH_ALWAYS_REPLAY,
    PLINTH_EGRESS_ALLOW: Object.values(outside)
      .map((port) => `127.0.0.1:${port}`)
      .join(','),
    ...pooled?.settings,
    ...settings,
  })
  // A file for the log shows why a test waited in vain.
  const logFile = process.env.PLINTH_TEST_LOG
  const log = logFile
    ? pino({ level: 'warn' }, pino.destination({ dest: logFile, append: true, sync: true }))
    : pino({ level: 'fatal' })
  const running = await startServer(env, {
    log,
    checkAnswers: true,
    jobIntervals: TEST_JOB_INTERVALS,
  })
  const server = {
    ...running.outside,
    address: running.address,
    metricsPort: running.metricsPort ?? 0,
    dataDir,
    smtpPort,
    outside,
    admin,
  }
  const stop = async () => {
    await running.stop()
    await pooled?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { server, stop }
}

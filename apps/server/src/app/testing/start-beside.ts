import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { readEnv } from '../../foundation/settings/env.ts'
import { type RunningServer, type StartOptions, startServer } from '../startup/start-server.ts'

/** Starts another server on the same PostgreSQL and Restate, with its own settings. */
export async function startBeside(
  settings: Record<string, string> = {},
  options: StartOptions = {},
): Promise<RunningServer> {
  const { databaseUrl, ingressUrl, adminUrl, dataDir } = inject('server')
  const [secretKey = ''] = (await readFile(join(dataDir, 'secret.key'), 'utf8')).split('\n')
  const env = readEnv([], {
    PORT: '0',
    PLINTH_ROLES: 'api,data',
    PLINTH_LIVE_CONNECTIONS: '5000',
    PLINTH_DATA_DIR: join(dataDir, randomUUID()),
    PLINTH_SECRET_KEY: secretKey,
    DATABASE_URL: databaseUrl,
    RESTATE_INGRESS_URL: ingressUrl,
    RESTATE_ADMIN_URL: adminUrl,
    PLINTH_LOG_LEVEL: 'silent',
    PLINTH_DOMAIN_PROOF: 'off',
    ...settings,
  })
  return startServer(env, options)
}

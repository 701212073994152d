import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { readEnv } from '../../foundation/settings/env.ts'
import { startServer } from '../startup/start-server.ts'

/** The server that all test files share. */
export interface TestServer {
  address: string
  dataDir: string
  databaseUrl: string
  ingressUrl: string
  adminUrl: string
  smtpPort: number
  /** The only ports of this machine that workflows may reach. */
  outside: Record<
    'http' | 'smtp' | 'postgres' | 'mariadb' | 'large' | 'tried' | 'triedMail',
    number
  >
  admin: { email: string; password: string }
}

declare module 'vitest' {
  export interface ProvidedContext {
    server: TestServer
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts the product once for all test files: real PostgreSQL, real Restate, real HTTP. */
export async function setup(project: TestProject): Promise<void> {
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
  }
  const admin = { email: 'admin@example.com', password: 'correct horse battery' }
  const env = readEnv([], {
    PORT: String(await freePort()),
    PLINTH_DATA_DIR: dataDir,
    PLINTH_ADMIN_EMAIL: admin.email,
    PLINTH_ADMIN_PASSWORD: admin.password,
    PLINTH_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    PLINTH_ALWAYS_REPLAY: process.env.PLINTH_ALWAYS_REPLAY,
    PLINTH_EGRESS_ALLOW: Object.values(outside)
      .map((port) => `127.0.0.1:${port}`)
      .join(','),
  })
  const log = pino({ level: 'fatal' })
  const running = await startServer(env, { log, checkAnswers: true })
  project.provide('server', {
    ...running.outside,
    address: running.address,
    dataDir,
    smtpPort,
    outside,
    admin,
  })
  end = async () => {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

let end = async () => {}

export const teardown = (): Promise<void> => end()

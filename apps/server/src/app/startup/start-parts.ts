import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { startEmbedded } from '../../foundation/embedded/start-embedded.ts'
import { addressesOf } from '../../foundation/settings/database-addresses.ts'
import type { Env } from '../../foundation/settings/env.ts'
import type { Closers } from '../context/closers.ts'

/** Starts the servers that are not configured: PostgreSQL and Restate. */
export async function startParts(env: Env, log: Logger, closers: Closers) {
  const dataDir = resolve(env.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const embedded = await startEmbedded({
    dataDir,
    postgres: env.databaseUrl === undefined,
    restate: env.restate === undefined,
    alwaysReplay: env.alwaysReplay,
    log,
  })
  closers.add(() => embedded.stop())
  const databaseUrl = env.databaseUrl ?? embedded.postgresUrl
  const restate = env.restate ?? embedded.restate
  if (!databaseUrl || !restate) throw new Error('embedded: PostgreSQL and Restate did not start')
  const addresses = addressesOf(env, databaseUrl)
  return { dataDir, databaseUrl, addresses, restate, workerPort: embedded.workerPort }
}

export type Parts = Awaited<ReturnType<typeof startParts>>

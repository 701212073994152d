import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openJobs } from '../../foundation/jobs/jobs.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { openPubSub } from '../../foundation/pubsub/pubsub.ts'
import { openKeyRing } from '../../foundation/secrets/open-key-ring.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { addressesOf } from '../../foundation/settings/database-addresses.ts'
import { type Env, readEnv, SettingsError } from '../../foundation/settings/env.ts'
import { openEnvironments } from '../../rows/environments/environments.ts'
import type { StoreKind } from '../../rows/file-store/file-store.ts'
import { type MoveResult, moveFiles } from '../../rows/files/move/move-files.ts'
import { openFiles } from '../../rows/files/open-files.ts'
import { openPostgresRunner } from '../../rows/runners/postgres/postgres-runner.ts'
import { openSqliteRunner } from '../../rows/runners/sqlite/sqlite-runner.ts'
import type { Command } from '../context/command.ts'
import { findPlatformUrl, usePlatform } from '../context/use-platform.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const MB = 1024 * 1024

interface Asked {
  projectId: string
  to: StoreKind
}

function readOptions(args: string[], { s3 }: Env): Asked {
  const options = { project: { type: 'string' }, to: { type: 'string' } } as const
  const { project, to } = parseArgs({ args, options }).values
  if (!project || (to !== 'disk' && to !== 's3'))
    throw new Error('Name a project and a store: --project ID --to disk|s3')
  if (!s3) throw new SettingsError('No object store is set: the server and this command need S3_*')
  return { projectId: project, to }
}

async function move(options: Asked, { env, db }: { env: Env; db: Database }) {
  const log = pino({ level: 'silent' })
  const dataDir = resolve(env.dataDir)
  const url = await findPlatformUrl()
  const keyRing = await openKeyRing(env, dataDir)
  const opened = openFiles({ env, dataDir, keyRing })
  const { directUrlOf: urlOf } = addressesOf(env, url)
  const sealed = { urlOf, vault: openVault(keyRing), egress: env.egress }
  const runners = {
    sqlite3: openSqliteRunner(dataDir),
    postgres: openPostgresRunner({ ...sealed, onError: ({ message }) => say(message) }),
  }
  const pubsub = openPubSub({ url, log })
  const environments = await openEnvironments({ db, pubsub, jobs: openJobs(log), runners })
  try {
    return await moveFiles({ db, files: opened.files, environments }, options)
  } finally {
    await environments.close()
    await pubsub.close()
    opened.close()
  }
}

function report({ moved, bytes, awaited, missing }: MoveResult, to: StoreKind): number {
  say(
    `${moved} files (${(bytes / MB).toFixed(1)} MB) were copied to ${to}, read back and switched.`,
  )
  say('The server removes the old copies in 15 minutes, when no address leads to them any more.')
  if (awaited > 0)
    say(`${awaited} uploads are announced and not there yet. Run this again in 15 minutes.`)
  for (const key of missing) say(`Missing: ${key} is not in the store that it should be in.`)
  return missing.length > 0 ? 1 : 0
}

export const moveFilesCommand: Command = {
  usage: 'move-files --project ID --to disk|s3',
  summary: "Moves a project's files to the other store while the server runs; can be run again",
  run: async (args) => {
    const env = readEnv([])
    const options = readOptions(args, env)
    const moved = await usePlatform((db) => move(options, { env, db }))
    if (!moved) throw new Error(`There is no project ${options.projectId}`)
    return report(moved, options.to)
  },
}
